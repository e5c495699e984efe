"""Converts a document: validates it, then loads and stores it with LibreOffice, or directly for plain text."""

import os

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.lang import DisposedException
from com.sun.star.util import CloseVetoException
from encoding import decode_text
from examine import examine
from failures import JobFailure, damaged
from links import add_link_style
from listeners import Interaction, ProgressIndicator
from markup import text_as_page
from model_links import remove_hyperlinks, remove_links
from notes import notes_of
from right_to_left import has_right_to_left, set_direction
from view import open_view
from written_page import clean_page

WRITE_FILTERS = {
    'pdf': 'writer_pdf_Export',
    'docx': 'MS Word 2007 XML',
    'rtf': 'Rich Text Format',
    'html': 'HTML (StarWriter)',
    'txt': 'Text (encoded)',
}
UTF8_LINES = 'UTF8,LF,,,'
WRITE_OPTIONS = {'txt': UTF8_LINES, 'html': 'EmbedImages,NoLineLimit'}


def convert(office, request, input_path, output_path, report):
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
    document = load(office, facts.read_filter, source, input_path, request.get('password'), report)
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
        store(document, target, output_path, report)
        notes = notes_of(document) if target == 'txt' else ''
    finally:
        is_closed = close(document)
    if target in ('html', 'txt'):
        with open(output_path, encoding='utf-8-sig', newline='') as file:
            written = file.read()
        write_text(output_path, clean_page(written) if target == 'html' else written + notes)
    check_result(target, output_path)
    return is_closed


def read_text(path):
    with open(path, 'rb') as file:
        data = file.read()
    text = decode_text(data)
    return text.replace('\r\n', '\n').replace('\r', '\n').replace('\0', '').rstrip('\x1a')


def write_text(path, text):
    with open(path, 'w', encoding='utf-8', errors='replace', newline='') as file:
        file.write(text)


def load(office, read_filter, source, path, password, report):
    interaction = Interaction(password)
    # Created without a window: laying out comments beside the page needs UI descriptions that the headless packages
    # do not contain, and LibreOffice would exit.
    document = office.create('com.sun.star.text.TextDocument')
    properties = {
        'URL': url_of(path),
        'FilterName': read_filter,
        'Hidden': True,
        'ReadOnly': True,
        'UpdateDocMode': uno.getConstantByName('com.sun.star.document.UpdateDocMode.NO_UPDATE'),
        'MacroExecutionMode': uno.getConstantByName('com.sun.star.document.MacroExecMode.NEVER_EXECUTE'),
        'InteractionHandler': interaction,
        'StatusIndicator': ProgressIndicator(15, 50, 'read', report),
    }
    if source == 'txt':
        properties['FilterOptions'] = UTF8_LINES
    try:
        document.load(values(properties))
    except DisposedException:
        raise
    except Exception as error:
        interaction.raise_if_locked()
        raise damaged(f'while reading: {error}') from error
    if document is None:
        interaction.raise_if_locked()
        raise damaged('not read')
    if not document.supportsService('com.sun.star.text.TextDocument'):
        close(document)
        raise JobFailure('unsupported-variant', 'not a text document')
    return document


def store(document, target, path, report):
    properties = {'FilterName': WRITE_FILTERS[target], 'StatusIndicator': ProgressIndicator(50, 95, 'write', report)}
    if target in WRITE_OPTIONS:
        properties['FilterOptions'] = WRITE_OPTIONS[target]
    if target == 'pdf':
        # Headings become the outline, and tags make the PDF accessible to screen readers.
        data = values({'ExportBookmarks': True, 'UseTaggedPDF': True})
        properties['FilterData'] = uno.Any('[]com.sun.star.beans.PropertyValue', data)
    document.storeToURL(url_of(path), values(properties))


def close(document):
    try:
        document.close(True)
        return True
    except DisposedException:
        raise
    except CloseVetoException:
        return False


def check_result(target, path):
    if not os.path.exists(path) or os.path.getsize(path) == 0 and target != 'txt':
        raise damaged('no output')
    with open(path, 'rb') as file:
        if target == 'pdf' and file.read(5) != b'%PDF-':
            raise damaged('the output is not a PDF')


def url_of(path):
    return uno.systemPathToFileUrl(path)


def values(properties):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in properties.items())
