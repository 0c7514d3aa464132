-- The groups of w8 with a mask that is a tree of layers.
return require "w8"
