"""Keeps links in PDFs: LibreOffice drops links whose text has no character style, as written by Google Docs."""

from com.sun.star.beans.PropertyState import DEFAULT_VALUE

LINK_MARKS = {'docx': (b'<w:hyperlink', b'HYPERLINK'), 'odt': (b'<text:a ',), 'rtf': (b'HYPERLINK',)}
STYLE_NAME = 'Plain link'
NO_STYLE = ('', 'Default Style', 'Standard')


def add_link_style(document):
    """The style has no properties, so links keep their appearance."""
    styles = document.StyleFamilies.getByName('CharacterStyles')
    if not styles.hasByName(STYLE_NAME):
        styles.insertByName(STYLE_NAME, document.createInstance('com.sun.star.style.CharacterStyle'))
    _visit(document.Text)


def _visit(text):
    elements = text.createEnumeration()
    while elements.hasMoreElements():
        element = elements.nextElement()
        if element.supportsService('com.sun.star.text.TextTable'):
            for name in element.getCellNames():
                _visit(element.getCellByName(name))
        elif text.createTextCursorByRange(element).getPropertyState('HyperLinkURL') != DEFAULT_VALUE:
            _style_portions(element)


def _style_portions(paragraph):
    portions = paragraph.createEnumeration()
    while portions.hasMoreElements():
        portion = portions.nextElement()
        if portion.HyperLinkURL and portion.UnvisitedCharStyleName in NO_STYLE:
            portion.UnvisitedCharStyleName = STYLE_NAME
            portion.VisitedCharStyleName = STYLE_NAME
