"""Playing cards and their text forms."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from engine.cards import (
    ACE,
    RANKS,
    SUITS,
    TEXTS,
    Card,
    Rank,
    Suit,
    parse_card,
    parse_rank,
    parse_suit,
    rank_of,
    suit_of,
)


def test_fifty_two_cards() -> None:
    assert len(set(TEXTS)) == 52
    assert [parse_card(text) for text in TEXTS] == list(range(52))
    for card, text in enumerate(TEXTS):
        assert text == RANKS[rank_of(card)] + SUITS[suit_of(card)]
    assert TEXTS[ACE] == "AS"
    assert parse_card("10H") == parse_suit("H") * 13 + parse_rank("10")


@pytest.mark.parametrize("wrong", ["", "1S", "10", "as", "AS ", "SA", 5, None, [], True, "AS,2S"])
def test_other_texts_are_no_cards(wrong: Any) -> None:
    with pytest.raises(ValueError, match="is no card"):
        parse_card(wrong)
    with pytest.raises(ValidationError):
        TypeAdapter(Card).validate_python(wrong)


@pytest.mark.parametrize(("kind", "text"), [(Card, "QD"), (Rank, "10"), (Suit, "C")])
def test_text_forms_in_records(kind: Any, text: str) -> None:
    adapter = TypeAdapter(kind)
    number = adapter.validate_python(text)
    assert isinstance(number, int)
    assert adapter.dump_python(number, mode="json") == text
