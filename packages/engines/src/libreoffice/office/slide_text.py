"""The text of slides: titles, lists with their levels, tables, and the notes of the speaker."""

import re
from typing import NamedTuple

from model_links import indexed, property_of
from write_tables import escape_markdown, tables_as_markdown, tables_as_text

TITLE = 'com.sun.star.presentation.TitleTextShape'
NOTES = 'com.sun.star.presentation.NotesShape'
GROUP = 'com.sun.star.drawing.GroupShape'
TABLE = 'com.sun.star.drawing.TableShape'
# Filled by the presentation itself, on every slide.
REPEATED = tuple(f'com.sun.star.presentation.{name}Shape' for name in ('Header', 'Footer', 'DateTime', 'SlideNumber'))
MAX_DEPTH = 50


class Line(NamedTuple):
    text: str
    # Of a list; below 0 for a paragraph.
    level: int = -1
    is_numbered: bool = False


class Slide(NamedTuple):
    title: str
    # Each a list of lines, or of rows for a table.
    blocks: list
    notes: list


def read_slide(page):
    shapes = list(_shapes_of(page, MAX_DEPTH))
    title = next((shape for shape in shapes if shape.getShapeType() == TITLE and shape.getString().strip()), None)
    # As on the slide: from top to bottom, then from left to right; the order in the file is that of drawing.
    others = sorted((one for one in shapes if one is not title), key=lambda one: (one.Position.Y, one.Position.X))
    blocks = [block for shape in others if (block := _block_of(shape))]
    text = '' if title is None else ' '.join(title.getString().split())
    return Slide(text, blocks, _notes_of(page))


def _shapes_of(group, depth):
    for shape in indexed(group):
        kind = shape.getShapeType()
        if kind == GROUP and depth > 0:
            yield from _shapes_of(shape, depth - 1)
        elif kind == TABLE or (kind not in REPEATED and hasattr(shape, 'getString')):
            yield shape


def _block_of(shape):
    if shape.getShapeType() == TABLE:
        cells = shape.Model
        return [
            [cells.getCellByPosition(column, row).getString() for column in range(cells.getColumns().getCount())]
            for row in range(cells.getRows().getCount())
        ]
    if property_of(shape, 'IsEmptyPresentationObject'):
        return []
    return list(_lines_of(shape))


def _lines_of(shape):
    paragraphs = shape.createEnumeration()
    while paragraphs.hasMoreElements():
        paragraph = paragraphs.nextElement()
        text = paragraph.getString().replace('\v', '\n').strip()
        if text:
            yield Line(text, *_list_place(paragraph))


def _list_place(paragraph):
    """Level and kind of a list item. Level and rules are also set where no bullet is shown."""
    level, rules = property_of(paragraph, 'NumberingLevel'), property_of(paragraph, 'NumberingRules')
    if level is None or level < 0 or rules is None or property_of(paragraph, 'NumberingIsNumber') is False:
        return -1, False
    kind = next((one.Value for one in rules.getByIndex(level) if one.Name == 'NumberingType'), None)
    # NumberingType: 5 is none, 6 a bullet, 8 an image.
    return (-1, False) if kind in (None, 5) else (level, kind not in (6, 8))


def _notes_of(page):
    shapes = [shape for shape in indexed(page.NotesPage) if shape.getShapeType() == NOTES]
    filled = [shape for shape in shapes if not property_of(shape, 'IsEmptyPresentationObject')]
    return [line for shape in filled for line in shape.getString().splitlines() if line.strip()]


def slides_as_text(pages):
    return '\n\n'.join(_as_text(number, read_slide(page)) for number, page in enumerate(pages, 1))


def _as_text(number, slide):
    parts = [f'{number}. {slide.title}' if slide.title else f'{number}.']
    for block in slide.blocks:
        if isinstance(block[0], Line):
            parts.append('\n'.join(f'{"  " * line.level}- {line.text}' if line.level >= 0 else line.text for line in block))
        else:
            parts.append(tables_as_text([('', block)]).rstrip('\n'))
    if slide.notes:
        parts.append('Notes:\n' + '\n'.join(slide.notes))
    return '\n\n'.join(parts) + '\n'


def slides_as_markdown(pages):
    return '\n'.join(_as_markdown(number, read_slide(page)) for number, page in enumerate(pages, 1))


def _as_markdown(number, slide):
    parts = [f'## {escape_markdown(slide.title) or f"Slide {number}"}']
    for block in slide.blocks:
        if isinstance(block[0], Line):
            parts.append(_list_as_markdown(block))
        else:
            parts.append(tables_as_markdown([('', block)]).rstrip('\n'))
    if slide.notes:
        quoted = '\n>\n'.join(f'> {_plain(line)}' for line in slide.notes)
        parts.append(f'> **Notes**\n>\n{quoted}')
    return '\n\n'.join(parts) + '\n'


def _list_as_markdown(lines):
    """Items are beside each other, paragraphs are separated."""
    written = ''
    for index, line in enumerate(lines):
        is_item = line.level >= 0
        if index > 0:
            written += '\n' if is_item and lines[index - 1].level >= 0 else '\n\n'
        mark = f'{"   " * line.level}{"1." if line.is_numbered else "-"} ' if is_item else ''
        written += mark + _plain(line.text)
    return written


def _plain(text):
    """Text that a reader of Markdown would take for a heading, a list or a quotation is escaped."""
    escaped = escape_markdown(text).replace('<br>', '  \n')
    return re.sub(r'^(\s*)(#{1,6}\s|[-+>]|\d+(?=[.)]\s))', lambda found: _escape_mark(found), escaped)


def _escape_mark(found):
    space, mark = found.groups()
    return f'{space}{mark}\\' if mark.isdecimal() else f'{space}\\{mark}'
