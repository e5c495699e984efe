"""Converts a document of any kind, and reports what the caller should know about the result."""

from convert_drawing import DRAWING_FILTERS, convert_drawing
from convert_sheets import convert_sheets
from convert_slides import SLIDE_FILTERS, convert_slides
from convert_text import convert_text
from load_sheets import SHEET_FORMATS


def convert(office, request, input_path, output_path, report):
    """Whether LibreOffice closed the document, without which it should be restarted, and the report."""
    source = request['from']
    if source in SHEET_FORMATS:
        return convert_sheets(office, request, input_path, output_path, report)
    if source in SLIDE_FILTERS:
        return convert_slides(office, request, input_path, output_path, report)
    if source in DRAWING_FILTERS:
        return convert_drawing(office, request, input_path, output_path, report)
    return convert_text(office, request, input_path, output_path, report), {}
