"""Cleans up the HTML that LibreOffice writes: keeps the structure, removes the formatting of every word."""

import html
import re
from html.parser import HTMLParser

from page_style import PAGE_STYLE

VOID_TAGS = {'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'}
WEB_LINK = re.compile(r'(?:https?://|mailto:|tel:|ftp://|#)', re.IGNORECASE)
SKIPPED_TAGS = {'style', 'script'}
DROPPED_TAGS = {'html', 'head', 'body', 'meta', 'title', 'font', 'center', 'col', 'colgroup', 'dd', 'dl', 'multicol'}
RENAMED_TAGS = {'b': 'strong', 'i': 'em', 'strike': 's', 'tt': 'code'}
KEPT_ATTRIBUTES = {
    'a': ('href',),
    'img': ('src', 'alt', 'width', 'height'),
    'ol': ('start', 'type'),
    'td': ('colspan', 'rowspan'),
    'th': ('colspan', 'rowspan'),
}
KEPT_STYLES = ('color', 'background', 'text-align', 'text-decoration', 'font-style', 'font-weight')
PLAIN_VALUES = {'transparent', 'normal', 'left', 'start', 'none', 'justify', '#000000'}
MONOSPACED = re.compile(
    r'courier|consolas|mono|menlo|monaco|lucida console|source code|fira code|cascadia|inconsolata|typewriter|fixedsys',
    re.IGNORECASE,
)
LINE_TAGS = {'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'ul', 'ol', 'table', 'tr', 'div', 'hr', 'pre', 'thead', 'tbody', 'td', 'th'}


def clean_page(text):
    page = _WrittenPage()
    page.feed(text)
    page.close()
    body = tidied(''.join(page.parts))
    language = f' lang="{html.escape(page.language)}"' if page.language else ''
    direction = ' dir="rtl"' if page.is_right_to_left else ''
    return (
        f'<!DOCTYPE html>\n<html{language}{direction}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{html.escape(page.title.strip(), quote=False)}</title>\n<style>\n{PAGE_STYLE}</style>\n</head>\n'
        f'<body>\n{body}\n</body>\n</html>\n'
    )


def has_image(source):
    """A missing linked image is written as a data URL of a few bytes."""
    return source.startswith('data:image/') and len(source) > 80


def tidied(body):
    """One block per line, without the empty paragraphs and spaces that LibreOffice adds."""
    body = re.sub(r'<(p|span|strong|em|u|s)(?: [^>]*)?>(?:\s|<br>)*</\1>', '', body)
    # The spaces before a line of code are its indent.
    body = re.sub(r'(<p(?: [^>]*)?>)([ \xa0]+)<code>', r'\1<code>\2', body)
    body = re.sub(r'(<(?:p|h\d|li|td|th|div)(?: [^>]*)?>)\s+', r'\1', body)
    body = re.sub(r'\s+(</(?:p|h\d|li|td|th|div)>)', r'\1', body)
    return re.sub(r'[ \t]*\n\s*', '\n', body).strip()


class _WrittenPage(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts = []
        self.title = ''
        self.language = ''
        self.is_right_to_left = False
        self._is_in_title = False
        self._skipped = 0
        # What each open tag was written as, so that its end tag matches.
        self._open = []

    def handle_starttag(self, tag, attributes):
        given = {name: value or '' for name, value in attributes}
        if tag == 'body':
            self.language = given.get('lang', '')
            self.is_right_to_left = given.get('dir') == 'rtl'
        self._is_in_title = tag == 'title'
        if tag in SKIPPED_TAGS:
            self._skipped += 1
        if tag in VOID_TAGS:
            self._write_void(tag, given)
            return
        if tag == 'li':
            self._end_item()
        written = self._opening(tag, given)
        self._open.append((tag, written))
        if written:
            self._emit(written[0])

    def _end_item(self):
        """LibreOffice omits the end tags of list items."""
        for name, _ in reversed(self._open):
            if name in ('ul', 'ol'):
                return
            if name == 'li':
                self.handle_endtag('li')
                return

    def _write_void(self, tag, given):
        if tag == 'img' and not has_image(given.get('src', '')):
            self._emit(html.escape(given.get('alt', ''), quote=False))
        elif tag in ('br', 'hr', 'img'):
            self._emit(f'<{tag}{self._kept(tag, given)}>')

    def _opening(self, tag, given):
        """Start and end tags to write; None if only the content of the element is kept."""
        kept = self._kept(tag, given)
        if tag == 'a':
            kept = self._link(given)
            return (f'<a{kept}>', '</a>') if kept else None
        if tag == 'font' and MONOSPACED.search(given.get('face', '')):
            return '<code>', '</code>'
        if tag in ('font', 'span'):
            return (f'<span{kept}>', '</span>') if kept else None
        if tag in DROPPED_TAGS or tag in SKIPPED_TAGS:
            return None
        name = RENAMED_TAGS.get(tag, tag)
        line = '\n' if tag in LINE_TAGS else ''
        return f'{line}<{name}{kept}>', f'</{name}>{line}'

    def _link(self, given):
        kept = ''
        if WEB_LINK.match(given.get('href', '')):
            kept = f' href="{html.escape(given["href"])}"'
        name = given.get('id') or given.get('name')
        return f' id="{html.escape(name)}"{kept}' if name else kept

    def _kept(self, tag, given):
        kept = [(name, given[name]) for name in KEPT_ATTRIBUTES.get(tag, ()) if given.get(name)]
        if tag == 'img':
            kept = [(name, value) for name, value in kept if name != 'alt'] + [('alt', given.get('alt', ''))]
        if given.get('dir') == 'rtl' and tag != 'body':
            kept.append(('dir', 'rtl'))
        if tag == 'div' and given.get('id'):
            kept.append(('id', given['id']))
        style = '' if tag == 'img' else self._style(given)
        if style:
            kept.append(('style', style))
        return ''.join(f' {name}="{html.escape(value)}"' for name, value in kept)

    def _style(self, given):
        pairs = [part.split(':', 1) for part in given.get('style', '').split(';') if ':' in part]
        styles = {name.strip().lower(): value.strip() for name, value in pairs}
        styles.setdefault('text-align', given.get('align', ''))
        styles.setdefault('color', given.get('color', ''))
        styles.setdefault('background', given.get('bgcolor', ''))
        return '; '.join(
            f'{name}: {styles[name]}'
            for name in KEPT_STYLES
            if styles.get(name) and styles[name].lower() not in PLAIN_VALUES and 'url(' not in styles[name]
        )

    def handle_endtag(self, tag):
        self._is_in_title = False
        if tag in SKIPPED_TAGS:
            self._skipped = max(0, self._skipped - 1)
        if not any(name == tag for name, _ in self._open):
            return
        while self._open:
            name, written = self._open.pop()
            if written:
                self._emit(written[1])
            if name == tag:
                return

    def handle_data(self, data):
        if self._is_in_title:
            self.title += data
        elif not self._skipped:
            self._emit(html.escape(self._spaced(data), quote=False))

    def _spaces_matter(self, data):
        """In code, and before its first word."""
        is_indent = data.strip(' ') == '' and self._open and self._open[-1][0] == 'p' and self.parts[-1].startswith('\n<p')
        return is_indent or any(name == 'font' and written and written[0] == '<code>' for name, written in self._open)

    def _spaced(self, data):
        if '\n' not in data and self._spaces_matter(data):
            return data.replace(' ', '\xa0')
        return re.sub(r'[ \t\n]+', ' ', data)

    def _emit(self, text):
        self.parts.append(text)
