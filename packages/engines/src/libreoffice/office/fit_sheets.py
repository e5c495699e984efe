"""
Fits the sheets of a spreadsheet to the pages of a PDF: orientation and scale follow the columns in use, unless the
file defines them.
"""

from collections import Counter

from com.sun.star.table import CellRangeAddress
from sheet_values import content_size, visible_sheets

# Smaller text is hard to read: wider sheets take several pages across.
SMALLEST_SCALE = 0.5
# Down to this scale a sheet stays upright.
UPRIGHT_SCALE = 0.8
# Formatted cells without content beside the last content, such as the empty lines of a form.
MARGIN_ROWS = 200
MARGIN_COLUMNS = 20
COPIED_PROPERTIES = (
    *('IsLandscape', 'Size', 'LeftMargin', 'RightMargin', 'TopMargin', 'BottomMargin', 'HeaderIsOn', 'FooterIsOn'),
    *('PrintGrid', 'PrintHeaders', 'PrintAnnotations', 'PrintDownFirst', 'CenterHorizontally', 'CenterVertically'),
)
HEADER_TEXTS = ('RightPageHeaderContent', 'RightPageFooterContent')


def fit_sheets(document, has_page_settings):
    styles = document.StyleFamilies.getByName('PageStyles')
    sheets = visible_sheets(document)[0]
    users = Counter(sheet.PageStyle for sheet in sheets)
    for sheet in sheets:
        if not sheet.getPrintAreas():
            limit_print_area(sheet)
        style = styles.getByName(sheet.PageStyle)
        if has_page_settings and is_scaled(style):
            continue
        if users[sheet.PageStyle] > 1:
            # Sheets may share a page style, but not a width.
            style = copy_style(document, styles, style)
            sheet.PageStyle = style.Name
        fit_sheet(sheet, style, has_page_settings)


def is_scaled(style):
    """The author of the file chose a scale or a number of pages."""
    return style.PageScale != 100 or style.ScaleToPages > 0 or style.ScaleToPagesX > 0 or style.ScaleToPagesY > 0


def limit_print_area(sheet):
    """Without it, a background over the whole sheet would be printed on thousands of pages."""
    width, height = used_size(sheet)
    if width > 0:
        area = CellRangeAddress(sheet.RangeAddress.Sheet, 0, 0, width - 1, height - 1)
        sheet.setPrintAreas((area,))


def used_size(sheet):
    """Columns and rows with content, drawings, or formatted cells near to them."""
    width, height = content_size(sheet)
    for index in range(sheet.DrawPage.getCount()):
        address = cells_below(sheet, sheet.DrawPage.getByIndex(index))
        if address is not None:
            width, height = max(width, address.EndColumn + 1), max(height, address.EndRow + 1)
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    last = cursor.RangeAddress
    if width > 0:
        width = max(width, min(last.EndColumn + 1, width + MARGIN_COLUMNS))
        height = max(height, min(last.EndRow + 1, height + MARGIN_ROWS))
    return width, height


def cells_below(sheet, shape):
    """Cells that a drawing covers, found by the anchor and the sizes of the cells beside it."""
    anchor = getattr(shape, 'Anchor', None)
    if anchor is None or not hasattr(anchor, 'RangeAddress'):
        return None
    position, size = shape.Position, shape.Size
    address = anchor.RangeAddress
    right, bottom = position.X + size.Width, position.Y + size.Height
    address.EndColumn = max(address.EndColumn, index_at(sheet.Columns, 'Width', right, address.StartColumn))
    address.EndRow = max(address.EndRow, index_at(sheet.Rows, 'Height', bottom, address.StartRow))
    return address


def index_at(tracks, size_name, end, start):
    """The last column or row that begins before `end`; positions of cells grow with their index."""
    low, high = 0, tracks.getCount() - 1
    axis = 'X' if size_name == 'Width' else 'Y'
    while low < high:
        middle = (low + high + 1) // 2
        if getattr(tracks.getByIndex(middle).Position, axis) < end:
            low = middle
        else:
            high = middle - 1
    return max(low, start)


def fit_sheet(sheet, style, has_page_settings):
    width = printed_width(sheet)
    if not has_page_settings:
        style.HeaderIsOn = style.FooterIsOn = False
        style.PrintGrid = True
    space = printable_width(style)
    if width <= space or width == 0:
        return
    if not style.IsLandscape and width * UPRIGHT_SCALE > space:
        turn(style)
        space = printable_width(style)
    style.ScaleToPagesX = max(1, -(-int(width * SMALLEST_SCALE) // space))
    style.ScaleToPagesY = 0


def printed_width(sheet):
    """Of the visible columns of the widest print area, in hundredths of a millimeter."""
    return max(
        (sheet.getCellRangeByPosition(one.StartColumn, 0, one.EndColumn, 0).Size.Width for one in sheet.getPrintAreas()),
        default=0,
    )


def printable_width(style):
    return max(1, style.Width - style.LeftMargin - style.RightMargin)


def turn(style):
    size = style.Size
    size.Width, size.Height = size.Height, size.Width
    style.IsLandscape = True
    style.Size = size


def copy_style(document, styles, style):
    copy = document.createInstance('com.sun.star.style.PageStyle')
    styles.insertByName(f'Fitted {styles.getCount()}', copy)
    for name in COPIED_PROPERTIES:
        setattr(copy, name, getattr(style, name))
    for name, is_on in zip(HEADER_TEXTS, (style.HeaderIsOn, style.FooterIsOn), strict=True):
        if is_on:
            setattr(copy, name, getattr(style, name))
    return copy
