"""What the parser looks at: templates as text, the codes they read, and the weights they index."""
