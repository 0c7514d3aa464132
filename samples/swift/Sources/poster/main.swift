import LayerRendering

let renderer = LayerRenderer()
let scene = renderer.makeScene()

let poster = Layer(in: scene)
try poster.setValues(["bounds": [0, 0, 200, 120], "backgroundColor": "#20304a"])

let sun = Layer(in: scene)
sun.frame = Rect(20, 20, 80, 80)
sun.cornerRadius = 40
try sun.setValue("#ffb347", forKey: "backgroundColor")
try poster.addSublayer(sun)

let title = TextLayer(in: scene)
title.frame = Rect(112, 46, 80, 28)
try title.setValues(["string": "Dawn", "fontSize": 20, "foregroundColor": "white"])
try poster.addSublayer(title)

// An animation, and the picture of a time; the layers stay as they are.
let rise = BasicAnimation(in: scene)
try rise.setValues(["keyPath": "position.y", "fromValue": 160, "duration": 2])
try sun.add(rise, forKey: "rise")
print("after a second the sun stands at", try sun.presentation(at: 1).position.y)

try renderer.write(poster, to: "poster.png", RenderOptions(scale: 2, time: 1))
