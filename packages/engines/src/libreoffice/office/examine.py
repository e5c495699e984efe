"""Validates a document and selects the LibreOffice import filter for it."""

from typing import NamedTuple

from checks import CompoundFile, check_archive, check_package, check_rich_text, is_compound_file
from failures import damaged
from links import LINK_MARKS

READ_FILTERS = {
    'docx': 'MS Word 2007 XML',
    'odt': 'writer8',
    'rtf': 'Rich Text Format',
    'html': 'HTML (StarWriter)',
    'txt': 'Text (encoded)',
    'pages': 'Apple Pages',
}
MAIN_PARTS = {'docx': 'word/document.xml', 'odt': 'content.xml'}


class Facts(NamedTuple):
    read_filter: str
    has_links: bool = False
    # False for encrypted Word 97 documents and all older ones, which cannot be sanitized.
    was_sanitized: bool = True


def examine(source, path):
    """Rejects incomplete files and names the import filter explicitly, so that LibreOffice never guesses the format."""
    if source == 'doc':
        file = CompoundFile(path)
        return Facts(word_filter(file), was_sanitized=can_be_sanitized(file))
    if source == 'pages':
        check_archive(path)
        return Facts(READ_FILTERS[source], was_sanitized=False)
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


def can_be_sanitized(file):
    """Must match the decision of sanitize/doc/sanitize-doc.ts."""
    version, flags = (int.from_bytes(file.head[at : at + 2], 'little') for at in (2, 10))
    return version >= 193 and not flags & 0x0100
