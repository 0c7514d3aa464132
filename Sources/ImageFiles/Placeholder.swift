// Placeholder so that the package resolves; the room's first file replaces it.
