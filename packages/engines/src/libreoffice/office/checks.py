"""Validates a document before LibreOffice opens it, which would import almost any bytes."""

import os
import re
import struct
import zipfile
from xml.parsers import expat

from failures import JobFailure, damaged

# Limit for the unpacked text of a document: thousands of pages.
MAX_XML_BYTES = 200 * 1024 * 1024
MAX_UNPACKED_BYTES = 2 * 1024 * 1024 * 1024
CHUNK_BYTES = 1024 * 1024
OLE_MARK = b'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'


def check_package(path, main_part, marks):
    """
    Checks that every part of a zip is intact and its main part, if named, well-formed. True if the main part contains
    a mark.
    """
    try:
        with zipfile.ZipFile(path) as package:
            infos = package.infolist()
            if sum(info.file_size for info in infos) > MAX_UNPACKED_BYTES:
                raise JobFailure('needs-too-much-memory', 'parts of more than two gigabytes')
            if sum(info.file_size for info in infos if info.filename.endswith('.xml')) > MAX_XML_BYTES:
                raise JobFailure('needs-too-much-memory', 'too much text')
            main = find_main_part(package, main_part) if main_part else None
            has_mark = [_check_part(package, info, marks if info.filename == main else None) for info in infos]
            return main is None or any(has_mark)
    # A name that is not UTF-8 (ValueError) and an offset before the start (OSError) also mean a corrupt directory.
    except (zipfile.BadZipFile, EOFError, struct.error, zipfile.zlib.error, ValueError, OSError) as error:
        raise damaged(f'zip: {error}') from error
    except (NotImplementedError, RuntimeError) as error:
        raise JobFailure('unsupported-variant', f'zip: {error}') from error


def check_archive(path):
    """Checks that every part of a zip is intact, whatever it contains."""
    check_package(path, '', ())


def find_main_part(package, name):
    """The part that contains the text, or None if it is encrypted. In a DOCX the content types name it."""
    names = set(package.namelist())
    if name == 'content.xml':
        if name not in names:
            raise damaged('no content.xml')
        manifest = package.read('META-INF/manifest.xml') if 'META-INF/manifest.xml' in names else b''
        return None if b'encryption-data' in manifest else name
    if '[Content_Types].xml' not in names:
        raise damaged('no content types')
    types = package.read('[Content_Types].xml')
    for override in re.findall(rb'<(?:\w+:)?Override\b[^>]*>', types):
        if re.search(rb'word\w*\.(?:document|template)[\w.]*main\+xml', override):
            part = re.search(rb'PartName="/?([^"]+)"', override)
            found = part and part.group(1).decode('utf-8', 'replace')
            if found in names:
                return found
    if name in names:
        return name
    raise damaged('no text in the package')


def _check_part(package, info, marks):
    """Reading to the end verifies the checksum; the main part must also be well-formed."""
    parser = None if marks is None else _strict_parser()
    has_mark = False
    before = b''
    with package.open(info) as part:
        while chunk := part.read(CHUNK_BYTES):
            if parser is not None:
                _parse(parser, chunk, False)
                has_mark = has_mark or any(mark in before + chunk for mark in marks)
                before = chunk[-20:]
    if parser is not None:
        _parse(parser, b'', True)
    return has_mark


def _strict_parser():
    parser = expat.ParserCreate()

    def reject(*_):
        raise damaged('declares entities')

    parser.EntityDeclHandler = reject
    return parser


def _parse(parser, chunk, is_last):
    try:
        parser.Parse(chunk, is_last)
    except expat.ExpatError as error:
        raise damaged(f'markup: {error}') from error


def is_compound_file(path):
    with open(path, 'rb') as file:
        return file.read(8) == OLE_MARK


class CompoundFile:
    """The allocation table and directory of a compound file, as far as needed to check that it is complete."""

    END_MARKS = 0xFFFFFFFA

    def __init__(self, path):
        self._size = os.path.getsize(path)
        with open(path, 'rb') as file:
            self._file = file
            header = file.read(512)
            if len(header) < 512 or header[:8] != OLE_MARK:
                raise damaged('not a compound file')
            self._sector_bytes = 1 << struct.unpack_from('<H', header, 30)[0]
            if self._sector_bytes not in (512, 4096):
                raise damaged('compound file with invalid sectors')
            self._table = self._read_table(header)
            self.streams = self._read_directory(struct.unpack_from('<I', header, 48)[0])
            self._check_length()
            self.head = self._stream_head('WordDocument')

    def _sector(self, number):
        self._file.seek((number + 1) * self._sector_bytes)
        data = self._file.read(self._sector_bytes)
        if not data:
            raise damaged('compound file ends early')
        return data.ljust(self._sector_bytes, b'\0')

    def _read_table(self, header):
        count, extra = struct.unpack_from('<I', header, 44)[0], struct.unpack_from('<I', header, 68)[0]
        numbers = list(struct.unpack_from('<109I', header, 76))
        seen = 0
        while extra < self.END_MARKS and seen <= self._size // self._sector_bytes:
            words = struct.unpack(f'<{self._sector_bytes // 4}I', self._sector(extra))
            numbers += words[:-1]
            extra = words[-1]
            seen += 1
        table = []
        for number in [number for number in numbers if number < self.END_MARKS][:count]:
            table += struct.unpack(f'<{self._sector_bytes // 4}I', self._sector(number))
        return table

    def _chain(self, number):
        left = len(self._table)
        while number < self.END_MARKS:
            if number >= len(self._table) or left < 0:
                raise damaged('compound file with a broken chain')
            yield number
            number = self._table[number]
            left -= 1

    def _read_directory(self, start):
        streams = {}
        for number in self._chain(start):
            sector = self._sector(number)
            for offset in range(0, len(sector), 128):
                name_bytes = struct.unpack_from('<H', sector, offset + 64)[0]
                if sector[offset + 66] in (1, 2, 5) and 2 <= name_bytes <= 64:
                    name = sector[offset : offset + name_bytes - 2].decode('utf-16-le', 'replace')
                    streams[name] = struct.unpack_from('<II', sector, offset + 116)
        return streams

    def _check_length(self):
        used = [number for number, following in enumerate(self._table) if following != 0xFFFFFFFF]
        needed = (used[-1] + 1) * self._sector_bytes if used else 0
        # The last sector may be incomplete.
        if self._size <= needed:
            raise damaged('compound file ends early')

    def _stream_head(self, name):
        if name not in self.streams:
            return b''
        start, size = self.streams[name]
        if size >= 4096:
            return self._sector(start)
        # Small streams are stored in the stream of the root entry, in sectors of 64 bytes.
        offset = start * 64
        for number in self._chain(self.streams['Root Entry'][0]):
            if offset < self._sector_bytes:
                return self._sector(number)[offset:]
            offset -= self._sector_bytes
        raise damaged('compound file without its small streams')


def check_rich_text(path, marks):
    """Checks that all groups are closed, so the file is not truncated. True if it contains a mark."""
    with open(path, 'rb') as file:
        data = file.read()
    if not data.lstrip().startswith(b'{\\rtf'):
        raise damaged('not RTF')
    depth = position = 0
    # Escaped braces are text, and binary data is skipped.
    for found in re.finditer(rb'\\bin(\d+) ?|\\.|[{}]', data, re.DOTALL):
        if found.start() < position:
            continue
        token = found.group()
        if found.group(1) is not None:
            position = found.end() + int(found.group(1))
        elif token == b'{':
            depth += 1
        elif token == b'}':
            depth -= 1
            if depth == 0:
                return any(mark in data for mark in marks)
    raise damaged('RTF with open groups')
