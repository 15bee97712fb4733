"""Compiles what a wheel carries instead of its sources: catalogs, number symbols, definitions, the sentences of faults.

An editable install compiles nothing: it would go stale beside the sources that it is meant to read.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledFiles(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="tabletop-helper-build-")
        made = Path(self._folder.name)
        for name, content in compiled_files(Path(self.root)).items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            build_data["force_include"][str(path)] = f"helper/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()


def compiled_files(root: Path) -> dict[str, bytes]:
    """Return what goes into the package, by its path in it. Stops the build at any fault of a definition."""
    sys.path.insert(0, str(root))
    try:
        from helper.definitions.lint import lint
        from helper.definitions.load import read_folder
        from helper.errors import Damaged
        from helper.i18n.checkout import machine_catalogs, symbol_file
        from helper.i18n.faults import raw

        found = {"_compiled/faults.json": as_json(raw())}
        for path in sorted(root.glob("locales/*/LC_MESSAGES/helper.po")):
            lang = path.parent.parent.name
            made = machine_catalogs(path.read_bytes(), lang, str(path))
            found.update({f"_locales/{name}": content for name, content in made.items()})
            found[f"_locales/{lang}.json"] = symbol_file(lang)
        for path in sorted(root.glob("helper/games/*/game.toml")):
            definition = read_folder(path.parent)
            faults = lint(definition)
            if faults:
                raise Damaged(*faults)
            found[f"_compiled/{definition['id']}.game.json"] = as_json(definition)
        return found
    finally:
        sys.path.remove(str(root))


def as_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
