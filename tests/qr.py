"""A reader of clean QR codes (model 2, versions 1 to 10, bytes), so that a test need not trust the
code's writer."""

from collections.abc import Callable, Iterator

CODEWORDS = (26, 44, 70, 100, 134, 172, 196, 242, 292, 346)
"""Of each version."""
CHECK_AND_BLOCKS = {
    "L": ((7, 1), (10, 1), (15, 1), (20, 1), (26, 1), (18, 2), (20, 2), (24, 2), (30, 2), (18, 4)),
    "M": ((10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4), (18, 4), (22, 4), (22, 5), (26, 5)),
    "Q": ((13, 1), (22, 1), (18, 2), (26, 2), (18, 4), (24, 4), (18, 6), (22, 6), (20, 8), (24, 8)),
    "H": ((17, 1), (28, 1), (22, 2), (16, 4), (22, 4), (28, 4), (26, 5), (26, 6), (24, 8), (28, 8)),
}
"""Check words of a block and number of blocks, by level and version."""
ALIGNMENT = (
    (), (6, 18), (6, 22), (6, 26), (6, 30), (6, 34), (6, 22, 38), (6, 24, 42), (6, 26, 46), (6, 28, 50),
)  # fmt: skip
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
Modules = set[tuple[int, int]]


def read(dark: Modules, size: int) -> str:
    """The text of a code, given its dark modules as (column, row); raises ValueError for one that
    is not clean."""
    version, rest = divmod(size - 17, 4)
    if rest or not 1 <= version <= len(CODEWORDS):
        raise ValueError(f"no version has {size} modules a side")
    level, mask = _format(dark)
    bits = [
        ((x, y) in dark) ^ (MASKS[mask](x, y) == 0) for x, y in _way(size, _fixed(version, size))
    ]
    words = [_number(bits[at : at + 8]) for at in range(0, 8 * CODEWORDS[version - 1], 8)]
    data = b"".join(_blocks(words, *CHECK_AND_BLOCKS[level][version - 1]))
    stream = "".join(f"{byte:08b}" for byte in data)
    if stream[:4] != "0100":
        raise ValueError("not written as bytes")
    start = 12 if version < 10 else 20
    length = int(stream[4:start], 2)
    return bytes(int(stream[at : at + 8], 2) for at in range(start, start + 8 * length, 8)).decode()


def _number(bits: list[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)


def _format(dark: Modules) -> tuple[str, int]:
    """Level and mask, from the strip around the upper left eye, most significant bit first."""
    places = [*((x, 8) for x in (0, 1, 2, 3, 4, 5, 7, 8)), *((8, y) for y in (7, 5, 4, 3, 2, 1, 0))]
    found = _number([place in dark for place in places]) ^ 0b101010000010010
    return "MLHQ"[found >> 13], found >> 10 & 7


def _fixed(version: int, size: int) -> Modules:
    """Modules that hold no data: eyes with their strips, lines of rhythm, alignment, number of the
    version."""
    last = size - 1
    fixed = {(x, y) for x in range(9) for y in range(9)}
    fixed |= {(x, y) for x in range(last - 7, size) for y in range(9)}
    fixed |= {(x, y) for x in range(9) for y in range(last - 7, size)}
    fixed |= {(6, at) for at in range(size)} | {(at, 6) for at in range(size)}
    centres = ALIGNMENT[version - 1]
    eyes = {(6, 6), (6, last - 6), (last - 6, 6)}
    for x, y in {(x, y) for x in centres for y in centres} - eyes:
        fixed |= {(x + right, y + down) for right in range(-2, 3) for down in range(-2, 3)}
    if version >= 7:
        strip = {(x, y) for x in range(last - 10, last - 7) for y in range(6)}
        fixed |= strip | {(y, x) for x, y in strip}
    return fixed


def _way(size: int, fixed: Modules) -> Iterator[tuple[int, int]]:
    """Data modules in their order: pairs of columns from the right, up and down by turns, past
    column 6."""
    columns = [right for right in range(size - 1, 0, -2) if right > 6] + [5, 3, 1]
    for turn, right in enumerate(columns):
        rows = range(size) if turn % 2 else range(size - 1, -1, -1)
        yield from ((x, y) for y in rows for x in (right, right - 1) if (x, y) not in fixed)


def _blocks(words: list[int], check: int, blocks: int) -> Iterator[bytes]:
    """The data of each block, whose check words must fit; longer blocks come last."""
    length, longer = divmod(len(words), blocks)
    data = [length - check + (block >= blocks - longer) for block in range(blocks)]
    found: list[list[int]] = [[] for _ in range(blocks)]
    rest = iter(words)
    for at in range(max(data)):
        for block in range(blocks):
            if at < data[block]:
                found[block].append(next(rest))
    for _ in range(check):
        for block in range(blocks):
            found[block].append(next(rest))
    for block, content in enumerate(found):
        if any(_value(content, power) for power in range(check)):
            raise ValueError("the check words do not fit")
        yield bytes(content[: data[block]])


def _value(polynomial: list[int], power: int) -> int:
    """The polynomial at 2 to this power, in the field of 256 numbers."""
    at, total = 1, 0
    for _ in range(power):
        at = _times(at, 2)
    for factor in polynomial:
        total = _times(total, at) ^ factor
    return total


def _times(one: int, other: int) -> int:
    product = 0
    while other:
        product ^= one if other & 1 else 0
        one = one << 1 ^ (0x11D if one & 0x80 else 0)
        other >>= 1
    return product
