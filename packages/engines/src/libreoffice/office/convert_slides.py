"""Converts a presentation: to PDF and other presentations, or to its text with the notes of the speaker."""

from checks import CompoundFile, check_archive
from documents import PRESENTATION, check_result, close, load, store, write_text
from failures import damaged
from model_drawings import SANITIZED, remove_drawn_links
from slide_text import slides_as_markdown, slides_as_text

SLIDE_FILTERS = {
    'pptx': 'Impress MS PowerPoint 2007 XML',
    'ppt': 'MS PowerPoint 97',
    'odp': 'impress8',
    'key': 'Apple Keynote',
}
WRITE_FILTERS = {'pdf': 'impress_pdf_Export', 'pptx': 'Impress MS PowerPoint 2007 XML', 'odp': 'impress8'}
WRITE_DATA = {'pdf': {'ExportBookmarks': True, 'UseTaggedPDF': True}}


def convert_slides(office, request, input_path, output_path, report):
    """Whether LibreOffice closed the document, and the report."""
    source, target = request['from'], request['to']
    if source == 'ppt':
        if 'PowerPoint Document' not in CompoundFile(input_path).streams:
            raise damaged('no presentation')
    else:
        check_archive(input_path)
    report(15, 'check')
    office.ensure_answering()
    document = load(office, PRESENTATION, SLIDE_FILTERS[source], input_path, request, report)
    try:
        remove_drawn_links(document, source in SANITIZED)
        shown, hidden_count = visible_slides(document)
        report(50, 'write')
        if target in WRITE_FILTERS:
            store(document, output_path, WRITE_FILTERS[target], report, None, WRITE_DATA.get(target))
        else:
            write_text(output_path, slides_as_markdown(shown) if target == 'md' else slides_as_text(shown))
    finally:
        is_closed = close(document)
    check_result(target, output_path)
    return is_closed, about_hidden(hidden_count) if target in ('pdf', 'md', 'txt') else {}


def visible_slides(document):
    """Slides that are shown, and the number of the others. LibreOffice leaves hidden slides out of a PDF, too."""
    pages = document.DrawPages
    slides = [pages.getByIndex(index) for index in range(pages.getCount())]
    shown = [slide for slide in slides if slide.Visible]
    if not shown:
        for slide in slides:
            slide.Visible = True
        return slides, 0
    return shown, len(slides) - len(shown)


def about_hidden(count):
    if count == 0:
        return {}
    return {'notes': ['One hidden slide was left out.' if count == 1 else f'{count} hidden slides were left out.']}
