-- Text that is no text.
-- expect: 1
-- line: 5
-- stderr: TextLayer.string: expected text in UTF-8, got a string that is not UTF-8 (byte 4 is 0xFF)
local text = ca.TextLayer { string = "abc\xff" }
return text
