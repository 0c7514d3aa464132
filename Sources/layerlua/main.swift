print("layerlua")
