"""Creates the hidden window that rendering a document needs."""

from com.sun.star.beans import PropertyValue

ANNOTATION = 'com.sun.star.text.textfield.Annotation'


def open_view(office, document):
    """Comments are removed first: they are not rendered, and headless LibreOffice cannot lay them out beside a page."""
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
