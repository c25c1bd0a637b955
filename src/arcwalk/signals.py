"""The signals that end a command: Ctrl-C, `kill`, and the end of the terminal or connection it runs in."""

import signal
import sys

if sys.platform == "win32":
    ENDING = (signal.SIGINT, signal.SIGTERM)
else:
    ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
