"""HTML on its way in and out: one page that needs nothing from elsewhere, with nothing in it that runs."""

import html
import re
from html.parser import HTMLParser

from page_style import PAGE_STYLE

# With everything inside them.
SCRIPT_TAGS = {'script', 'iframe', 'object', 'embed', 'applet', 'template', 'frameset', 'noframes'}
# Only the tag: it names something elsewhere or tells a browser what to do.
OUTSIDE_TAGS = {
    *('link', 'base', 'meta', 'frame', 'source', 'track', 'audio', 'video', 'param', 'portal'),
    # Drawings can turn a link into a script with these.
    *('animate', 'animatemotion', 'animatetransform', 'set', 'foreignobject'),
}
VOID_TAGS = {'area', 'br', 'col', 'hr', 'img', 'input', 'wbr'}
NAMING_ATTRIBUTES = {
    *('src', 'srcset', 'background', 'poster', 'data', 'action', 'formaction', 'ping', 'lowsrc', 'longdesc'),
    *('dynsrc', 'classid', 'codebase', 'archive', 'cite', 'profile', 'manifest', 'usemap', 'http-equiv'),
}
RAW_TEXT_TAGS = {'style'}
WEB_LINK = re.compile(r'(?:https?://|mailto:|tel:|ftp://|#)', re.IGNORECASE)
PICTURE_DATA = re.compile(r'data:image/(?:png|jpe?g|gif|webp|bmp|svg\+xml)[;,]', re.IGNORECASE)
STYLE_NAMES_ELSEWHERE = re.compile(r'@import[^;]*;?|(?:url|image|image-set|src|expression)\s*\(', re.IGNORECASE)


def declared_encoding(data):
    found = re.search(rb'<meta[^>]{0,200}charset\s*=\s*["\']?\s*([\w.:-]+)|<\?xml[^>]{0,100}encoding="([\w.:-]+)', data[:8192])
    return None if found is None else (found.group(1) or found.group(2)).decode('ascii')


def self_contained(text):
    """The page without scripts, frames and anything that would be looked for on a disk or in a network."""
    page = _Page()
    page.feed(text)
    page.close()
    return f'<!DOCTYPE html>\n{page.finished()}'


def text_as_page(text):
    """Paragraphs are what stands between empty lines; inside them every space and line end stays."""
    paragraphs = [part.strip('\n') for part in re.split(r'\n[ \t]*\n', text)]
    body = '\n'.join(f'<p>{html.escape(part, quote=False)}</p>' for part in paragraphs if part.strip())
    return (
        '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title></title>\n'
        f'<style>\n{PAGE_STYLE}p {{ white-space: pre-wrap; }}\n</style>\n</head>\n<body dir="auto">\n{body}\n</body>\n</html>\n'
    )


class _Page(HTMLParser):
    """Writes again what it reads, leaving out what must not stay."""

    def __init__(self):
        super().__init__(convert_charrefs=False)
        self.parts = []
        self._skipped = []
        self._raw = None
        self._has_charset = False

    def finished(self):
        charset = '' if self._has_charset else '<meta charset="utf-8">\n'
        return charset + ''.join(self.parts)

    def emit(self, text):
        if not self._skipped:
            self.parts.append(text)

    def handle_starttag(self, tag, attributes):
        if tag in SCRIPT_TAGS:
            self._skipped.append(tag)
            return
        if tag in OUTSIDE_TAGS or self._skipped:
            return
        if tag == 'img' and not any(name == 'src' and is_picture(value) for name, value in attributes):
            # What stands for a picture that is not here.
            self.emit(html.escape(next((value or '' for name, value in attributes if name == 'alt'), '')))
            return
        self.emit(self.written(tag, attributes))
        if tag in RAW_TEXT_TAGS:
            self._raw = tag
        if tag == 'head':
            self._has_charset = True
            self.emit('\n<meta charset="utf-8">')

    def handle_startendtag(self, tag, attributes):
        if tag in SCRIPT_TAGS:
            return
        self.handle_starttag(tag, attributes)
        if tag not in VOID_TAGS:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if self._skipped:
            if tag in self._skipped:
                while self._skipped.pop() != tag:
                    pass
            return
        if tag in OUTSIDE_TAGS or tag in SCRIPT_TAGS or tag in VOID_TAGS:
            return
        self._raw = None
        self.emit(f'</{tag}>')

    def written(self, tag, attributes):
        kept = ''.join(written_attribute(name, value) for name, value in attributes if is_kept(tag, name, value))
        return f'<{tag}{kept}>'

    def handle_data(self, data):
        # In a drawing, browsers read a style sheet as markup; CSS has an escape of its own for what would begin some.
        self.emit(without_outside(data).replace('<', '\\3c ') if self._raw else data.replace('<', '&lt;'))

    def handle_entityref(self, name):
        self.emit(f'&{name};')

    def handle_charref(self, name):
        self.emit(f'&#{name};')


def is_picture(value):
    return value is not None and PICTURE_DATA.match(value.strip()) is not None


def is_kept(tag, name, value):
    if name.startswith('on') or not re.fullmatch(r'[a-z][\w:.-]*', name):
        return False
    if name in ('href', 'xlink:href'):
        return value is not None and WEB_LINK.match(value.strip()) is not None
    if name in NAMING_ATTRIBUTES:
        return tag == 'img' and name == 'src' and is_picture(value)
    # Drawings may set any attribute to a script.
    return not (value or '').strip().lower().startswith(('javascript:', 'vbscript:', 'file:'))


def written_attribute(name, value):
    if value is None:
        return f' {name}'
    return f' {name}="{html.escape(without_outside(value) if name == "style" else value)}"'


def without_outside(style):
    """Data in a style sheet may stay; anything else it names is taken out."""
    kept = re.sub(
        r'url\(\s*["\']?(data:image/[^"\')]+)["\']?\s*\)', lambda found: f'\0{found.group(1)}\1', style, flags=re.IGNORECASE
    )
    kept = STYLE_NAMES_ELSEWHERE.sub('none(', kept)
    return kept.replace('\0', 'url("').replace('\1', '")')
