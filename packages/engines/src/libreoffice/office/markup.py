"""Converts plain text to HTML."""

import html
import re

from page_style import PAGE_STYLE


def text_as_page(text):
    """Empty lines separate paragraphs; spaces and line breaks inside of them are kept."""
    paragraphs = [part.strip('\n') for part in re.split(r'\n[ \t]*\n', text)]
    body = '\n'.join(f'<p>{html.escape(part, quote=False)}</p>' for part in paragraphs if part.strip())
    return (
        '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title></title>\n'
        f'<style>\n{PAGE_STYLE}p {{ white-space: pre-wrap; }}\n</style>\n</head>\n<body dir="auto">\n{body}\n</body>\n</html>\n'
    )
