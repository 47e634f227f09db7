"""`tapete` with computer players that hardly think: `python -m tests.server.quick …`."""

import sys

from tapete.cli.__main__ import main
from tapete.server import motion, pace

pace.THINKING = (0.01, 0.03)
pace.AFTER_RACE = 0.02
motion.HOVER = (0.02, 0.05)

if __name__ == "__main__":
    sys.exit(main())
