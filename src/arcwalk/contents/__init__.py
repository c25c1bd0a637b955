"""What files from strangers hold, handed out only after a check: facts, arrays, and the file around them."""
