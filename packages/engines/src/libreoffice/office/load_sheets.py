"""Opens a spreadsheet, or fills a new one with a table of a text file."""

from checks import CompoundFile, check_archive
from com.sun.star.lang import Locale
from documents import SPREADSHEET, load, read_text
from failures import damaged
from read_table import date_of, number_of, read_table

READ_FILTERS = {
    'xlsx': 'Calc MS Excel 2007 XML',
    'xls': 'MS Excel 97',
    'ods': 'calc8',
    'numbers': 'Apple Numbers',
}
TEXT_TABLES = ('csv', 'tsv')
SHEET_FORMATS = (*READ_FILTERS, *TEXT_TABLES)

# Cells that are sent to LibreOffice at once.
CHUNK_CELLS = 200_000
# In hundredths of a millimeter; longer text is wrapped.
WIDEST_COLUMN = 9000
DATE_FORMATS = {'date': 'YYYY-MM-DD', 'timestamp': 'YYYY-MM-DD HH:MM:SS'}


def load_sheets(office, request, path, report):
    source = request['from']
    if source in TEXT_TABLES:
        table = read_table(read_text(path), source)
        report(20, 'read')
        office.ensure_answering()
        return _fill_sheet(office, table)
    if source == 'xls':
        _check_workbook(path)
    else:
        check_archive(path)
    report(15, 'check')
    office.ensure_answering()
    return load(office, SPREADSHEET, READ_FILTERS[source], path, request, report)


def _check_workbook(path):
    streams = CompoundFile(path).streams
    if 'Workbook' not in streams and 'Book' not in streams:
        raise damaged('no workbook')


def _fill_sheet(office, table):
    document = office.create(SPREADSHEET)
    document.initNew()
    sheet = document.Sheets.getByIndex(0)
    width = len(table.columns)
    if not table.rows or width == 0:
        return document
    for index, column in enumerate(table.columns):
        _format_column(document, sheet.Columns.getByIndex(index), column)
    origin = document.NullDate
    first_day = date_of(f'{origin.Year:04}-{origin.Month:02}-{origin.Day:02}')
    step = max(1, CHUNK_CELLS // width)
    for start in range(0, len(table.rows), step):
        rows = table.rows[start : start + step]
        values = tuple(
            tuple(
                _value(cell, column, table.decimal_sign, first_day)
                for cell, column in zip(row, table.columns, strict=True)
            )
            for row in rows
        )
        # Data, not formulas: a cell that starts with an equals sign stays text.
        sheet.getCellRangeByPosition(0, start, width - 1, start + len(rows) - 1).setDataArray(values)
    _fit_columns(sheet, width, len(table.rows))
    return document


def _value(cell, column, decimal_sign, first_day):
    if column.kind == 'number':
        number = number_of(cell, decimal_sign)
        return cell if number is None else number
    date = date_of(cell) if column.kind in DATE_FORMATS and cell[:4].isdecimal() else None
    return cell if date is None else (date - first_day).total_seconds() / 86_400


def _format_column(document, sheet_column, column):
    code = DATE_FORMATS.get(column.kind)
    if column.kind == 'number' and column.decimals > 0:
        code = f'0.{"0" * min(column.decimals, 15)}'
    elif column.kind == 'text':
        code = '@'
    if code is not None:
        sheet_column.NumberFormat = number_format(document, code)


def number_format(document, code):
    formats, locale = document.getNumberFormats(), Locale('en', 'US', '')
    key = formats.queryKey(code, locale, False)
    return formats.addNew(code, locale) if key < 0 else key


def _fit_columns(sheet, width, height):
    sheet.getCellRangeByPosition(0, 0, width - 1, 0).Columns.OptimalWidth = True
    for index in range(width):
        column = sheet.Columns.getByIndex(index)
        if column.Width > WIDEST_COLUMN:
            column.Width = WIDEST_COLUMN
            cells = sheet.getCellRangeByPosition(index, 0, index, height - 1)
            cells.IsTextWrapped = True
            cells.Rows.OptimalHeight = True
