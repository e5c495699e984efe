"""Removes external references from a loaded spreadsheet: second line of defense after sanitizing the file (SSRF)."""

import re

from com.sun.star.sheet.SheetLinkMode import NONE
from failures import damaged

# CellFlags.
FORMULAS = 16
# Functions that show the machine: its system, the path of the file. LibreOffice computes them on every load.
DISCLOSING = re.compile(r'\b(?:INFO|CELL)\s*\(', re.IGNORECASE)
LITERALS = re.compile(r'"(?:[^"]|"")*"|\'(?:[^\']|\'\')*\'')


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


def remove_disclosing_formulas(document):
    """For files that could not be sanitized, such as protected XLS: their saved results are lost when they are loaded."""
    names = document.NamedRanges
    for name in names.ElementNames:
        if _is_disclosing(names.getByName(name).Content):
            names.getByName(name).setContent('NA()')
    for index in range(document.Sheets.getCount()):
        sheet = document.Sheets.getByIndex(index)
        # Searched by LibreOffice, since a call for every formula would take minutes.
        wanted = sheet.createSearchDescriptor()
        wanted.SearchRegularExpression = True
        wanted.SearchString = r'(INFO|CELL)\s*\('
        found = sheet.findAll(wanted)
        for address in found.queryContentCells(FORMULAS).getRangeAddresses() if found else ():
            for row in range(address.StartRow, address.EndRow + 1):
                for column in range(address.StartColumn, address.EndColumn + 1):
                    cell = sheet.getCellByPosition(column, row)
                    if _is_disclosing(cell.getFormula()):
                        cell.setFormula('=NA()')


def _is_disclosing(formula):
    return DISCLOSING.search(LITERALS.sub('0', formula)) is not None
