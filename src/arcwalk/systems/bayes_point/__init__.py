"""`--system bayes-point`: first-order parsing."""
