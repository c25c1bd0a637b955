"""What other columns than HEAD and DEPREL say of the arc of a word."""
