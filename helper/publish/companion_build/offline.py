"""Write the service worker: every address of the finished site that is worth keeping, with a mark of its content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from pathlib import Path
from urllib.parse import quote

from helper.publish.companion import assets
from helper.publish.companion_build.placing import FOLDER, SERVICE_WORKER

NO_FILES, NO_VERSION = "Object.entries({})", '"none"'
LEFT_OUT = (".map", ".pdf", ".xml", ".gz", ".zip", "/NOTICE.txt", "404.html", SERVICE_WORKER)
KEPT_ZIP = "python_stdlib.zip"
LUNR = "assets/javascripts/lunr/"
STEMMING = ("min/lunr.stemmer.support.min.js", "min/lunr.multi.min.js")
# Languages that are written without spaces need a further script to find words.
SPLITTERS = {"ja": "tinyseg.js", "jp": "tinyseg.js", "th": "wordcut.js", "hi": "wordcut.js"}


def write_service_worker(site: Path, stemmers: Collection[str]) -> None:
    """Write it, last of all; `stemmers` are those of the search that are in use."""
    files = json.dumps([[address, mark] for address, mark in precached(site, stemmers).items()], separators=(",", ":"))
    template = assets()[SERVICE_WORKER].decode()
    assert NO_FILES in template
    assert NO_VERSION in template
    version = hashlib.sha256((template + files).encode()).hexdigest()[:12]
    written = template.replace(NO_FILES, files, 1).replace(NO_VERSION, json.dumps(version), 1)
    (site / SERVICE_WORKER).write_text(written, encoding="utf-8")


def precached(site: Path, stemmers: Collection[str]) -> dict[str, str]:
    """Return what is kept for when there is no network: its address below the site, and a mark of its content."""
    needed = {*STEMMING, *(f"min/lunr.{stemmer}.min.js" for stemmer in stemmers)}
    needed.update(SPLITTERS[stemmer] for stemmer in stemmers if stemmer in SPLITTERS)
    found = {}
    names = (path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    # The runtime comes last: on a first visit the page is fetching it too, and should not do so twice.
    for name in sorted(names, key=lambda name: (name.startswith(f"{FOLDER}/"), name)):
        is_left_out = name.endswith(LEFT_OUT) and not name.endswith(KEPT_ZIP)
        is_other_stemmer = name.startswith(LUNR) and name.removeprefix(LUNR) not in needed
        if not is_left_out and not is_other_stemmer:
            # Hosts send people from `index.html` to its folder, and an answer after a detour cannot be shown offline.
            address = name.removesuffix("index.html") if name == "index.html" or name.endswith("/index.html") else name
            found[quote(address)] = hashlib.sha256((site / name).read_bytes()).hexdigest()[:16]
    return found
