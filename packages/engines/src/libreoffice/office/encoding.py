"""Detects the encoding of a text from its bytes."""

import codecs
import re

from failures import damaged

# Enough to be certain; the result is applied to the whole text.
SAMPLE_BYTES = 128 * 1024
CONTROL_CHARACTERS = re.compile(rb'[\x01-\x08\x0e-\x19\x1c-\x1f\x7f]')
MARKS = [
    (codecs.BOM_UTF8, 'utf-8-sig'),
    (codecs.BOM_UTF32_LE, 'utf-32'),
    (codecs.BOM_UTF32_BE, 'utf-32'),
    (codecs.BOM_UTF16_LE, 'utf-16'),
    (codecs.BOM_UTF16_BE, 'utf-16'),
]


def decode_text(data):
    """The text, with its line breaks unchanged."""
    if is_ebcdic(data[:SAMPLE_BYTES]):
        return decode_ebcdic(data)
    encoding = find_encoding(data)
    text = data.decode(encoding, errors='replace')
    return text.removeprefix('\ufeff')


def find_encoding(data):
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return encoding
    if b'\0' in data[:SAMPLE_BYTES]:
        return _wide_encoding(data)
    if len(CONTROL_CHARACTERS.findall(data[:SAMPLE_BYTES])) * 100 > len(data[:SAMPLE_BYTES]):
        raise damaged('too many control characters for text')
    if b'\x1b$' in data or b'\x1b(J' in data:
        if _can_decode(data, 'iso2022_jp_2'):
            return 'iso2022_jp_2'
    if _is_utf8(data):
        return 'utf-8'
    return _likeliest(data[:SAMPLE_BYTES])


def _wide_encoding(data):
    """UTF-16 without a byte order mark: the byte order in which spaces and ends of lines are more frequent."""
    sample = data[: min(SAMPLE_BYTES, len(data)) & ~1]
    separators = {order: _separators(sample.decode(order, errors='replace')) for order in ('utf-16-le', 'utf-16-be')}
    encoding = max(separators, key=separators.get)
    is_clear = True
    if separators[encoding] == 0:
        evens, odds = sample[0::2].count(0), sample[1::2].count(0)
        encoding = 'utf-16-le' if odds > evens else 'utf-16-be'
        is_clear = abs(odds - evens) >= len(sample) / 20
    if not is_clear or not _can_decode(sample, encoding) or CONTROLS.search(sample.decode(encoding)):
        raise damaged('NUL bytes in a text that is not UTF-16')
    return encoding


CONTROLS = re.compile('[\x00-\x08\x0e-\x19\x1c-\x1f]')


def _separators(text):
    return sum(text.count(character) for character in ' \n\u3000\u3001\u3002\uff0c')


# Bytes that are the same in code pages 037, 500 and 1047: letters, digits, common punctuation, ends of lines.
EBCDIC_TEXT = bytes(
    [*range(0x81, 0x8A), *range(0x91, 0x9A), *range(0xA2, 0xAA), *range(0xC1, 0xCA), *range(0xD1, 0xDA)]
    + [*range(0xE2, 0xEA), *range(0xF0, 0xFA), 0x40, 0x4B, 0x4D, 0x4E, 0x50, 0x5B, 0x5C, 0x5D, 0x5E, 0x60, 0x61]
    + [0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x05, 0x0D, 0x15, 0x25]
)


def is_ebcdic(sample):
    """Mainframe text: nearly only such bytes, with spaces, and without the space and line feed of other encodings."""
    foreign = sample.count(0x20) + sample.count(0x0A) + sample.count(0)
    texts = len(sample) - len(sample.translate(None, EBCDIC_TEXT))
    return len(sample) >= 16 and foreign == 0 and texts > len(sample) * 0.9 and sample.count(0x40) > len(sample) * 0.05


def decode_ebcdic(data):
    """The code pages differ in brackets only, and in a few signs that are rarer."""
    if data.count(0xAD) == data.count(0xBD) > 0:
        brackets = str.maketrans({'\xdd': '[', '\xa8': ']', '[': '\xdd', ']': '\xa8', '^': '\xac', '\xac': '^'})
        text = data.decode('cp037').translate(brackets)
    else:
        text = data.decode('cp500' if data.count(0x4A) == data.count(0x5A) > 0 else 'cp037')
    return text.replace('\x85', '\n')


def _is_utf8(data):
    """Tolerates a character truncated at the end and a few invalid bytes."""
    try:
        data.decode('utf-8')
        return True
    except UnicodeDecodeError:
        text = data.decode('utf-8', errors='replace')
        strays = text.count('\ufffd')
        return strays * 20 < sum(character > '\x7f' for character in text)


def _can_decode(data, encoding):
    try:
        data.decode(encoding)
        return True
    except (UnicodeDecodeError, LookupError):
        return False


# The most frequent letters.
CYRILLIC = 'оеаинтсрвлкмд|пуяыьгзбчйхжшюцщэфъёіїєґ'
CHINESE = (
    '的一是不了在人有我他这個中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天'
    '而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高'
    '意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海'
    '這來國個說們為時會著過學對裡後麼沒還發當無開見經頭從動兩長樣現將與進實點種聲話兒問機給幾業間電門東維基百科書網路'
)
OPENING = '«“„‘‚¿¡–—•'
CLOSING = '»”’…°ºª€™®–—'
PUNCTUATION = OPENING + CLOSING + '·§£©\u00a0'

# Frequent letters, and after the bar those that are rarer than chance.
SINGLE_BYTE = [
    ('cp1252', 'àáâãäåæçèéêëìíîïñòóôõöøùúûüßœ|ðþýÿšž'),
    ('cp1254', 'çğıöşüâîİ'),
    ('cp1250', 'ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűăâî|şţđ'),
    ('iso8859-2', 'ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűăâî|şţđ'),
    ('cp1257', 'āčēģīķļņšūžąęėįųõäöü'),
    ('cp1251', CYRILLIC),
    ('koi8-r', CYRILLIC),
    ('koi8-u', CYRILLIC),
    ('cp866', CYRILLIC),
    ('iso8859-5', CYRILLIC),
    ('mac-cyrillic', CYRILLIC),
    ('cp1253', 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώ'),
    ('cp1255', 'אבגדהוזחטיכלמנסעפצקרשתםןץףך'),
    ('cp1256', 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةأإآءئؤپچگک'),
    ('cp874', 'กขคฆงจฉชซญฐฑณดตถทธนบปผฝพฟภมยรฤลวศษสหฬอฮะัาำิีึืุูเแโใไ็่้๊๋์'),
    ('cp850', 'àáâäåæçèéêëìíîïñòóôöøùúûüß'),
    ('mac-roman', 'àáâãäåæçèéêëìíîïñòóôõöøùúûüßœ'),
]
MULTI_BYTE = ['cp932', 'euc_jp', 'gb18030', 'big5hkscs', 'cp949']
# Without any distinctive character, Western text is the most likely.
FALLBACK = 'cp1252'


def _likeliest(sample):
    best, best_score = FALLBACK, 0.0
    for encoding in MULTI_BYTE:
        score = _multi_byte_score(sample, encoding)
        if score > best_score:
            best, best_score = encoding, score
    # A sequence of valid pairs is rarely coincidence; a single matching letter often is.
    if best_score >= 0.6:
        return best
    best, best_score = FALLBACK, 0.0
    for encoding, letters in SINGLE_BYTE:
        score = _single_byte_score(sample, encoding, letters)
        if score > best_score + 0.02:
            best, best_score = encoding, score
    return best


def _single_byte_score(sample, encoding, letters):
    """From -1 to 1: how plausible the non-ASCII characters are next to their neighbors."""
    text = sample.decode(encoding, errors='replace')
    total = score = 0
    previous = ' '
    for character in text:
        if character > '\x7f':
            total += 1
            score += _fit(character, previous, letters)
        previous = character
    return score / max(1, total)


def _fit(character, previous, letters):
    index = letters.find(character)
    if index >= 0:
        if previous.isascii() and previous.isalpha() and ord(character) > 0x250:
            return -1
        if previous > '\x7f' and previous.isalpha() and ord(character) < 0x250:
            # In Latin alphabets, accented letters are mostly surrounded by plain ones.
            return 0
        return 0.6 if '|' in letters[:index] else 1
    if character.lower() != character and character.lower() in letters:
        return -1 if previous.islower() else 0.4
    if character in PUNCTUATION:
        return 1 if previous.isspace() and character in OPENING or _closes(character, previous) else 0
    return -1


def _closes(character, previous):
    if character in '°ºª':
        return previous.isdigit()
    return character in CLOSING and not previous.isspace()


def _multi_byte_score(sample, encoding):
    """From -1 to 1: how frequent the characters are in the language of this encoding."""
    text = sample.decode(encoding, errors='replace')
    # The last character may be truncated by the sample.
    text = text[:-1]
    wide = [character for character in text if character > '\x7f']
    if not wide or '\ufffd' in text:
        return -1
    return sum(_east_asian_fit(character, encoding) for character in wide) / len(wide)


def _east_asian_fit(character, encoding):
    code = ord(character)
    if 0xE000 <= code <= 0xF8FF or code < 0x2000:
        return -1
    if code < 0x3040 or code >= 0xFF00:
        # Punctuation, and in Japanese half-width kana, which single bytes decode to by coincidence.
        return 0 if 0xFF61 <= code <= 0xFF9F else 0.7
    if encoding in ('cp932', 'euc_jp'):
        return 1 if code < 0x3100 else 0.65 if _is_within(character, 'shift_jis') else -1
    if encoding == 'cp949':
        return 1 if 0xAC00 <= code <= 0xD7A3 and _is_within(character, 'euc_kr') else -0.5
    if character in CHINESE:
        return 2
    if 0x3040 <= code < 0x3100 or code > 0x9FFF or code < 0x4E00:
        return -1
    return 0.6 if _is_within(character, 'gb2312' if encoding == 'gb18030' else 'big5') else -0.5


def _is_within(character, encoding):
    try:
        first = character.encode(encoding)[0]
    except UnicodeEncodeError:
        return False
    # Each of these tables lists its frequent characters first.
    common = {'shift_jis': (0x88, 0x98), 'gb2312': (0xB0, 0xD7), 'big5': (0xA4, 0xC6), 'euc_kr': (0xB0, 0xC8)}
    low, high = common[encoding]
    return low <= first <= high
