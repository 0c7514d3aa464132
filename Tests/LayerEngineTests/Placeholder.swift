// Placeholder so that the package resolves; the room's first test replaces it.
