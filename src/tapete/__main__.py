"""`python -m tapete`."""

import sys

from tapete.cli.__main__ import main

sys.exit(main())
