"""Decides, from a look at a document, whether it is whole and which of LibreOffice's readers takes it."""

from typing import NamedTuple

from checks import CompoundFile, check_package, check_rich_text, is_compound_file
from failures import damaged
from links import LINK_MARKS

READ_FILTERS = {
    'docx': 'MS Word 2007 XML',
    'odt': 'writer8',
    'rtf': 'Rich Text Format',
    'html': 'HTML (StarWriter)',
    'txt': 'Text (encoded)',
}
MAIN_PARTS = {'docx': 'word/document.xml', 'odt': 'content.xml'}


class Facts(NamedTuple):
    read_filter: str
    has_links: bool = False
    # Protected documents of Word 97 and all older ones come as they were sent.
    was_cleaned: bool = True


def examine(source, path):
    """Refuses what is not whole, and says which of LibreOffice's readers takes the rest: it is never left to guess."""
    if source == 'doc':
        file = CompoundFile(path)
        return Facts(word_filter(file), was_cleaned=is_cleanable(file))
    has_links = False
    if source == 'docx' and is_compound_file(path):
        if 'EncryptedPackage' not in CompoundFile(path).streams:
            raise damaged('a compound file without an encrypted package')
        has_links = True
    elif source in MAIN_PARTS:
        has_links = check_package(path, MAIN_PARTS[source], LINK_MARKS[source])
    elif source == 'rtf':
        has_links = check_rich_text(path, LINK_MARKS['rtf'])
    return Facts(READ_FILTERS[source], has_links)


def word_filter(file):
    if 'WordDocument' not in file.streams:
        raise damaged('no WordDocument')
    version = int.from_bytes(file.head[2:4], 'little')
    if version < 101:
        raise damaged(f'Word version {version}')
    return 'MS WinWord 6.0' if version < 103 else 'MS Word 95' if version < 193 else 'MS Word 97'


def is_cleanable(file):
    """As sanitize/doc/sanitize-doc.ts decides."""
    version, flags = (int.from_bytes(file.head[at : at + 2], 'little') for at in (2, 10))
    return version >= 193 and not flags & 0x0100
