"""`python -m helper.cli` is `helper`."""

import sys

from helper.cli import main

sys.exit(main())
