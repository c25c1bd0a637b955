"""Having a file here puts this folder on the path: tests share `commands` and `oracles`."""

from hypothesis import settings

settings.register_profile("any machine", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("any machine")
