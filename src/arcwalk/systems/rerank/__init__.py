"""`--system rerank`: k-best lists of mst, reranked."""
