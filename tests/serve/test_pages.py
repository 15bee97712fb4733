"""Every phone in its own language, and every file under an address that changes with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from helper.definitions.load import discover, load
from helper.i18n.catalogs import languages
from helper.serve.pages import ONLY_OFFLINE, Pages, preferred
from helper.store import Store
from tests.serve.conftest import Running, Serve, plain_page


@pytest.fixture
def table(serve: Serve, record: str) -> Running:
    return serve()


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.5, it;q=0.9", "it"),
        ("fr, it;q=0.1", "it"),
        ("it;q=0, de;q=0.1", "de"),
        ("DE", "de"),
        ("", "en"),
        ("*", "en"),
        ("xx,yy", "en"),
        ("de;q=nonsense", "en"),
        (";;;,,,:::", "en"),
        ("../../etc", "en"),
        ("x" * 100_000, "en"),
    ],
)
def test_a_phone_gets_the_language_it_wants_most(wanted: str, language: str) -> None:
    assert preferred(wanted) == language


def test_the_front_leads_to_the_page_in_the_readers_language(table: Running) -> None:
    answer = table.get("/", Accept_Language="de-AT,en;q=0.5")
    assert (answer.status, answer.headers["Location"]) == (302, "/de/")
    assert answer.headers["Vary"] == "Accept-Language"
    assert table.get("/?lang=it", Accept_Language="de").headers["Location"] == "/it/"
    assert table.get("/?lang=%0d%0aSet-Cookie:x", Accept_Language="de").headers["Location"] == "/en/"
    assert table.get("/?" + "&".join(f"a{n}=1" for n in range(50))).status in (302, 400)


def test_a_page_without_its_last_stroke_is_found(table: Running) -> None:
    assert table.get("/de").headers["Location"] == "/de/"
    assert table.get("/de/hegemony").headers["Location"] == "/de/hegemony/"


def test_the_game_on_record_is_live_and_others_are_not(table: Running) -> None:
    here, other = table.get("/de/").text, table.get("/de/hegemony/").text
    assert "[capital-lux-2] [de] [/live]" in here
    assert "[hegemony] [de] []" in other
    assert {"en", "de", "it"} <= set(languages())
    assert " ".join(f"[/{lang}/]" for lang in languages()) in here
    assert " ".join(f"[/{lang}/hegemony/]" for lang in languages()) in other
    assert table.get("/de/capital-lux-2/").text == here


def test_without_a_record_the_games_are_listed_and_their_calculators_work(serve: Serve, store: Store) -> None:
    table = serve()
    page = table.get("/en/")
    assert page.status == 200
    assert "No record is kept here" in page.text
    for game in ("capital-lux-2", "hegemony"):
        assert f'href="/en/{game}/"' in page.text
        assert table.get(f"/en/{game}/").status == 200
    assert 'href="/de/"' in page.text
    assert table.ask("status").json["events"] is None
    assert table.ask("status").json["may_write"] is False


def test_errors_are_said_in_the_readers_language(table: Running) -> None:
    assert table.get("/nowhere").text == "There is nothing under this address."
    assert table.get("/en/nowhere", Accept_Language="de").text == "There is nothing under this address."
    assert table.get("/nowhere").headers["Content-Type"] == "text/plain; charset=utf-8"


@pytest.fixture
def assets(tmp_path: Path) -> Path:
    folder = tmp_path / "assets"
    folder.mkdir()
    for name in ("companion.js", "companion.css", "icon.svg", *ONLY_OFFLINE):
        (folder / name).write_text(f"/* {name} */" * 200)
    (folder / "notes.txt").write_text("not for phones")
    (folder / "secret.js.bak").write_text("not for phones")
    (folder / "inner").mkdir()
    return folder


def test_files_are_those_that_a_page_needs_under_an_address_of_their_content(assets: Path) -> None:
    pages = Pages(None, plain_page, assets)
    found = {Path(address).name: address for address in pages._by_address}
    assert set(found) == {"companion.js", "companion.css", "icon.svg"}
    script = pages.page(found["companion.js"])
    assert script is not None
    assert script.lasts
    assert script.kind == "text/javascript; charset=utf-8"
    assert script.packed is not None
    (assets / "companion.js").write_text("changed")
    assert set(Pages(None, plain_page, assets)._by_address).isdisjoint(pages._by_address)


def test_a_file_may_be_kept_for_good_and_a_page_not_at_all(table: Running) -> None:
    address = next(iter(table.server.table.pages._by_address))
    answer = table.get(address)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert table.get("/en/").headers["Cache-Control"] == "no-store"
    small = table.get(address, Accept_Encoding="gzip")
    assert small.body == answer.body


def test_a_head_has_no_body_and_the_length_of_one(table: Running) -> None:
    whole = table.get("/en/")
    head = table.request("HEAD", "/en/")
    assert head.body == b""
    assert head.headers["Content-Length"] == str(len(whole.body))


def test_a_browser_that_asks_for_an_icon_gets_none_quietly(table: Running) -> None:
    assert table.get("/favicon.ico").status == 204


@pytest.mark.parametrize("game", discover())
def test_the_rules_of_a_game_are_at_hand_on_one_page(game: str) -> None:
    pages = Pages(game)
    found = pages.page(f"/de/{game}/rules")
    assert found is not None
    text = found.body.decode()
    assert all(f'id="{rule}"' in text for rule in load(game).rules)
    shell = pages.page("/de/")
    assert shell is not None
    assert f"/de/{game}/rules#" in shell.body.decode()
    assert pages.page("/de/nothing/rules") is None
