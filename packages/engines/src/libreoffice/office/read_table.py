"""Reads tables in text files: separator, decimal sign and types of the columns are inferred from the content."""

import csv
import io
import re
from collections import Counter
from datetime import datetime
from typing import NamedTuple

from failures import JobFailure

SEPARATORS = {'csv': (',', ';', '\t', '|'), 'tsv': ('\t', ',', ';', '|')}
# Excel reads the separator from such a first line, and does not show it.
HINT = re.compile(r'sep=(.)\n', re.IGNORECASE)
SAMPLED_LINES = 200
SAMPLED_CHARACTERS = 200_000
MAX_COLUMNS = 16_384
MAX_ROWS = 1_048_576
MAX_CELLS = 5_000_000
# A number with more digits loses some of them: it is an identifier.
MAX_DIGITS = 15
DATE = re.compile(r'\d{4}-\d{2}-\d{2}')
TIMESTAMP = re.compile(r'\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?')


class Column(NamedTuple):
    # 'text', 'number', 'date' or 'timestamp'.
    kind: str
    # Digits after the decimal sign, if all numbers of the column have as many.
    decimals: int = 0


class Table(NamedTuple):
    rows: list
    columns: list
    decimal_sign: str


def read_table(text, source):
    """Cells stay text: a cell that starts like a formula is never one."""
    csv.field_size_limit(len(text) + 1)
    hint = HINT.match(text)
    if hint:
        text = text[hint.end() :]
    separator = hint.group(1) if hint else find_separator(text, SEPARATORS[source])
    rows = list(csv.reader(io.StringIO(text, newline=''), delimiter=separator))
    while rows and not any(rows[-1]):
        rows.pop()
    width = max(map(len, rows), default=0)
    if width > MAX_COLUMNS or len(rows) > MAX_ROWS or width * len(rows) > MAX_CELLS:
        raise JobFailure('needs-too-much-memory', f'{len(rows)} rows of {width} cells')
    for row in rows:
        row.extend([''] * (width - len(row)))
    sign = find_decimal_sign(rows, separator)
    return Table(rows, [column_of([row[index] for row in rows], sign) for index in range(width)], sign)


def find_separator(text, separators):
    """The separator with which most lines have the same number of cells, and more than one."""
    end = len(text) if len(text) <= SAMPLED_CHARACTERS else text.rfind('\n', 0, SAMPLED_CHARACTERS)
    sample = text[: max(end, 0)] or text[:SAMPLED_CHARACTERS]

    def score(separator):
        reader = csv.reader(io.StringIO(sample, newline=''), delimiter=separator)
        widths = [len(row) for row, _ in zip(reader, range(SAMPLED_LINES)) if row]
        counts = Counter(width for width in widths if width > 1)
        if not counts:
            return (0, 0)
        width, count = counts.most_common(1)[0]
        return (count / len(widths), width)

    return max(separators, key=score)


def find_decimal_sign(rows, separator):
    """A point or a comma; three digits behind one could also be thousands and prove nothing."""
    point = comma = either = 0
    for row in rows[:SAMPLED_LINES]:
        for cell in row:
            if re.fullmatch(r'-?(?:\d+|\d{1,3}(?:,\d{3})+)\.(?:\d{1,2}|\d{4,})|-?\d{1,3}(?:,\d{3})+\.\d+', cell):
                point += 1
            elif re.fullmatch(r'-?(?:\d+|\d{1,3}(?:\.\d{3})+),(?:\d{1,2}|\d{4,})|-?\d{1,3}(?:\.\d{3})+,\d+', cell):
                comma += 1
            elif re.fullmatch(r'-?\d{1,3},\d{3}', cell):
                either += 1
    if point == comma:
        return ',' if separator == ';' and either > 0 else '.'
    return ',' if comma > point else '.'


def column_of(cells, sign):
    """Text if one cell below the first has leading zeros or too many digits; the first may be a heading."""
    filled = [cell.strip() for cell in cells[1:] if cell.strip()] or [cell.strip() for cell in cells if cell.strip()]
    if not filled:
        return Column('text')
    for kind, pattern in (('date', DATE), ('timestamp', TIMESTAMP)):
        if all(pattern.fullmatch(cell) and date_of(cell) for cell in filled):
            return Column(kind)
    if any(is_identifier(cell) for cell in filled):
        return Column('text')
    numbers = [cell for cell in filled if number_of(cell, sign) is not None]
    if not numbers:
        return Column('text')
    decimals = {len(cell.rpartition(sign)[2]) if sign in cell else 0 for cell in numbers}
    return Column('number', decimals.pop() if len(decimals) == 1 else 0)


def is_identifier(cell):
    return bool(re.fullmatch(r'-?0\d+|\+\d+', cell)) or cell.isdecimal() and len(cell) > MAX_DIGITS


def number_of(cell, sign):
    """None if the cell is not a number, or would not be the same one."""
    group = '.' if sign == ',' else ','
    cell = cell.strip()
    if not re.fullmatch(
        rf'-?(?:\d+|\d{{1,3}}(?:\{group}\d{{3}})+)(?:\{sign}\d+)?(?:[eE][-+]?\d{{1,3}})?', cell, re.ASCII
    ):
        return None
    plain = cell.replace(group, '').replace(sign, '.')
    digits = re.sub(r'[eE].*|\D', '', plain)
    if len(digits.lstrip('0')) > MAX_DIGITS or is_identifier(plain):
        return None
    value = float(plain)
    return value if abs(value) < 1e300 else None


def date_of(cell):
    try:
        return datetime.fromisoformat(cell.strip().replace('T', ' '))
    except ValueError:
        return None
