"""Encoders: ours (ONNX, bundled), hashed letters (no model), sentence-transformers, a remote endpoint."""
