-- The pictures of w4 in perspective.
return require "w4"
