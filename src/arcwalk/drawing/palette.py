"""Colors, each for light and for dark mode, and the font of all images and pages."""

GROUND = ("#ffffff", "#161b22")  # behind trees, plots and tables
LINE = ("#dde3ea", "#2b333e")
TEXT = ("#1b2330", "#e8edf3")
MUTED = ("#6b7685", "#93a0b0")
BLUE = ("#1f5fa8", "#8dbdf5")
ORANGE = ("#c2571a", "#f0965a")

FONT = '"Noto Sans", "Segoe UI", "Helvetica Neue", Arial, sans-serif'
