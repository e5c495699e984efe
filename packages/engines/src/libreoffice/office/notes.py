"""Footnotes and endnotes as text, which LibreOffice omits from plain text."""


def notes_of(document):
    lines = []
    for notes in (document.getFootnotes(), document.getEndnotes()):
        for index in range(notes.getCount()):
            note = notes.getByIndex(index)
            lines.append(f'{note.getAnchor().getString()} {note.getString().strip()}\n')
    return '\n' + ''.join(lines) if lines else ''
