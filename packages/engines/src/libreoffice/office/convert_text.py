"""Converts a text document: validates it, then loads and stores it with LibreOffice, or directly for plain text."""

from documents import TEXT_DOCUMENT, check_result, close, load, read_text, store, write_text
from examine import examine
from failures import damaged
from links import add_link_style
from markup import text_as_page
from model_links import remove_hyperlinks, remove_links
from notes import notes_of
from right_to_left import has_right_to_left, set_direction
from view import open_view
from written_page import clean_page

WRITE_FILTERS = {
    'pdf': 'writer_pdf_Export',
    'docx': 'MS Word 2007 XML',
    'odt': 'writer8',
    'rtf': 'Rich Text Format',
    'html': 'HTML (StarWriter)',
    'txt': 'Text (encoded)',
}
UTF8_LINES = 'UTF8,LF,,,'
WRITE_OPTIONS = {'txt': UTF8_LINES, 'html': 'EmbedImages,NoLineLimit'}
# Headings become the outline, and tags make the PDF accessible to screen readers.
WRITE_DATA = {'pdf': {'ExportBookmarks': True, 'UseTaggedPDF': True}}


def convert_text(office, request, input_path, output_path, report):
    """False if LibreOffice did not close the document and should be restarted."""
    source, target = request['from'], request['to']
    text = None
    if source == 'txt':
        text = read_text(input_path)
        if target in ('html', 'txt'):
            write_text(output_path, text_as_page(text) if target == 'html' else text)
            return True
        write_text(input_path, text)
    facts = examine(source, input_path)
    report(15, 'check')
    office.ensure_answering()
    read_options = UTF8_LINES if source == 'txt' else None
    document = load(office, TEXT_DOCUMENT, facts.read_filter, input_path, request, report, read_options)
    try:
        if request.get('isRepaired') and not document.getText().getString().strip():
            raise damaged('nothing left after the repair')
        remove_links(document)
        if not facts.was_sanitized:
            remove_hyperlinks(document)
        if source == 'txt' and has_right_to_left(text):
            set_direction(document)
        if target == 'pdf':
            if facts.has_links:
                add_link_style(document)
            open_view(office, document)
        report(50, 'write')
        store(
            document,
            output_path,
            WRITE_FILTERS[target],
            report,
            WRITE_OPTIONS.get(target),
            WRITE_DATA.get(target),
        )
        notes = notes_of(document) if target == 'txt' else ''
    finally:
        is_closed = close(document)
    if target in ('html', 'txt'):
        with open(output_path, encoding='utf-8-sig', newline='') as file:
            written = file.read()
        write_text(output_path, clean_page(written) if target == 'html' else written + notes)
    check_result(target, output_path)
    return is_closed
