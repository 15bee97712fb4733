"""The language that was bound for this process when commands were imported: their help is worded then."""

from __future__ import annotations

import os

from helper.i18n import catalogs

_ = catalogs.catalog(catalogs.choose(None, {"LANGUAGE": os.environ.get("LANGUAGE", "")})).gettext
