"""The content of a sheet: as values with full precision, or as shown on the screen."""

import csv
import os
import shutil
from datetime import datetime, timedelta
from itertools import zip_longest

from com.sun.star.uno import RuntimeException
from documents import store
from failures import JobFailure, damaged

# CellFlags: values, dates, texts and formulas.
CONTENT = 1 | 2 | 4 | 16
FORMULAS = 16
# FormulaResult.
ERROR_RESULT = 4
# NumberFormat.
DATE_TYPE, TIME_TYPE, LOGICAL_TYPE = 2, 4, 1024
# Of one sheet; a single cell in the last corner would make billions of empty ones.
MAX_CELLS = 20_000_000
CHUNK_CELLS = 500_000


def visible_sheets(document):
    """The sheets that a reader sees, and the names of the others. If all are hidden, all are returned."""
    sheets = [document.Sheets.getByIndex(index) for index in range(document.Sheets.getCount())]
    shown = [sheet for sheet in sheets if sheet.IsVisible]
    return (shown, [sheet.Name for sheet in sheets if not sheet.IsVisible]) if shown else (sheets, [])


def content_size(sheet):
    """Columns and rows from the first cell to the last one with content."""
    ranges = sheet.queryContentCells(CONTENT).getRangeAddresses()
    width = max((one.EndColumn + 1 for one in ranges), default=0)
    height = max((one.EndRow + 1 for one in ranges), default=0)
    return width, height


def checked_size(sheet):
    width, height = content_size(sheet)
    if width * height > MAX_CELLS:
        raise JobFailure('needs-too-much-memory', f'a sheet of {height} rows and {width} columns')
    return width, height


def texts_of(document, sheet, folder, report):
    """Rows of text: numbers in full, dates as in ISO 8601, errors by their name."""
    for row in values_of(document, sheet, folder, report):
        yield [_text_of(value) for value in row]


def values_of(document, sheet, folder, report):
    """Rows of numbers, booleans and texts, which dates and errors are too; None for an empty cell."""
    width, height = checked_size(sheet)
    if width == 0:
        return
    typed = _typed_ranges(document, sheet.getCellRangeByPosition(0, 0, width - 1, height - 1))
    errors = _errors(sheet)
    # Formulas whose result is true or false have the format of numbers.
    has_formulas = bool(sheet.queryContentCells(FORMULAS).getRangeAddresses())
    shown = _written_rows(document, sheet, folder, report) if has_formulas else []
    origin = document.NullDate
    first_day = datetime(origin.Year, origin.Month, origin.Day)
    step = max(1, CHUNK_CELLS // width)
    for start in range(0, height, step):
        end = min(start + step, height)
        data = sheet.getCellRangeByPosition(0, start, width - 1, end - 1).getDataArray()
        rows = [list(row) for row in data]
        _write_typed(rows, start, typed, first_day)
        for (column, row), text in errors.items():
            if start <= row < end and column < width:
                rows[row - start][column] = text
        for row, texts in zip_longest(rows, shown[start:end], fillvalue=()):
            yield [texts[at] == 'TRUE' if _is_logical(value, texts, at) else _number(value) for at, value in enumerate(row)]


def _is_logical(value, texts, at):
    return value in (0.0, 1.0) and at < len(texts) and texts[at] in ('TRUE', 'FALSE')


def _typed_ranges(document, cells):
    """Ranges of dates, times and booleans, by the formats of the cells."""
    formats = document.getNumberFormats()
    groups = cells.getUniqueCellFormatRanges()
    found = []
    for index in range(groups.getCount()):
        group = groups.getByIndex(index)
        kind = formats.getByKey(group.NumberFormat).Type & (DATE_TYPE | TIME_TYPE | LOGICAL_TYPE)
        if kind:
            found += [(kind, address) for address in group.getRangeAddresses()]
    return found


def _write_typed(rows, start, typed, first_day):
    for kind, address in typed:
        for row in range(max(address.StartRow - start, 0), min(address.EndRow - start + 1, len(rows))):
            cells = rows[row]
            for column in range(address.StartColumn, min(address.EndColumn + 1, len(cells))):
                if isinstance(cells[column], float):
                    cells[column] = _typed_text(cells[column], kind, first_day)


def _typed_text(value, kind, first_day):
    if kind & LOGICAL_TYPE:
        return bool(value)
    seconds = round(value * 86_400)
    if not kind & DATE_TYPE:
        # A duration may be longer than a day.
        sign, seconds = ('-', -seconds) if seconds < 0 else ('', seconds)
        return f'{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}'
    try:
        moment = first_day + timedelta(seconds=seconds)
    except OverflowError:
        return value
    has_time = kind & TIME_TYPE or seconds % 86_400
    return moment.strftime('%Y-%m-%d %H:%M:%S') if has_time else moment.strftime('%Y-%m-%d')


def _errors(sheet):
    ranges = sheet.queryFormulaCells(ERROR_RESULT).getRangeAddresses()
    return {
        (column, row): sheet.getCellByPosition(column, row).getString()
        for one in ranges
        for column in range(one.StartColumn, one.EndColumn + 1)
        for row in range(one.StartRow, one.EndRow + 1)
    }


def _number(value):
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return None if value == '' else value


def _text_of(value):
    if isinstance(value, bool):
        return 'TRUE' if value else 'FALSE'
    if value is None:
        return ''
    return value if isinstance(value, str) else repr(value)


def shown_rows(document, sheet, folder, report):
    """Rows of text as on the screen, without the empty rows and columns before the content."""
    rows = _written_rows(document, sheet, folder, report)
    top = next((index for index, row in enumerate(rows) if any(row)), len(rows))
    left = min((next(index for index, cell in enumerate(row) if cell) for row in rows if any(row)), default=0)
    return [row[left:] for row in rows[top:]]


def _written_rows(document, sheet, folder, report):
    """Written by LibreOffice, since a call for every cell would take minutes."""
    width, height = checked_size(sheet)
    if width == 0:
        return []
    number = list(document.Sheets.ElementNames).index(sheet.Name) + 1
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    _name_safely(sheet, number)
    # Separator, quotes, UTF-8, from line 1; the third flag asks for cells as shown; the sheet.
    options = f'44,34,76,1,,0,false,true,true,false,false,{number}'
    store(document, os.path.join(folder, 'sheet.csv'), 'Text - txt - csv (StarCalc)', report, options)
    written = os.listdir(folder)
    if len(written) != 1:
        raise damaged('a sheet that was not written')
    csv.field_size_limit(2**31 - 1)
    with open(os.path.join(folder, written[0]), encoding='utf-8-sig', newline='') as file:
        rows = [row[:width] for row in csv.reader(file)][:height]
    shutil.rmtree(folder)
    return [row + [''] * (width - len(row)) for row in rows]


def _name_safely(sheet, number):
    """LibreOffice puts the name of the sheet into the name of the file."""
    if not sheet.Name.replace(' ', '').replace('-', '').replace('_', '').isalnum():
        try:
            sheet.Name = f'Sheet {number} of this file'
        except RuntimeException as error:
            raise damaged(f'a sheet that cannot be renamed: {error}') from error
