"""Writes the rows of sheets as CSV, JSON, HTML, Markdown or plain text."""

import csv
import html
import io
import json
import re
import unicodedata
import zipfile

from page_style import PAGE_STYLE

UNSAFE_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]')
LONGEST_NAME = 100
NUMBER = re.compile(r'[-+(]?[$€£¥]?\s?\d[\d.,\s]*(?:[eE][-+]?\d+)?\s?[%$€£¥)]?')
SEPARATORS = {'csv': ',', 'tsv': '\t'}


def write_separated(rows, target, stream):
    """RFC 4180, in UTF-8 and with LF; TSV has quotes only where a cell contains tabs, quotes or line breaks."""
    csv.writer(stream, delimiter=SEPARATORS[target], lineterminator='\n').writerows(rows)


def write_archive(sheets, target, path):
    """One file per sheet, named after it. `sheets`: pairs of a name and rows."""
    taken = set()
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, rows in sheets:
            info = zipfile.ZipInfo(f'{_free_name(name, taken)}.{target}')
            info.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(info, 'w') as file, io.TextIOWrapper(file, 'utf-8', newline='') as stream:
                write_separated(rows, target, stream)


def write_objects(sheets, stream):
    """JSON: an object for each row, with the cells of the first row as names; several sheets are one object of lists."""
    for index, (name, rows) in enumerate(sheets):
        if len(sheets) > 1:
            stream.write(f'{"," if index else "{"}\n{json.dumps(name, ensure_ascii=False)}: ')
        _write_list(rows, stream)
    stream.write('\n}\n' if len(sheets) > 1 else '\n')


def _write_list(rows, stream):
    filled = (row for row in rows if any(value is not None for value in row))
    names = list(_column_names(next(filled, [])))
    stream.write('[')
    for index, row in enumerate(filled):
        stream.write(f'{"," if index else ""}\n  {json.dumps(dict(zip(names, row)), ensure_ascii=False)}')
    stream.write('\n]')


def _column_names(cells):
    """`name`, `name_2`; a name that is missing is `column3`."""
    taken = set()
    for index, cell in enumerate(cells):
        base = f'column{index + 1}' if cell is None or not str(cell).strip() else str(cell)
        name, number = base, 1
        while name in taken:
            number += 1
            name = f'{base}_{number}'
        taken.add(name)
        yield name


def _free_name(name, taken):
    safe = UNSAFE_NAME.sub('_', name).strip(' .')[:LONGEST_NAME] or 'Sheet'
    free, number = safe, 1
    while free.casefold() in taken:
        number += 1
        free = f'{safe} {number}'
    taken.add(free.casefold())
    return free


def tables_as_page(sheets, title):
    parts = [
        f'<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n'
        f'<style>\n{PAGE_STYLE}body {{ max-width: none; }}\ntd.number {{ text-align: end; }}\n</style>\n</head>\n<body>\n'
    ]
    for name, rows in sheets:
        if len(sheets) > 1:
            parts.append(f'<h2>{html.escape(name)}</h2>\n')
        parts.append('<table>\n')
        for row in rows:
            parts.append(f'<tr>{"".join(map(_html_cell, row))}</tr>\n')
        parts.append('</table>\n')
    parts.append('</body>\n</html>\n')
    return ''.join(parts)


def _html_cell(text):
    mark = ' class="number"' if NUMBER.fullmatch(text) else ''
    return f'<td{mark}>{html.escape(text, quote=False).replace(chr(10), "<br>")}</td>'


def tables_as_markdown(sheets):
    return '\n'.join(_markdown_table(name if len(sheets) > 1 else None, rows) for name, rows in sheets)


def _markdown_table(name, rows):
    heading = '' if name is None else f'## {escape_markdown(name)}\n\n'
    if not rows:
        return heading
    numeric = [
        any(row[index] for row in rows[1:]) and all(not row[index] or NUMBER.fullmatch(row[index]) for row in rows[1:])
        for index in range(len(rows[0]))
    ]
    rule = ['---:' if is_numeric else '---' for is_numeric in numeric]
    cells = [[escape_markdown(cell) for cell in row] for row in rows]
    return heading + ''.join(f'| {" | ".join(row)} |\n' for row in [cells[0], rule, *cells[1:]])


def escape_markdown(text):
    return re.sub(r'([\\`*_\[\]<|~])', r'\\\1', text).replace('\n', '<br>')


def tables_as_text(sheets):
    return '\n'.join(_text_table(name if len(sheets) > 1 else None, rows) for name, rows in sheets)


def _text_table(name, rows):
    lines = [[cell.replace('\n', ' ') for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*lines)] if lines else []
    heading = [] if name is None else [name, '']
    shown = ['  '.join(map(_padded, row, widths)).rstrip() for row in lines]
    return ''.join(f'{line}\n' for line in [*heading, *shown])


def _padded(cell, width):
    space = ' ' * (width - _width(cell))
    return space + cell if NUMBER.fullmatch(cell) else cell + space


def _width(text):
    """East Asian characters take two places, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in 'WF' else 1 for one in text
    )
