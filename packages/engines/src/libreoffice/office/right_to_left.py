"""Sets the direction of right-to-left paragraphs of a plain text."""

import unicodedata

from com.sun.star.text.WritingMode2 import RL_TB


def has_right_to_left(text):
    return any('\u0590' <= character <= '\u08ff' or '\ufb1d' <= character <= '\ufefc' for character in text)


def is_right_to_left(text):
    """The first character with a strong direction decides, as in browsers."""
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in ('R', 'AL'):
            return True
        if direction == 'L':
            return False
    return False


def set_direction(document):
    paragraphs = document.Text.createEnumeration()
    while paragraphs.hasMoreElements():
        paragraph = paragraphs.nextElement()
        if is_right_to_left(paragraph.getString()):
            paragraph.WritingMode = RL_TB
