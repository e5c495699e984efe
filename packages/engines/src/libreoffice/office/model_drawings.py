"""Removes external references from the drawings of a loaded spreadsheet, presentation or drawing (SSRF)."""

from com.sun.star.presentation.ClickAction import NONE
from model_links import (
    CLICKABLE,
    EMBEDDING_SHAPES,
    indexed,
    is_elsewhere,
    is_linking,
    property_of,
    remove_events,
    remove_page_forms,
)

# Actions that stay: jumps within the presentation.
JUMPS = ('NONE', 'PREVPAGE', 'NEXTPAGE', 'FIRSTPAGE', 'LASTPAGE', 'STOPPRESENTATION', 'INVISIBLE')
MAX_DEPTH = 50
# Sanitized before LibreOffice opens them (sanitize/).
SANITIZED = ('xlsx', 'ods', 'pptx', 'odp', 'odg')


def remove_drawn_links(document, was_sanitized):
    """
    Every failure here fails the conversion: a document that cannot be checked is not converted. Of a sanitized file
    only what can embed other files is checked, since every property takes a call between processes.
    """
    check = _remove_embedding if was_sanitized else _remove_linking
    for page in pages_of(document):
        _remove_shapes(page, check, MAX_DEPTH)
        if not was_sanitized:
            _remove_sound(page)
            remove_page_forms(page)
    remove_events(document)
    about = document.getDocumentProperties()
    about.TemplateName = about.TemplateURL = about.AutoloadURL = about.DefaultTarget = ''


def pages_of(document):
    """Drawing layers of sheets; slides with their notes, and master pages."""
    if hasattr(document, 'Sheets'):
        return [sheet.DrawPage for sheet in indexed(document.Sheets)]
    slides = indexed(document.DrawPages)
    notes = [slide.NotesPage for slide in slides if hasattr(slide, 'getNotesPage')]
    return [*slides, *notes, *indexed(document.MasterPages)]


def _remove_shapes(group, is_removed, depth):
    for shape in indexed(group):
        kind = shape.getShapeType()
        if is_removed(shape, kind):
            group.remove(shape)
        elif kind == 'com.sun.star.drawing.GroupShape' and depth > 0:
            _remove_shapes(shape, is_removed, depth - 1)


def _remove_embedding(shape, kind):
    name = kind.rpartition('.')[2].removesuffix('Shape')
    if name in EMBEDDING_SHAPES:
        return True
    if name == 'GraphicObject':
        return is_elsewhere(shape.Graphic)
    return name == 'OLE2' and bool(property_of(shape, 'LinkURL'))


def _remove_linking(shape, _kind):
    if is_linking(shape):
        return True
    _remove_action(shape)
    return False


def _remove_action(shape):
    """Programs, macros and other documents that a click would open."""
    action = property_of(shape, 'OnClick')
    if action is None or action.value in JUMPS:
        return
    target = property_of(shape, 'Bookmark') or ''
    is_link = action.value in ('DOCUMENT', 'BOOKMARK') and (action.value == 'BOOKMARK' or CLICKABLE.match(target))
    if not is_link:
        shape.OnClick = NONE
        shape.Bookmark = ''


def _remove_sound(page):
    if property_of(page, 'Sound'):
        page.Sound = ''
