"""From the rows of a sentence to log-probabilities of heads and labels."""
