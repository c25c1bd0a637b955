"""Reading model files safely: what strangers wrote is handed out only after a check: metadata, arrays, texts."""
