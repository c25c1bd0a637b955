"""ArboratorGrew's parser interface: models that others train, list, parse with and delete over HTTP.

What its backend sends and expects is in Arborator/arborator-backend, `app/utils/arborator_parser_utils.py`: every reply
is JSON, `{"status": "success", "data": ...}` or `{"status": "failure", "error": ...}`, and comes within ten seconds.
"""
