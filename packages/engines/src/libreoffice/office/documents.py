"""Loads, stores and closes documents of any kind with LibreOffice."""

import os

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.lang import DisposedException
from com.sun.star.util import CloseVetoException
from encoding import decode_text
from failures import JobFailure, damaged
from listeners import Interaction, ProgressIndicator

TEXT_DOCUMENT = 'com.sun.star.text.TextDocument'
SPREADSHEET = 'com.sun.star.sheet.SpreadsheetDocument'
PRESENTATION = 'com.sun.star.presentation.PresentationDocument'
DRAWING = 'com.sun.star.drawing.DrawingDocument'


def load(office, service, read_filter, path, request, report, filter_options=None):
    """Created without a window, whose parts need UI descriptions that the headless packages do not contain."""
    interaction = Interaction(request.get('password'))
    document = office.create(service)
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
    if filter_options is not None:
        properties['FilterOptions'] = filter_options
    try:
        document.load(values(properties))
    except DisposedException:
        raise
    except Exception as error:
        interaction.raise_if_locked()
        raise damaged(f'while reading: {error}') from error
    if not document.supportsService(service):
        close(document)
        raise JobFailure('unsupported-variant', f'not a {service}')
    return document


def store(document, path, write_filter, report, filter_options=None, filter_data=None):
    properties = {'FilterName': write_filter, 'StatusIndicator': ProgressIndicator(50, 95, 'write', report)}
    if filter_options is not None:
        properties['FilterOptions'] = filter_options
    if filter_data is not None:
        properties['FilterData'] = uno.Any('[]com.sun.star.beans.PropertyValue', values(filter_data))
    document.storeToURL(url_of(path), values(properties))


def close(document):
    """False if LibreOffice did not close the document and should be restarted."""
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


def read_text(path):
    with open(path, 'rb') as file:
        data = file.read()
    text = decode_text(data)
    return text.replace('\r\n', '\n').replace('\r', '\n').replace('\0', '').rstrip('\x1a')


def write_text(path, text):
    with open(path, 'w', encoding='utf-8', errors='replace', newline='') as file:
        file.write(text)


def url_of(path):
    return uno.systemPathToFileUrl(path)


def values(properties):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in properties.items())
