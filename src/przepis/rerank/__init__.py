"""Second stages: a learned ranker over candidates, and a language model's listwise reranking."""
