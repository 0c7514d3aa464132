local l = ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = "red", ca.TextLayer { string = "N" } }
l["transform.rotation.z"] = 1
return l
