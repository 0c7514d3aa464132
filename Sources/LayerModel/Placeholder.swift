/// Stands in until the recording context arrives with the drawing folder.
public final class GraphicsContext {}
