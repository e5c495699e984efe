"""Gives a document the hidden window that drawing its pages needs."""

from com.sun.star.beans import PropertyValue

ANNOTATION = 'com.sun.star.text.textfield.Annotation'


def open_view(office, document):
    """Comments go first: they are not drawn, and LibreOffice without a screen cannot lay them out beside a page."""
    fields = document.getTextFields().createEnumeration()
    comments = []
    while fields.hasMoreElements():
        field = fields.nextElement()
        if field.supportsService(ANNOTATION):
            comments.append(field)
    for comment in comments:
        comment.getAnchor().getText().removeTextContent(comment)
    properties = (PropertyValue(Name='Model', Value=document), PropertyValue(Name='Hidden', Value=True))
    office.desktop.loadComponentFromURL('private:object', '_blank', 0, properties)
