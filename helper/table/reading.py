"""Read what is typed at the table into moves and figures: a seat, a move's word, its arguments in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from helper.definitions.fold import fold
from helper.definitions.inputs import InputReader, Vocabulary, find, words_to_tree
from helper.definitions.schema import GameDefinition, Rule
from helper.engine.move import Move
from helper.errors import Fault, UnreadableInput

AS = "as"
PLAYERS = "players"


def read_move(definition: GameDefinition, reader: InputReader, words: Vocabulary, given: Sequence[str]) -> Move:
    """Return the move that the words name: `[SEAT] MOVE [ARGUMENTS]`, the seat None where it is left out.

    Raises UnreadableInput for an unknown seat, move or argument, one too many, or one that is missing.
    """
    if not given:
        raise UnreadableInput(Fault("no_move", {"known": [str(rule.move.word.text) for rule in moves(definition) if rule.move]}))
    seat, rest = None, list(given)
    if len(rest) > 1 and _begins_with_seat(definition, reader, words, rest):
        seat, rest = reader.seat(rest[0]), rest[1:]
    rule = _move_or_several_seats(definition, reader, words, rest)
    if rule.move and rule.move.wraps and len(rest) > 1:
        inner = rest[2:] if find_or_none(rest[1], words) == AS else rest[1:]
        wrapped = read_move(definition, reader, words, inner)
        other = definition.rules[wrapped.rule].move
        if other is None or rule.move.wraps not in other.parameters:
            raise UnreadableInput(Fault("not_by_card", {"move": other.word if other else wrapped.rule}))
        return wrapped._replace(seat=seat or wrapped.seat, arguments={**wrapped.arguments, rule.move.wraps: True})
    return Move(rule.id, seat, read_arguments(reader, rule, rest[1:]))


def _move_or_several_seats(definition: GameDefinition, reader: InputReader, words: Vocabulary, rest: Sequence[str]) -> Rule:
    """Return the rule of the move that the first word names; where it names none, but several people, it is asked which of them."""
    try:
        return find_move(definition, words, rest[0])
    except UnreadableInput as error:
        several = _several_seats(reader, rest[0]) if len(rest) > 1 and error.faults[0].code == "unknown_move" else None
        raise (several or error) from None


def find_or_none(given: str, words: Vocabulary) -> str | None:
    """Return the word of the game that `given` is exactly, None where it is none."""
    return fold(given) if fold(given) == AS else words.get("word", {}).get(fold(given))


def _begins_with_seat(definition: GameDefinition, reader: InputReader, words: Vocabulary, given: Sequence[str]) -> bool:
    """Return whether the first word is a seat: never where it is a move's word and the second is none.

    The beginning of a name gives way to a move's whole word or short form (`b b5`, with a player called Bert), and where the name
    itself is a move's whole word, a short form behind it does not make it a seat (`rob r`, the right card of ROB's hand).
    """
    if not _is_seat(reader, given[0]):
        return False
    table = move_words(definition, words)
    if fold(given[0]) not in table:
        return True
    in_full = {*reader.roles, *(fold(name) for pair in reader.seats.items() for name in pair)}
    shorts = {fold(rule.move.short) for rule in moves(definition) if rule.move}
    follows = {word for word in table if word not in shorts or fold(given[0]) in shorts}
    return fold(given[0]) in in_full and fold(given[1]) in follows


def moves(definition: GameDefinition) -> list[Rule]:
    """Return the rules that can be played as a move."""
    return [rule for rule in definition.rules.values() if rule.move]


def find_move(definition: GameDefinition, words: Vocabulary, given: str) -> Rule:
    """Return the rule of the move that `given` names: its word in this language or in English, its short form, its id."""
    known = moves(definition)
    local = move_words(definition, words)
    ids = [rule.id for rule in known]
    exact = local.get(fold(given))
    try:
        return definition.rules[exact or find(given, "move", ids, {"move": local})]
    except UnreadableInput as error:
        fault = error.faults[0]
        said = {rule.id: rule.move.word for rule in known if rule.move}
        near = said.get(local.get(fold(str(fault.values.get("nearest", ""))), ""), "")
        values = {**fault.values, "known": list(said.values()), **({"nearest": near} if near else {})}
        if fault.code == "ambiguous_word":
            values["known"] = [name for rule in known for name in _begun(rule, words, local, given)]
        raise UnreadableInput(Fault(fault.code.replace("word", "move"), values)) from None


def _begun(rule: Rule, words: Vocabulary, local: Mapping[str, str], given: str) -> list[object]:
    """Return the name of a move that begins as given: its word in this language, in English, or its id; nothing where none does."""
    assert rule.move
    folded, id = fold(given.strip()), fold(rule.id)
    spelled = {word for word, named in words.get("move", {}).items() if named == rule.id and word != id}
    for name, begins in ((rule.move.word, spelled), (rule.move.word.text, {fold(rule.move.word.text)}), (rule.id, {id, *local})):
        if any(word.startswith(folded) and local.get(word, rule.id) == rule.id for word in begins):
            return [name]
    return []


def move_words(definition: GameDefinition, words: Vocabulary) -> dict[str, str]:
    """Return the rule that each folded word, short form or id of a move stands for."""
    table: dict[str, str] = {}
    for rule in moves(definition):
        if rule.move:
            table.update({fold(word): rule.id for word in (rule.id, rule.move.word.text, rule.move.short) if word})
    return {**table, **{word: id for word, id in words.get("move", {}).items() if id in definition.rules}}


def _is_seat(reader: InputReader, given: str) -> bool:
    try:
        reader.seat(given)
    except UnreadableInput:
        return False
    return True


def _several_seats(reader: InputReader, given: str) -> UnreadableInput | None:
    """Return what asks which of several people is meant, None where a word does not name several."""
    try:
        reader.seat(given)
    except UnreadableInput as error:
        return error if error.faults[0].code == "ambiguous_seat" else None
    return None


def read_arguments(reader: InputReader, rule: Rule, given: Sequence[str]) -> Mapping[str, object]:
    """Return the arguments of a move from words in the order of its parameters, or as `key=value`.

    A value may be two words (`blue 5`). A parameter that may be left out is, where the word is not one of its values and
    a later parameter takes it.
    """
    assert rule.move is not None
    pairs = [(_argument(reader, rule, word.partition("=")[0]), word.partition("=")[2]) for word in given if "=" in word]
    rest = [word for word in given if "=" not in word]
    found: dict[str, object] = {}
    keys = [key for key, _ in pairs]
    for key, value in dict(pairs).items():
        if keys.count(key) > 1:
            raise UnreadableInput(Fault("figure_twice", {"key": key}))
        found[key] = reader.one(key, value, rule.id)
    rest = _marks(reader, rule, rest, found)
    open_keys = [key for key in reader.definition.typed(rule) if key not in found]
    for position, key in enumerate(open_keys):
        if not rest:
            break
        greedy = reader.types[reader.parameter(key).type].many
        optional = _is_optional(reader, key)
        try:
            found[key], rest = (_all(reader, rule, key, rest), []) if greedy else _some(reader, rule, key, rest)
        except UnreadableInput:
            if not optional or position == len(open_keys) - 1:
                raise
    if rest:
        raise UnreadableInput(Fault("too_many_words", {"given": " ".join(rest)}))
    return found


def _argument(reader: InputReader, rule: Rule, given: str) -> str:
    """Return the parameter of a move that a key names: by its id or by a word for it; raises UnreadableInput where it names none."""
    parameters = rule.move.parameters if rule.move else ()
    spelled = (found.get(fold(given.strip())) for found in reader.words.values())
    named = given if given in parameters else next((id for id in spelled if id in parameters), None)
    if named is None:
        raise UnreadableInput(Fault("unknown_key", {"key": given, "nearest": ""}))
    return named


def _marks(reader: InputReader, rule: Rule, rest: list[str], found: dict[str, object]) -> list[str]:
    """Note every mark that is named by its own word (`red`), wherever it stands behind the first word; return what is left."""
    flags = [key for key in reader.definition.typed(rule) if key not in found and reader.parameter(key).type == "flag"]
    left = rest[:1]
    for word in rest[1:]:
        named = reader.words.get("mark", {}).get(fold(word), fold(word))
        if named in flags and named not in found:
            found[named] = True
        else:
            left.append(word)
    return left


def missing(reader: InputReader, rule: Rule, arguments: Mapping[str, object]) -> tuple[str, ...]:
    """Return the parameters of a move that must still be given."""
    parameters = rule.move.parameters if rule.move else ()
    return tuple(key for key in parameters if key not in arguments and not _is_optional(reader, key))


def _is_optional(reader: InputReader, key: str) -> bool:
    return reader.parameter(key).optional


def _all(reader: InputReader, rule: Rule, key: str, rest: list[str]) -> object:
    """Read all the words that are left; a colour and its value may stand apart."""
    joined: list[str] = []
    for word in ",".join(rest).split(","):
        if joined and word.isdecimal() and joined[-1].isalpha():
            joined[-1] += word
        elif word:
            joined.append(word)
    return reader.one(key, joined, rule.id)


def _some(reader: InputReader, rule: Rule, key: str, rest: list[str]) -> tuple[object, list[str]]:
    """Read one word, or two that only together are a value; return the value and the words that are left.

    Raises UnreadableInput for the word alone; for a word and a number that are together wrong in a way of their own, for both.
    """
    try:
        return reader.one(key, rest[0], rule.id), rest[1:]
    except UnreadableInput as alone:
        if len(rest) > 1:
            try:
                return reader.one(key, f"{rest[0]} {rest[1]}", rule.id), rest[2:]
            except UnreadableInput as together:
                if rest[1].isdecimal() and together.faults[0].code != alone.faults[0].code:
                    raise
        raise


def read_figures(reader: InputReader, given: Sequence[str]) -> Mapping[str, object]:
    """Return figures from `key=value` words; a key may begin with a seat (`P1.blue=8`), or with who plays a role for the role.

    Raises UnreadableInput with every fault, also where there is no word at all.
    """
    if not given:
        raise UnreadableInput(Fault("no_figure"))
    tree = words_to_tree(given)
    for key in list(tree):
        if PLAYERS in reader.first_keys() and key not in reader.first_keys() and _is_seat(reader, key):
            below = tree.setdefault(PLAYERS, {})
            assert isinstance(below, dict)
            below[key] = tree.pop(key)
    several = [error for key in tree if PLAYERS in reader.first_keys() and (error := _several_seats(reader, key))]
    try:
        return reader.read(tree).figures
    except UnreadableInput:
        if several:
            raise UnreadableInput(*(fault for error in several for fault in error.faults)) from None
        raise
