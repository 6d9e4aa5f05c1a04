"""What is painted where, how it changes with its reader's look, and what it never changes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise
from typing import TypeAlias, get_args

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.art import sprites
from bot.art.look import Look
from bot.art.painter import compose, paint
from bot.scene import HEIGHT, WIDTH, Anchor, Cloth, Colour, Glow, Kind, Number, Part, Plate, Scene, Sprite

Box: TypeAlias = tuple[int, int, int, int]

GREEN = Cloth(0x092C21, 0x26805C)
SMOOTH = Look(grain=0)
CARD = Sprite("card_king_of_diamonds", 400, 225, 142)
CARD_BOX = (329, 126, 471, 325)


def scene(*parts: Part) -> Scene:
    return Scene(GREEN, parts)


def shown(*parts: Part, look: Look = SMOOTH) -> Image.Image:
    return compose(scene(*parts), look)


def changed(*parts: Part) -> Box:
    """The box outside of which everything looks as before these parts: left, top, right, bottom.

    Scaling leaves traces around a drawing that nobody sees.
    """
    difference = ImageChops.difference(shown(), shown(*parts))
    box = difference.point(lambda level: 255 if level > 5 else 0).getbbox()
    assert box is not None, "nothing has changed"
    return box


def colours(image: Image.Image, box: Box | None = None) -> set[tuple[int, ...]]:
    found = (image if box is None else image.crop(box)).getcolors(WIDTH * HEIGHT)
    assert found is not None
    return {colour for _, colour in found if isinstance(colour, tuple)}


def mean(image: Image.Image, box: Box | None = None) -> list[float]:
    return ImageStat.Stat(image if box is None else image.crop(box)).mean


def at(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    colour = image.getpixel((x, y))
    assert isinstance(colour, tuple)
    return colour


def near(one: tuple[int, ...], other: tuple[int, ...], by: int = 2) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


# The file


def test_a_picture_is_a_webp_file_of_the_size_of_a_scene() -> None:
    with Image.open(BytesIO(paint(scene(CARD), Look()))) as image:
        assert (image.format, image.size, image.mode) == ("WEBP", (800, 450), "RGB")
        painted = image.convert("RGB")
    difference = ImageChops.difference(painted, shown(CARD, look=Look()))
    assert max(mean(difference)) < 5


def test_the_same_scene_is_the_same_file_whatever_was_painted_between() -> None:
    first = paint(scene(CARD, Number("12", 20, 20, 30)), Look())
    paint(scene(replace(CARD, x=500, shadow=True), Plate(400, 225, 300, 300, "win")), Look(two_colours=True))
    assert paint(scene(CARD, Number("12", 20, 20, 30)), Look()) == first


def test_threads_do_not_disturb_each_other() -> None:
    scenes = [
        scene(*(Sprite(f"card_number_{n + at}", 40 + at * 90, 200, 80, shadow=True) for at in range(8)))
        for n in range(1, 90, 11)
    ]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda one: paint(one, Look()), scenes * 2))
    assert together == [paint(one, Look()) for one in scenes] * 2


def test_what_is_kept_is_bounded() -> None:
    kept = (sprites.drawing, sprites.glyph, sprites.plate, sprites.glow)
    assert all(function.cache_parameters()["maxsize"] <= 400 for function in kept)


# Parts


def test_a_sprite_lies_with_its_middle_where_it_is_put() -> None:
    assert near(changed(CARD), CARD_BOX)
    assert near(changed(replace(CARD, width=71)), (364, 175, 436, 275))
    assert near(changed(replace(CARD, width=100, height=60)), (350, 195, 450, 255))


def test_a_shadow_falls_around_and_below() -> None:
    left, top, right, bottom = changed(replace(CARD, shadow=True))
    assert left < CARD_BOX[0]
    assert right > CARD_BOX[2]
    assert 0 <= CARD_BOX[1] - top < bottom - CARD_BOX[3] <= 13
    inside = (CARD_BOX[0] + 12, CARD_BOX[1] + 12, CARD_BOX[2] - 12, CARD_BOX[3] - 12)
    assert shown(CARD).crop(inside).tobytes() == shown(replace(CARD, shadow=True)).crop(inside).tobytes()
    assert sum(at(shown(replace(CARD, shadow=True)), 400, CARD_BOX[3] + 2)) < sum(
        at(shown(), 400, CARD_BOX[3] + 2)
    )


def test_emoji_are_sprites_too() -> None:
    assert near(changed(Sprite("seat_2", 100, 100, 64)), (66, 66, 134, 134), by=12)


def test_later_parts_lie_on_earlier_ones() -> None:
    back = Sprite("card_back_point", 400, 225, 142)
    assert (
        shown(back, CARD).crop((340, 140, 460, 310)).tobytes()
        == shown(CARD).crop((340, 140, 460, 310)).tobytes()
    )
    assert shown(CARD, back).tobytes() != shown(back, CARD).tobytes()


@pytest.mark.parametrize(("x", "y"), [(0, 0), (800, 450), (0, 450), (800, 0), (400, -60)])
def test_what_hangs_over_the_edge_is_cut(x: int, y: int) -> None:
    left, top, right, bottom = changed(replace(CARD, x=x, y=y))
    assert near(
        (left, top, right, bottom), (max(0, x - 71), max(0, y - 100), min(800, x + 71), min(450, y + 100))
    )


def test_what_lies_outside_is_not_seen() -> None:
    assert shown(replace(CARD, x=-200), replace(CARD, y=900)).tobytes() == shown().tobytes()


def test_light_is_seen_around_the_card_that_covers_it() -> None:
    light = Glow(400, 225, 142, 199, 0xFF9A55)
    left, top, right, bottom = changed(light, CARD)
    assert 20 <= CARD_BOX[0] - left <= 45
    assert near((CARD_BOX[0] - left, CARD_BOX[1] - top) * 2, (right - CARD_BOX[2], bottom - CARD_BOX[3]) * 2)
    red, _, blue = at(shown(light, CARD), CARD_BOX[0] - 5, 225)
    assert red > 200
    assert red > blue + 60


@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_plate_lies_where_it_is_put_and_darkens_the_cloth(kind: Kind) -> None:
    plate = Plate(400, 225, 200, 100, kind)
    assert near(changed(plate), (300, 175, 500, 275))
    assert sum(mean(shown(plate), (340, 200, 460, 250))) < sum(mean(shown(), (340, 200, 460, 250)))


def test_kinds_of_plates_differ() -> None:
    seen = {kind: shown(Plate(400, 225, 200, 100, kind)) for kind in get_args(Kind)}
    for one, other in combinations(seen.values(), 2):
        assert one.tobytes() != other.tobytes()
    lightest = {kind: max(colours(image, (340, 174, 460, 181)), key=sum) for kind, image in seen.items()}
    assert near(lightest["turn"], (255, 255, 255))
    assert near(lightest["win"], (255, 207, 77), by=4)
    assert max(sum(lightest["idle"]), sum(lightest["slot"])) < 450


def test_the_edge_of_an_empty_place_has_gaps() -> None:
    slot = shown(Plate(400, 225, 200, 100, "slot"))
    row = [sum(mean(slot, (x, 175, x + 1, 179))) for x in range(330, 470)]
    middle = (min(row) + max(row)) / 2
    changes = sum((one > middle) != (other > middle) for one, other in pairwise(row))
    assert changes >= 10


@pytest.mark.parametrize(
    ("anchor", "expected"), [("left", (400, None)), ("right", (None, 400)), ("middle", (None, None))]
)
def test_a_number_stands_where_its_anchor_says(
    anchor: Anchor, expected: tuple[int | None, int | None]
) -> None:
    left, top, right, bottom = changed(Number("28", 400, 200, 40, anchor=anchor))
    assert abs(top - 200) <= 3
    assert abs(bottom - 242) <= 3  # with its shade
    assert 30 <= right - left <= 60
    if expected[0] is not None:
        assert abs(left - expected[0]) <= 4
    elif expected[1] is not None:
        assert abs(right - expected[1]) <= 4
    else:
        assert abs((left + right) / 2 - 400) <= 3


@pytest.mark.parametrize("height", [12, 22, 30.5, 54])
def test_a_number_grows_with_its_height(height: float) -> None:
    _, top, _, bottom = changed(Number("8", 400, 100, height))
    assert abs(bottom - top - height) <= 5


def test_numbers_have_their_colours() -> None:
    seen = {colour: shown(Number("88", 400, 200, 54, colour)) for colour in get_args(Colour)}
    solid = {colour: colours(image, (400, 200, 470, 254)) for colour, image in seen.items()}
    assert (255, 255, 255) in solid["white"]
    assert (255, 211, 77) in solid["gold"]
    assert (255, 138, 128) in solid["red"]
    assert (190, 200, 196) in solid["grey"]


def test_a_number_throws_a_shade_below() -> None:
    minus = Number("-", 400, 200, 54)
    _, _, _, bottom = changed(minus)
    below = (405, bottom - 2, 420, bottom)
    assert sum(mean(shown(minus), below)) < 0.8 * sum(mean(shown(), below))


def test_every_digit_and_sign_can_be_written() -> None:
    signs = [shown(Number(sign, 400, 200, 54)).tobytes() for sign in "0123456789+-|"]
    assert len(set(signs)) == 13
    assert shown(Number("−7", 400, 200, 54)).tobytes() == shown(Number("-7", 400, 200, 54)).tobytes()


# What cannot be painted


def test_an_unknown_drawing_is_an_error() -> None:
    with pytest.raises(FileNotFoundError, match="card_joker"):
        paint(scene(Sprite("card_joker", 400, 225, 100)), Look())


def test_an_unknown_letter_is_an_error() -> None:
    with pytest.raises(KeyError):
        paint(scene(Number("x", 400, 225, 30)), Look())


# Looks

WARM = Look(temperature=100, grain=0)
COLD = Look(temperature=0, grain=0)


def test_two_colours_are_for_suits_that_share_one() -> None:
    two = replace(SMOOTH, two_colours=True)
    for name, differs in (
        ("card_king_of_diamonds", True),
        ("fan_two_of_clubs", True),
        ("spot_ten_of_diamonds", True),
        ("trump_clubs", True),
        ("card_king_of_spades", False),
        ("card_number_47", False),
        ("seat_1", False),
    ):
        four = shown(Sprite(name, 400, 225, 86))
        assert (four.tobytes() != shown(Sprite(name, 400, 225, 86), look=two).tobytes()) is differs, name
    red, green, blue = at(shown(CARD, look=two), 427, 265)
    assert red > 150 > max(green, blue)


def cloth(look: Look) -> list[float]:
    return mean(shown(look=look))


def inner(look: Look) -> bytes:
    """What lies on the cloth: a card, a light, a number on a golden frame, a mark."""
    light, mark = Glow(600, 225, 100, 140), Sprite("seat_3", 100, 225, 90)
    image = shown(CARD, light, replace(CARD, x=600, width=100), mark, look=look)
    boxes = [(340, 140, 460, 310), (560, 170, 640, 280), (90, 225, 110, 240)]
    return b"".join(image.crop(box).tobytes() for box in boxes)


@pytest.mark.parametrize(
    "look_with",
    [
        lambda percentage: Look(contrast=percentage),
        lambda percentage: Look(grain=percentage),
        lambda percentage: Look(temperature=percentage),
    ],
    ids=["contrast", "grain", "temperature"],
)
def test_a_setting_changes_the_cloth_and_nothing_on_it(look_with: Callable[[int], Look]) -> None:
    looks = [look_with(percentage) for percentage in range(0, 101, 10)]
    cloths = [shown(look=look).tobytes() for look in looks]
    assert len(set(cloths)) == len(looks)
    assert len({inner(look) for look in looks}) == 1


def test_temperature_goes_from_blue_to_red() -> None:
    cold, warm = cloth(COLD), cloth(WARM)
    assert warm[0] > cloth(SMOOTH)[0] > cold[0]
    assert warm[2] < cloth(SMOOTH)[2] < cold[2]


def test_contrast_darkens_the_cloth() -> None:
    levels = [sum(cloth(Look(contrast=percentage, grain=0))) for percentage in (0, 50, 100)]
    assert levels == sorted(levels, reverse=True)


def test_grain_roughens_the_cloth() -> None:
    def roughness(grain: int) -> float:
        patch = shown(look=Look(grain=grain)).convert("L").crop((380, 200, 420, 240))
        return ImageStat.Stat(patch).stddev[0]

    rough = [roughness(grain) for grain in (0, 50, 100)]
    assert rough == sorted(rough)
    assert rough[2] > rough[0] + 3


def test_cloths_have_the_colours_of_their_games() -> None:
    red = compose(Scene(Cloth(0x320916, 0x962A42), ()), SMOOTH)
    assert mean(red)[0] > mean(red)[1] + 50
    assert cloth(SMOOTH)[1] > cloth(SMOOTH)[0] + 50
    middle, corner = at(red, 400, 200), at(red, 2, 447)
    assert sum(middle) > 1.5 * sum(corner)


@pytest.mark.parametrize(
    "reader", [lambda look: replace(look, pictures=False), lambda look: replace(look, emoji=False)]
)
def test_a_picture_does_not_tell_whether_somebody_wants_it(reader: Callable[[Look], Look]) -> None:
    assert paint(scene(CARD), reader(Look())) == paint(scene(CARD), Look())
    assert reader(Look()).painted() == Look()
    assert Look(two_colours=True, grain=0).painted() == Look(two_colours=True, grain=0)
