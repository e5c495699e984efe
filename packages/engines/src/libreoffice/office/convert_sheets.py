"""Converts a spreadsheet: to PDF with its sheets fitted to the page, to other spreadsheets, or to its values as text."""

import os

from documents import check_result, close, store, write_text
from fit_sheets import fit_sheets
from load_sheets import TEXT_TABLES, load_sheets
from model_drawings import SANITIZED, remove_drawn_links
from model_sheets import remove_disclosing_formulas, remove_sheet_links
from sheet_values import content_size, shown_rows, texts_of, values_of, visible_sheets
from write_tables import (
    tables_as_markdown,
    tables_as_page,
    tables_as_text,
    write_archive,
    write_objects,
    write_separated,
)

WRITE_FILTERS = {'pdf': 'calc_pdf_Export', 'xlsx': 'Calc MS Excel 2007 XML', 'ods': 'calc8'}
WRITE_DATA = {'pdf': {'ExportBookmarks': True, 'UseTaggedPDF': True}}
# Names of hidden sheets that a note lists.
LISTED_NAMES = 5


def convert_sheets(office, request, input_path, output_path, report):
    """Whether LibreOffice closed the document, and the report."""
    target = request['to']
    document = load_sheets(office, request, input_path, report)
    try:
        remove_sheet_links(document)
        if request['from'] not in (*SANITIZED, *TEXT_TABLES):
            remove_disclosing_formulas(document)
        remove_drawn_links(document, request['from'] in SANITIZED)
        report(50, 'write')
        if target in WRITE_FILTERS:
            about = _store(document, request, output_path, report)
        else:
            about = _write_values(document, target, output_path, report)
    finally:
        is_closed = close(document)
    return is_closed, about


def _store(document, request, path, report):
    target = request['to']
    hidden = []
    if target == 'pdf':
        fit_sheets(document, has_page_settings=request['from'] not in ('csv', 'tsv', 'numbers'))
        hidden = visible_sheets(document)[1]
    store(document, path, WRITE_FILTERS[target], report, None, WRITE_DATA.get(target))
    check_result(target, path)
    return _about(hidden)


def _write_values(document, target, path, report):
    sheets, hidden = visible_sheets(document)
    # A new workbook often has empty sheets.
    filled = [sheet for sheet in sheets if content_size(sheet)[0] > 0] or sheets[:1]
    names = [sheet.Name for sheet in filled]
    folder = f'{path}-sheets'
    if target in ('csv', 'tsv'):
        rows = [texts_of(document, sheet, folder, report) for sheet in filled]
        return _write_separated(list(zip(names, rows, strict=True)), target, path) | _about(hidden)
    if target == 'json':
        rows = [values_of(document, sheet, folder, report) for sheet in filled]
        with open(path, 'w', encoding='utf-8', errors='replace', newline='') as file:
            write_objects(list(zip(names, rows, strict=True)), file)
        return _about(hidden)
    tables = [(name, shown_rows(document, sheet, folder, report)) for name, sheet in zip(names, filled, strict=True)]
    writers = {'html': lambda: tables_as_page(tables, names[0]), 'md': lambda: tables_as_markdown(tables)}
    write_text(path, writers.get(target, lambda: tables_as_text(tables))())
    return _about(hidden)


def _write_separated(sheets, target, path):
    if len(sheets) > 1:
        write_archive(sheets, target, path)
        return {'format': 'zip', 'pages': len(sheets)}
    with open(path, 'w', encoding='utf-8', errors='replace', newline='') as file:
        write_separated(sheets[0][1], target, file)
    if os.path.getsize(path) == 0:
        write_text(path, '\n')
    return {}


def _about(hidden):
    if not hidden:
        return {}
    listed = ', '.join(name[:60] for name in hidden[:LISTED_NAMES])
    more = f' and {len(hidden) - LISTED_NAMES} more' if len(hidden) > LISTED_NAMES else ''
    return {'notes': [f'Hidden sheets were left out: {listed}{more}.']}
