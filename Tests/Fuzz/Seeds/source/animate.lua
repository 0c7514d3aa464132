local l = ca.Layer { bounds = {0, 0, 9, 9} }
ca.animate(1, function() l.opacity = 0 end)
l:addAnimation(ca.KeyframeAnimation { keyPath = "position", path = "M0 0 L9 9", duration = 1 })
return ca.render(l, { time = .5 }) and l
