"""Removes external references from a loaded spreadsheet: second line of defense after sanitizing the file (SSRF)."""

from com.sun.star.sheet.SheetLinkMode import NONE
from failures import damaged


def remove_sheet_links(document):
    """
    The results of linked cells stay as values. Every failure here fails the conversion: a document that cannot be
    checked is not converted.
    """
    for index in range(document.Sheets.getCount()):
        sheet = document.Sheets.getByIndex(index)
        if sheet.getLinkMode() != NONE:
            sheet.setLinkMode(NONE)
    areas = document.AreaLinks
    while areas.getCount() > 0:
        before = areas.getCount()
        areas.removeByIndex(0)
        if areas.getCount() == before:
            raise damaged('a linked area that cannot be removed')
