"""Updates of the weights, sentence by sentence."""
