"""House files in the terminal: `--house`, the configuration folder, `helper house`, texts typed when a record begins."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import platformdirs
import pytest

from helper.household import writing
from helper.household.places import configuration, house_file
from helper.i18n import catalogs
from tests.cli.conftest import ROOT, Helper

GAME = "capital-lux-2"
EXAMPLE = ROOT / "docs/examples/house-capital-lux-2.toml"
START = f'format = 1\ngame = "{GAME}"\n'
BLUE = '[[rules]]\nid = "tile.blue_b"\ntext = "Take 2 gold."\n'
BROKEN = START + '[[rules]]\nid = "tile.blue_b"\ntxt = "x"\n[[rules]]\nid = "tea"\ntext = "Tea."\n'


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    file = tmp_path / "my-tiles.toml"
    file.write_text(START + 'title = "Friday"\n' + BLUE, encoding="utf-8")
    return file


@pytest.fixture
def configured(tmp_path: Path) -> Path:
    file = house_file(GAME)
    file.parent.mkdir(parents=True)
    return file


def tile(helper: Helper, *more: str) -> str:
    found = helper("rules", GAME, "tile.blue_b", *more)
    assert found.code == 0, found.err
    return found.out


def test_what_the_issue_asks_for_works(helper: Helper, ours: Path) -> None:
    checked = helper("house", "check", str(ours))
    assert checked.code == 0
    assert "Take 2 gold." in checked.out
    shown = helper("--house", str(ours), "rules", GAME, "powers")
    assert shown.code == 0
    assert "Take 2 gold." in shown.out
    assert shown.out.count("House rule") == 1


@pytest.mark.parametrize("place", ["before", "after", "joined"])
def test_the_option_stands_before_or_after_the_command(helper: Helper, ours: Path, place: str) -> None:
    words = {"before": ["--house", str(ours)], "joined": [f"--house={ours}"], "after": []}[place]
    found = helper(*words, "rules", GAME, "tile.blue_b", *(["--house", str(ours)] if place == "after" else []))
    assert "Take 2 gold." in found.out


def test_a_house_file_given_twice_is_refused(helper: Helper, ours: Path) -> None:
    assert helper("--house", str(ours), "rules", GAME, "--house", str(ours)).code == 2


def test_a_broken_file_that_was_named_ends_the_command_with_every_fault(helper: Helper, ours: Path) -> None:
    ours.write_text(BROKEN, encoding="utf-8")
    found = helper("--house", str(ours), "rules", GAME, "tile.blue_b")
    assert (found.code, found.out) == (3, "")
    assert found.err.splitlines() == [
        "Error: my-tiles.toml tile.blue_b: “txt” is not a key that belongs here. Did you mean text?",
        "Error: my-tiles.toml tea: “title” is missing here.",
    ]


@pytest.mark.parametrize(("content", "code"), [(b"format =", 3), (b"\xff\xfe", 3), (b"# x\n" * 300_000, 3), (None, 2)])
def test_what_cannot_be_read_as_a_house_file_is_refused(helper: Helper, ours: Path, content: bytes | None, code: int) -> None:
    if content is None:
        ours.unlink()
    else:
        ours.write_bytes(content)
    found = helper("--house", str(ours), "rules", GAME)
    assert found.code == code
    assert "my-tiles.toml" in found.err


def test_a_file_for_another_game_is_refused_and_both_are_named(helper: Helper, ours: Path) -> None:
    found = helper("--house", str(ours), "rules", "hegemony")
    assert found.code == 2
    assert GAME in found.err
    assert "hegemony" in found.err


def test_the_file_of_the_configuration_folder_counts_by_itself(helper: Helper, configured: Path) -> None:
    assert "see the appendix" in tile(helper)
    configured.write_text(START + BLUE, encoding="utf-8")
    assert "Take 2 gold." in tile(helper)
    assert helper("rules", "hegemony").err == ""


def test_the_named_file_comes_before_that_of_the_folder(helper: Helper, configured: Path, ours: Path) -> None:
    configured.write_text(START + BLUE.replace("2", "9"), encoding="utf-8")
    assert "Take 2 gold." in tile(helper, "--house", str(ours))


def test_a_broken_file_of_the_folder_is_told_once_and_left_out(helper: Helper, configured: Path) -> None:
    configured.write_text(BROKEN, encoding="utf-8")
    for command in (("rules", GAME, "tile.blue_b"), ("search", GAME, "gold"), ("new", GAME, "A", "B"), ("status",)):
        found = helper(*command)
        assert found.code == 0, found.err
        assert found.err.count("Left out:") == 2
        assert "“title” is missing here." in found.err


def test_a_file_of_the_folder_that_is_for_another_game_is_left_out(helper: Helper, configured: Path) -> None:
    configured.write_text('format = 1\ngame = "hegemony"\n', encoding="utf-8")
    assert "hegemony" in helper("rules", GAME).err


def test_a_new_file_is_sound_and_changes_nothing_and_is_never_written_over(helper: Helper, tmp_path: Path) -> None:
    for game in (GAME, "hegemony"):
        made = helper("house", "new", game, "--json").json
        assert Path(made["file"]) == house_file(game)
        checked = helper("house", "check", made["file"], "--json").json["files"][0]
        assert (checked["faults"], checked["added"], checked["changed"]) == ([], [], [])
        again = helper("house", "new", game)
        assert again.code == 2
        assert made["file"] in again.err
    other = tmp_path / "other.toml"
    assert helper("house", "new", GAME, str(other)).code == 0
    assert "blue_b" in other.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", [GAME, "hegemony"])
def test_the_examples_of_a_new_file_are_sound_when_they_are_taken_in(helper: Helper, tmp_path: Path, game: str) -> None:
    file = tmp_path / "x.toml"
    assert helper("house", "new", game, str(file)).code == 0
    head, _, body = file.read_text(encoding="utf-8").partition("# ---")
    live = [line.removeprefix("# ") for line in body.splitlines()[1:] if not line.startswith("# ---")]
    file.write_text(head + "\n".join("" if line == "#" else line for line in live), encoding="utf-8")
    found = helper("house", "check", str(file))
    assert found.code == 0, found.out
    assert "our-rule" in found.out


def test_check_says_what_the_example_changes_with_figures_before_and_after(helper: Helper) -> None:
    (found,) = helper("house", "check", str(EXAMPLE), "--json").json["files"]
    assert found["added"] == [{"list": "rules", "id": "tea"}]
    assert {"list": "rules", "id": "final.gold", "field": "values.gold_value", "before": 2, "after": 3} in found["changed"]
    assert {"language": "de", "sentence": "tile.blue_b:text"} in found["translated"]
    assert "final.gold values.gold_value: 2 → 3" in helper("house", "check", str(EXAMPLE)).out


def test_check_says_every_fault_of_every_file(helper: Helper, ours: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(BROKEN, encoding="utf-8")
    found = helper("house", "check", str(bad), str(ours), "--json")
    assert found.code == 3
    assert [len(one["faults"]) for one in found.json["files"]] == [2, 0]
    assert "readable" in helper("check", str(ours)).out
    assert helper("check", str(bad)).code == 3


def test_show_names_the_file_that_counts(helper: Helper, configured: Path, ours: Path) -> None:
    assert [one["file"] for one in helper("house", "show", "--json").json["games"]] == [None, None]
    configured.write_text(START + BLUE, encoding="utf-8")
    assert str(configured) in helper("house", "show", GAME).out
    assert str(ours) in helper("house", "show", GAME, "--house", str(ours)).out


@pytest.mark.parametrize("language", catalogs.languages())
def test_one_changed_figure_changes_every_answer_of_the_terminal_in_every_language(helper: Helper, ours: Path, language: str) -> None:
    ours.write_text(START + '[[rules]]\nid = "final.gold"\nvalues = { gold_value = 7 }\n', encoding="utf-8")
    words = ("--house", str(ours), "--lang", language)
    assert "7" in helper("rules", GAME, "final.gold", *words).out
    assert "7" in helper("search", GAME, "final.gold", *words).out
    answer = helper("calc", GAME, "round", "round=3", "players.A.gold=2", "players.B.gold=0", "--json", *words).json
    assert answer["result"]["scores"][0]["gold_points"] == 14


# A record keeps the house file that it was begun with.


def test_a_record_keeps_its_house_file_and_is_followed_when_the_file_is_gone(helper: Helper, ours: Path) -> None:
    ours.write_text(START + '[[rules]]\nid = "final.gold"\nvalues = { gold_value = 7 }\n', encoding="utf-8")
    assert helper("new", GAME, "Anna", "Bert", "--house", str(ours), "--name", "F").code == 0
    ours.unlink()
    assert helper("observe", "P1.gold=2").code == 0
    assert helper("score", "--json").json["scores"][0]["total"] == 14
    status = helper("status", "--json").json
    assert (status["house"], status["house_faults"], status["changed"]) == ("The house", [], [])
    exported = helper("record", "export").out
    assert json.loads(exported.splitlines()[0])["house"]["rules"]


def test_a_record_without_a_house_file_says_nothing_of_one(helper: Helper) -> None:
    assert helper("new", GAME, "Anna", "Bert").code == 0
    assert "house" not in json.loads(helper("record", "export").out.splitlines()[0])
    assert "House" not in helper("status").out


def test_a_record_travels_with_its_house_file(helper: Helper, ours: Path, tmp_path: Path) -> None:
    ours.write_text(START + '[[rules]]\nid = "final.gold"\nvalues = { gold_value = 7 }\n', encoding="utf-8")
    assert helper("new", GAME, "Anna", "Bert", "--house", str(ours), "--name", "F").code == 0
    assert helper("observe", "P1.gold=1").code == 0
    file = tmp_path / "f.jsonl"
    assert helper("record", "export", "-o", str(file)).code == 0
    assert helper("record", "import", str(file), "--name", "G").code == 0
    assert helper("record", "use", "G").code == 0
    assert helper("score", "--json").json["scores"][0]["total"] == 7


def spoiled(file: Path, **house: object) -> None:
    head, *events = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([json.dumps({**json.loads(head), "house": house}), *events]) + "\n", encoding="utf-8")


def test_a_house_file_that_does_not_fit_any_more_costs_no_evening(helper: Helper, ours: Path, tmp_path: Path) -> None:
    assert helper("new", GAME, "Anna", "Bert", "--house", str(ours), "--name", "F").code == 0
    assert helper("observe", "P1.gold=1").code == 0
    file = tmp_path / "f.jsonl"
    assert helper("record", "export", "-o", str(file)).code == 0
    spoiled(file, format=1, game=GAME, rules=[{"id": "tile.blue_b", "sources": ["gone"]}])
    assert helper("record", "import", str(file), "--name", "G").code == 0
    assert helper("record", "use", "G").code == 0
    found = helper("status")
    assert found.code == 0
    assert "left out" in found.out
    assert "“gone” under “sources” does not exist." in found.out
    assert helper("score").code == 0


@pytest.mark.parametrize(
    "house", [{"format": 9, "game": GAME}, {"game": GAME}, {"format": 1, "game": GAME, "x": [[[[[[[[[[[[[[1]]]]]]]]]]]]]]}]
)
def test_what_is_no_house_file_is_not_taken_in_with_a_record(helper: Helper, ours: Path, tmp_path: Path, house: dict[str, object]) -> None:
    assert helper("new", GAME, "Anna", "Bert", "--name", "F").code == 0
    file = tmp_path / "f.jsonl"
    assert helper("record", "export", "-o", str(file)).code == 0
    spoiled(file, **house)
    assert helper("record", "import", str(file), "--name", "G").code == 3


def test_another_house_file_than_that_of_the_record_is_refused(helper: Helper, ours: Path, tmp_path: Path) -> None:
    assert helper("new", GAME, "Anna", "Bert", "--house", str(ours)).code == 0
    assert helper("status", "--house", str(ours)).code == 0
    other = tmp_path / "other.toml"
    other.write_text(START + BLUE.replace("2", "3"), encoding="utf-8")
    assert helper("status", "--house", str(other)).code == 2
    other.write_text('format = 1\ngame = "hegemony"\n', encoding="utf-8")
    assert helper("status", "--house", str(other)).code == 2


# Texts typed when a record begins.


def test_a_typed_text_goes_into_the_file_of_the_folder_and_counts_at_once(helper: Helper) -> None:
    made = helper("new", GAME, "Anna", "Bert", "--text", "tile.blue_b=Take 2 “gold”.", "--text", 'tile.pink_b=Say "hey" = x.')
    assert made.code == 0, made.err
    content = tomllib.loads(house_file(GAME).read_text(encoding="utf-8"))
    assert content["rules"] == [{"id": "tile.blue_b", "text": "Take 2 “gold”."}, {"id": "tile.pink_b", "text": 'Say "hey" = x.'}]
    assert "Take 2 “gold”." in tile(helper)
    assert json.loads(helper("record", "export").out.splitlines()[0])["house"]["rules"][0]["text"] == "Take 2 “gold”."


def test_a_typed_text_replaces_the_one_that_is_there_and_leaves_the_rest(helper: Helper, ours: Path) -> None:
    ours.write_text(f"# kept\n{START}\n{BLUE.rstrip()} # why\nnote = 'n'\n\n# last\n", encoding="utf-8")
    assert helper("new", GAME, "Anna", "Bert", "--house", str(ours), "--text", "tile.blue_b=Take 3.").code == 0
    assert ours.read_text(encoding="utf-8") == (
        f'# kept\n{START}\n[[rules]]\nid = "tile.blue_b"\ntext = "Take 3."  # why\nnote = \'n\'\n\n# last\n'
    )


def test_a_named_file_that_is_not_there_yet_is_made(helper: Helper, tmp_path: Path) -> None:
    file = tmp_path / "fresh.toml"
    assert helper("new", GAME, "Anna", "Bert", "--house", str(file), "--text", "tile.blue_b=Nimm 3.", "--lang", "de").code == 0
    assert tomllib.loads(file.read_text(encoding="utf-8"))["language"] == "de"


@pytest.mark.parametrize(
    "words", [["--text", "tile.blue_b"], ["--text", "nothing=x"], ["--text", "tile.blue_b=a", "--text", "tile.blue_b=b"]]
)
def test_a_text_that_cannot_be_kept_writes_nothing(helper: Helper, words: list[str]) -> None:
    assert helper("new", GAME, "Anna", "Bert", *words).code == 2
    assert not house_file(GAME).exists()
    assert helper("new", GAME, "Anna", "Anna", "--text", "tile.blue_b=x").code == 2
    assert not house_file(GAME).exists(), "nor where the record cannot be begun"


EDITED = [
    ("", f'{START}\n[[rules]]\nid = "r"\ntext = "New."\n'),
    ('[[rules]]\nid = "r"\ntext = """\nold\nold"""\nnote = "x"\n', f'{START}[[rules]]\nid = "r"\ntext = "New."\nnote = "x"\n'),
    ('[[rules]]\nid = "r"\nvalues = {}\n', f'{START}[[rules]]\ntext = "New."\nid = "r"\nvalues = {{}}\n'),
    (
        '[[rules]]\nid = "r"\n[[rules.requires]]\nid = "c"\ntext = "c"\n',
        f'{START}[[rules]]\ntext = "New."\nid = "r"\n[[rules.requires]]\nid = "c"\ntext = "c"\n',
    ),
    ('[[rules]]\nid = "q"\ntext = "r"', f'{START}[[rules]]\nid = "q"\ntext = "r"\n\n[[rules]]\nid = "r"\ntext = "New."\n'),
    ('[[rules]]\r\nid = "r"\r\ntext = "a # b" # c\r\n', f'{START}[[rules]]\r\nid = "r"\r\ntext = "New."  # c\r\n'),
]


@pytest.mark.parametrize(("before", "after"), EDITED)
def test_a_sentence_is_put_where_it_belongs(before: str, after: str) -> None:
    assert writing.with_sentence(START + before, "r", "New.") == after


def test_a_file_that_cannot_be_changed_safely_is_left_alone() -> None:
    with pytest.raises(Exception, match="cannot_edit"):
        writing.with_sentence(START + 'rules = [{ id = "q", text = "x" }]\n', "r", "New.")


@pytest.mark.parametrize("text", ['"', "\\", "a\nb", "\x07", "ü“”", "#", "{x}"])
def test_a_text_is_quoted_so_that_it_comes_back(text: str) -> None:
    assert tomllib.loads(f"x = {writing.quoted(text)}") == {"x": text}


def test_the_configuration_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert configuration() == Path(os.environ["HELPER_CONFIG"])
    monkeypatch.delenv("HELPER_CONFIG")
    for home in ("", "/tmp/other"):
        monkeypatch.setenv("XDG_CONFIG_HOME", home)
        assert configuration() == Path(platformdirs.user_config_dir("tabletop-helper", appauthor=False))


def test_at_the_open_table_a_line_may_name_a_house_file_of_its_own(helper: Helper, ours: Path) -> None:
    lines = f"rules {GAME} tile.blue_b\nrules {GAME} tile.blue_b --house {ours}\nrules {GAME} tile.blue_b\n"
    found = helper("table", given=lines)
    assert [text.count("Take 2 gold.") for text in found.out.split("[tile.blue_b]")] == [0, 0, 1, 0]
