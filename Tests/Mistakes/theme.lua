-- Colours and sizes that the pages share.
return {
  paper = "white", ink = "#202124", muted = "#80868b", line = "#dadce0", accent = "#1a73e8", warm = "#e8710a",
  good = "#188038", bad = "#d93025", small = 9, body = 11, large = 16,
}
