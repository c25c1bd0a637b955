"""arcwalk inside other tools: a component for spaCy's pipelines."""
