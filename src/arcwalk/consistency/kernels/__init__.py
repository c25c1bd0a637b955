"""The subproblem of the consensus MRF, and lazy decoding of sentences."""
