"""Removes external references from a loaded document: second line of defense after sanitizing the file (SSRF)."""

import re

from com.sun.star.beans import UnknownPropertyException
from com.sun.star.beans.PropertyState import DEFAULT_VALUE
from com.sun.star.graphic.GraphicType import EMPTY
from com.sun.star.text import SectionFileLink
from com.sun.star.text.TextContentAnchorType import AS_CHARACTER
from com.sun.star.uno import RuntimeException
from failures import damaged

CLICKABLE = re.compile(r'(?:https?://|mailto:|tel:|ftp://|#)', re.IGNORECASE)
# Fields that read another file, a database or a program, run something, or reveal the location of the document.
REMOVED_FIELDS = (
    *('DDE', 'Macro', 'Script', 'Database', 'DatabaseName', 'DatabaseNextSet', 'DatabaseNumberOfSet', 'DatabaseSetNumber'),
    *('FileName', 'TemplateName', 'JumpEdit'),
)
EMBEDDING_SHAPES = ('Plugin', 'Applet', 'Frame', 'Media')
LINKING_SETTINGS = ('CurrentDatabaseDataSource', 'CurrentDatabaseCommand', 'EmbeddedDatabaseName', 'PrinterName')


def remove_links(document):
    """Every failure here fails the conversion: a document that cannot be checked is not converted."""
    for remove in (
        _remove_sections,
        _remove_fields,
        _remove_graphics,
        _remove_objects,
        _remove_shapes,
        _remove_style_graphics,
        remove_events,
        _remove_forms,
        _forget_origins,
    ):
        remove(document)


def _each(container):
    return [container.getByName(name) for name in container.getElementNames()]


def indexed(container):
    return [container.getByIndex(index) for index in range(container.getCount())]


def _remove_sections(document):
    for section in indexed(document.getTextSections()):
        if section.FileLink.FileURL or section.LinkRegion:
            section.FileLink = SectionFileLink()
            section.LinkRegion = ''
        for name in ('DDECommandType', 'DDECommandFile', 'DDECommandElement'):
            if property_of(section, name):
                section.setPropertyValue(name, '')


def _remove_fields(document):
    fields = document.getTextFields().createEnumeration()
    removed = []
    while fields.hasMoreElements():
        field = fields.nextElement()
        if any(field.supportsService(f'com.sun.star.text.textfield.{name}') for name in REMOVED_FIELDS):
            removed.append(field)
        elif property_of(field, 'URL') and not CLICKABLE.match(field.URL):
            removed.append(field)
    for field in removed:
        anchor = field.getAnchor()
        shown = field.getPresentation(False) if _shows_its_text(field) else ''
        anchor.getText().insertString(anchor, shown, True)
    masters = document.getTextFieldMasters()
    for name in masters.getElementNames():
        if '.DDE.' in name or '.DataBase.' in name or '.Database.' in name:
            masters.getByName(name).dispose()


def _shows_its_text(field):
    """The file's location and the output of programs are not part of the document."""
    return not any(field.supportsService(f'com.sun.star.text.textfield.{name}') for name in ('FileName', 'TemplateName'))


def _remove_graphics(document):
    # By index: names need not be unique.
    for graphic in indexed(document.getGraphicObjects()):
        if is_elsewhere(graphic.Graphic):
            _remove_frame(graphic)
        else:
            _clear_address(graphic)
    if any(is_elsewhere(graphic.Graphic) for graphic in indexed(document.getGraphicObjects())):
        raise damaged('a linked image that cannot be removed')
    for frame in indexed(document.getTextFrames()):
        _clear_background(frame)
        _clear_address(frame)
    for table in indexed(document.getTextTables()):
        _clear_background(table)


def _remove_frame(frame):
    """Deletes the anchor character: inside of a field, dispose() would leave the frame in the text."""
    if frame.AnchorType != AS_CHARACTER:
        frame.dispose()
        return
    anchor = frame.getAnchor()
    cursor = anchor.getText().createTextCursorByRange(anchor)
    cursor.collapseToStart()
    cursor.goRight(1, True)
    cursor.setString('')


def is_elsewhere(graphic):
    """Linked, or empty: LibreOffice would render a placeholder for the missing image."""
    return graphic is None or graphic.GraphicType == EMPTY or graphic.Linked or bool(property_of(graphic, 'OriginURL'))


def _clear_address(frame):
    if property_of(frame, 'HyperLinkURL') and not CLICKABLE.match(frame.HyperLinkURL):
        frame.HyperLinkURL = ''


def _clear_background(owner, name='BackGraphic'):
    graphic = property_of(owner, name)
    if graphic is not None and (graphic.Linked or property_of(graphic, 'OriginURL')):
        owner.setPropertyToDefault(name)


def _remove_objects(document):
    for embedded in indexed(document.getEmbeddedObjects()):
        if _is_linked_object(embedded):
            embedded.dispose()


def _is_linked_object(embedded):
    control = getattr(embedded, 'ExtendedControlOverEmbeddedObject', None)
    try:
        return control is not None and hasattr(control, 'isLink') and control.isLink()
    except RuntimeException:
        # The object does not know its source: treat it as linked.
        return True


def _remove_shapes(document):
    page = document.getDrawPage()
    for shape in indexed(page):
        if is_linking(shape):
            page.remove(shape)
        elif hasattr(shape, 'getCount'):
            for inner in indexed(shape):
                if is_linking(inner):
                    shape.remove(inner)


def is_linking(shape):
    kind = shape.getShapeType() if hasattr(shape, 'getShapeType') else ''
    if any(kind == f'com.sun.star.drawing.{name}Shape' for name in EMBEDDING_SHAPES):
        return True
    if kind == 'com.sun.star.drawing.GraphicObjectShape' and is_elsewhere(shape.Graphic):
        return True
    if any(property_of(shape, name) for name in ('LinkURL', 'MediaURL')):
        return True
    link = property_of(shape, 'Hyperlink')
    if link and not CLICKABLE.match(link):
        shape.Hyperlink = ''
    return False


def _remove_style_graphics(document):
    """Page styles only: checking all takes longer than the conversion, and only ODT (sanitized) has links in others."""
    for style in _each(document.getStyleFamilies().getByName('PageStyles')):
        if style.isInUse():
            for name in ('BackGraphic', 'HeaderBackGraphic', 'FooterBackGraphic'):
                _clear_background(style, name)


def remove_hyperlinks(document):
    """Only for files that could not be sanitized: checks every paragraph, which takes seconds for a book."""
    _visit(document.Text)


def _visit(text):
    elements = text.createEnumeration()
    while elements.hasMoreElements():
        element = elements.nextElement()
        if element.supportsService('com.sun.star.text.TextTable'):
            for name in element.getCellNames():
                _visit(element.getCellByName(name))
        elif text.createTextCursorByRange(element).getPropertyState('HyperLinkURL') != DEFAULT_VALUE:
            portions = element.createEnumeration()
            while portions.hasMoreElements():
                _clear_address(portions.nextElement())


def remove_events(document):
    events = document.getEvents()
    for name in events.getElementNames():
        if events.getByName(name):
            events.replaceByName(name, ())


def _remove_forms(document):
    models = document.getXForms()
    if models is not None:
        for name in models.getElementNames():
            models.removeByName(name)
    remove_page_forms(document.getDrawPage())


def remove_page_forms(page):
    """Data sources and targets of forms."""
    for form in indexed(page.getForms()) if hasattr(page, 'getForms') else ():
        for name in ('DataSourceName', 'Command', 'TargetURL', 'URL'):
            if property_of(form, name):
                form.setPropertyValue(name, '')


def _forget_origins(document):
    about = document.getDocumentProperties()
    about.TemplateName = about.TemplateURL = about.AutoloadURL = about.DefaultTarget = ''
    document.IndexAutoMarkFileURL = ''
    settings = document.createInstance('com.sun.star.document.Settings')
    for name in LINKING_SETTINGS:
        if settings.getPropertySetInfo().hasPropertyByName(name) and settings.getPropertyValue(name):
            settings.setPropertyValue(name, '')


def property_of(owner, name):
    """None if it has no such property. One call to LibreOffice, since there may be thousands of owners."""
    try:
        return owner.getPropertyValue(name)
    except (UnknownPropertyException, AttributeError):
        return None
