"""`--system vine`: linear-time parsing and minimum-risk reranking."""
