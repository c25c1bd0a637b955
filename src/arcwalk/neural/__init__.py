"""A small recurrent network that scores heads and labels, run on a CPU by kernels of its own."""
