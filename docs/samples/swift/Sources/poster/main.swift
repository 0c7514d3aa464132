import LayerRendering

let renderer = LayerRenderer()
let scene = renderer.makeScene()

let poster = Layer(in: scene)
poster.bounds = Rect(0, 0, 200, 120)
poster.backgroundColor = "#20304a"

let sun = Layer(in: scene)
sun.frame = Rect(20, 20, 80, 80)
sun.cornerRadius = 40
sun.backgroundColor = "#ffb347"
try poster.addSublayer(sun)

let title = TextLayer(in: scene)
title.frame = Rect(112, 46, 80, 28)
title.string = "Dawn"
title.fontSize = 20
title.foregroundColor = .white
try poster.addSublayer(title)

// An animation, and the picture of a time; the layers stay as they are.
try sun.add(BasicAnimation(keyPath: "position.y", from: 160, duration: 2), forKey: "rise")
print("after a second the sun stands at", try sun.presentation(at: 1).position.y)

try renderer.write(poster, to: "poster.png", PictureOptions(scale: 2, time: 1))
