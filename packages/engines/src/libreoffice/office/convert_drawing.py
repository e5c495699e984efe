"""Converts a drawing: to PDF, or one of several pages to one SVG per page."""

import os
import shutil
import zipfile

from checks import check_archive
from documents import DRAWING, check_result, close, load, store
from failures import damaged
from model_drawings import SANITIZED, remove_drawn_links

# Named for every format: a file must not choose another one (attack surface).
DRAWING_FILTERS = {
    'odg': 'draw8',
    'vsdx': 'Visio Document',
    'emf': 'EMF - MS Windows Metafile',
    'wmf': 'WMF - MS Windows Metafile',
    'cdr': 'Corel Draw Document',
    'dxf': 'DXF - AutoCAD Interchange',
}
PACKAGES = ('odg', 'vsdx')
MAX_PAGES = 500
FIRST_PAGE_NOTE = 'This file has several pages; the first one was used.'


def convert_drawing(office, request, input_path, output_path, report):
    """Whether LibreOffice closed the document, and the report."""
    source, target = request['from'], request['to']
    if source in PACKAGES:
        check_archive(input_path)
    report(15, 'check')
    office.ensure_answering()
    document = load(office, DRAWING, DRAWING_FILTERS[source], input_path, request, report)
    about = {}
    try:
        remove_drawn_links(document, source in SANITIZED)
        report(50, 'write')
        if target == 'svg':
            about = _write_pages(document, output_path, request.get('isIntermediate', False), report)
        else:
            store(document, output_path, 'draw_pdf_Export', report)
    finally:
        is_closed = close(document)
    check_result(target, output_path)
    return is_closed, about


def _write_pages(document, path, is_intermediate, report):
    """LibreOffice writes the first page, so every page becomes the first one. The next step takes only one."""
    count = document.DrawPages.getCount()
    if count > MAX_PAGES:
        raise damaged('too many pages')
    if is_intermediate:
        store(document, path, 'draw_svg_Export', report)
        return {'notes': [FIRST_PAGE_NOTE]} if count > 1 else {}
    folder = f'{path}-pages'
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    written = []
    for number in range(count):
        written.append(os.path.join(folder, f'page-{number + 1:02}.svg'))
        store(document, written[-1], 'draw_svg_Export', report)
        if number + 1 < count:
            document.DrawPages.remove(document.DrawPages.getByIndex(0))
    if count == 1:
        shutil.move(written[0], path)
        return {}
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        for each in written:
            archive.write(each, os.path.basename(each))
    return {'format': 'zip', 'pages': count}
