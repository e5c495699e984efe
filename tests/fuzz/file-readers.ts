/** The built-in readers of books, mails, contacts, tables, fonts and rare images. */
import { readFileSync } from 'node:fs'
import { openBookZip } from '../../packages/engines/src/books/read/book-zip.ts'
import { readPalmDoc } from '../../packages/engines/src/books/read/read-book.ts'
import { parseXmlTree } from '../../packages/engines/src/books/read/xml-tree.ts'
import { readCalendar } from '../../packages/engines/src/data/cards/convert-calendar.ts'
import { readVcards } from '../../packages/engines/src/data/cards/convert-contacts.ts'
import { readWoff, writeWoff } from '../../packages/engines/src/data/fonts/convert-font.ts'
import { readFont, writeFont } from '../../packages/engines/src/data/fonts/sfnt.ts'
import { readEml, readTnef } from '../../packages/engines/src/data/mail/read-eml.ts'
import { readMsg } from '../../packages/engines/src/data/mail/read-msg.ts'
import { unpackRtf } from '../../packages/engines/src/data/mail/rtf-html.ts'
import {
  sasTransport,
  spss,
  stata113,
  stata118,
} from '../../packages/engines/src/data/read/binary-tables.fixture.ts'
import { readFixedWidth } from '../../packages/engines/src/data/read/fixed-width.ts'
import { readEnv, readIni } from '../../packages/engines/src/data/read/ini.ts'
import { readSasTransport } from '../../packages/engines/src/data/read/sas-transport.ts'
import { readSpss } from '../../packages/engines/src/data/read/spss.ts'
import { readStata } from '../../packages/engines/src/data/read/stata.ts'
import { readToml } from '../../packages/engines/src/data/read/toml.ts'
import { readToon } from '../../packages/engines/src/data/read/toon.ts'
import { readXmlValue } from '../../packages/engines/src/data/read/xml-value.ts'
import { readYaml } from '../../packages/engines/src/data/read/yaml.ts'
import { subtitleReaders } from '../../packages/engines/src/data/subtitles/registry.ts'
import { isSafeSvg } from '../../packages/engines/src/drawing/check-svg.ts'
import {
  createInterpreter,
  interpretPostScript,
} from '../../packages/engines/src/postscript/draw-postscript.ts'
import { Graphics } from '../../packages/engines/src/postscript/graphics/graphics.ts'
import { defaultLimits } from '../../packages/engines/src/postscript/language/errors.ts'
import { readBlp } from '../../packages/engines/src/sharp/readers/read-blp.ts'
import { readEps } from '../../packages/engines/src/sharp/readers/read-eps.ts'
import { readHdr } from '../../packages/engines/src/sharp/readers/read-hdr.ts'
import { readIcns } from '../../packages/engines/src/sharp/readers/read-icns.ts'
import { readMsp } from '../../packages/engines/src/sharp/readers/read-msp.ts'
import { readPnm } from '../../packages/engines/src/sharp/readers/read-pnm.ts'
import { blpHeader, packIcns } from '../corpus/support/rare-samples.ts'
import { packedRtf, writeMsg } from '../corpus/support/write-msg.ts'
import { createTarget, type FuzzTarget } from './fuzz-target.ts'
import { mutateBytes, mutateText } from './mutate.ts'
import { zipSample } from './samples.ts'

const knownErrors = ['JobFailure']
const maxPixels = 1_000_000
const maxBytes = 10_000_000

function bytesTarget(
  sample: Buffer,
  read: (file: Buffer) => unknown,
  tokens?: readonly string[],
): FuzzTarget {
  return createTarget({ make: random => mutateBytes(random, sample, tokens), read, knownErrors })
}

function textTarget(sample: string, tokens: readonly string[], read: (text: string) => unknown): FuzzTarget {
  return createTarget({ make: random => mutateText(random, sample, tokens), read, knownErrors })
}

const book = readFileSync(new URL('../corpus/samples/books/harbor.mobi', import.meta.url))
const mail =
  'From: =?utf-8?B?QW5u?= <a@example.org>\r\nSubject: =?iso-8859-1?Q?a=E9?=\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\na=3Db\r\n--x\r\nContent-Type: application/octet-stream; name*0="a"; name*1="b"\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD\r\n--x--\r\n'
const card =
  'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jane;;;\r\nFN:Jane\\, Doe\r\nTEL;TYPE="work,voice":1\r\nPHOTO;ENCODING=b:QUJD\r\nitem1.EMAIL:a@\r\n b.org\r\nEND:VCARD\r\n'
const calendar =
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Europe/Oslo:20260101T120000\r\nRRULE:FREQ=WEEKLY;COUNT=9\r\nDURATION:PT1H\r\nBEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
const fontOf = () => {
  const bytes = Buffer.alloc(58)
  bytes.fill(1, 0, 58)
  return { flavor: 0x10000, tables: ['head', 'name'].map(tag => ({ tag, offset: 0, bytes })) }
}
const icons = packIcns('is32', Buffer.from([0xff, 1, 0x80, 2, 0xff, 3, 0x80, 4, 0xff, 5, 0x80, 6]))
const blp = Buffer.concat([blpHeader(2, 2, 16), Buffer.alloc(16, 9)])
const radiance = Buffer.concat([
  Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 8\n'),
  Buffer.from([2, 2, 0, 8, 136, 1, 136, 2, 136, 3, 8, 1, 2, 3, 4, 5, 6, 7, 8]),
])
const msp = Buffer.concat([
  Buffer.from('LinS'),
  Buffer.from([8, 0, 1, 0]),
  Buffer.alloc(24),
  Buffer.from([2, 0, 1, 255]),
])
const eps =
  '%!PS-Adobe-3.0 EPSF-3.0\n2 1 8\n[2 0 0 -1 0 1]\n{ currentfile buf readhexstring pop } bind\nfalse 3 colorimage\nff000000FF10\n'
/** Enough for the sample, so that an endless program ends soon. */
const postScriptLimits = {
  ...defaultLimits,
  maxSteps: 100_000,
  maxMemoryBytes: maxBytes,
  maxOutputCharacters: 1_000_000,
  maxPixels,
}
const postScript = `%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 100 100
/in { 72 mul } bind def 5 dict begin /a [1 2 3] def /b (text) def
gsave 0.1 0.2 0.3 setrgbcolor 10 20 moveto 1 in 0 rlineto 5 5 9 9 20 20 curveto closepath eofill grestore
{ a 9 get } stopped { $error /errorname get pop clear } if
0 1 5 { dup mul pop } for a { pop } forall save 50 50 40 0 360 arc clip newpath restore
<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 100 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> shfill
/Helvetica findfont [12 0 2 12 0 0] makefont setfont 10 10 moveto b show 0 0 (ab) ashow
[/Separation (spot) /DeviceCMYK { dup 0 mul exch 0 mul 0 exch 0 }] setcolorspace 0.5 setcolor [4 2] 1 setdash 3 setlinewidth stroke
20 20 translate 30 rotate 2 2 8 [2 0 0 -2 0 2] { <00ff80c0> } image currentfile /ASCIIHexDecode filter 4 string readstring 48656c6c> pop pop
b cvn dup 1 index type pop pop pop 12 (abc) cvs length 2 3 3 array astore aload pop 16#ff 1e-3 <~87cURD]i~> (x) search { pop } if
showpage end quit
`
const postScriptTokens = [
  ...[...createInterpreter(new Graphics(defaultLimits)).system.map.keys()].map(name => ` ${String(name)} `),
  ...[
    ' { ',
    ' } ',
    ' [ ',
    ' ] ',
    ' << ',
    ' >> ',
    ' ( ',
    ' /a ',
    ' -1 ',
    ' 1e38 ',
    ' 65536 ',
    ' $error ',
    ' <~ ',
  ],
]
const tnef = Buffer.from('789f3e22010001069008000400000000000100010001', 'hex')
const subtitles =
  '1\n00:00:01,000 --> 00:00:02,000\n<b>Hi</b> {\\an8}\n\n[00:01.00]a\n{1}{25}b|c\n[1][2]d\n0:00:01.0,0:00:02.0\ne\n'
const subtitleTokens = [
  '-->',
  '{\\p1}',
  '<c.a>',
  '[0][',
  '\n\n',
  '{0}{1}',
  'Dialogue: ',
  '&#x0;',
  '00:00:99,9999999',
]
const svg = '<svg><!-- a --><g title="a>b"><a href="https://a"/></g></svg>'

/** What follows an open comment, tag or quote is not markup. */
function withoutOpenParts(text: string): string {
  return text.replace(/<!--[\s\S]*?-->/g, '').replace(/[<"']/g, '')
}

export const fileReaderTargets: Readonly<Record<string, FuzzTarget>> = {
  'epub-package': bytesTarget(zipSample(), file => {
    const zip = openBookZip(file, maxBytes)
    return zip.names.map(name => zip.read(name)?.length)
  }),
  'book-xml': textTarget(
    '<a b="c"><d/>&amp;<![CDATA[x]]><!-- y --></a>',
    ['<', '</a>', '<!DOCTYPE a [', '<![CDATA[', '&#x110000;', '<a>'],
    parseXmlTree,
  ),
  'palm-book': bytesTarget(book.subarray(0, 4000), file =>
    readPalmDoc(file, { name: 'a', maxUnpackedBytes: maxBytes }),
  ),
  mime: bytesTarget(Buffer.from(mail), readEml, [
    '--x\r\n',
    '=?utf-8?Q?',
    'boundary=',
    'multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: ',
  ]),
  'outlook-mail': bytesTarget(writeMsg({ texts: { '0037': 'a', '1000': 'b' } }), file =>
    readMsg(file, () => ({ name: 'a', type: 'text/plain', bytes: Buffer.alloc(0) })),
  ),
  'outlook-rtf': bytesTarget(packedRtf('{\\rtf1 a}'), unpackRtf),
  tnef: bytesTarget(tnef, readTnef),
  vcard: textTarget(card, ['BEGIN:VCARD', ';', '\r\n ', '\\n', 'ENCODING=QUOTED-PRINTABLE:='], readVcards),
  icalendar: textTarget(calendar, ['BEGIN:VEVENT\r\n', 'TZID=', 'RRULE:', '\r\n ', 'P-1W'], readCalendar),
  'font-tables': bytesTarget(writeFont(fontOf()), file => readFont(file)),
  woff: bytesTarget(writeWoff(fontOf()), readWoff),
  'stata-113': bytesTarget(stata113(), file => readStata(file, 'a')),
  'stata-118': bytesTarget(stata118(), file => readStata(file, 'a'), ['<data>', '<strls>GSO']),
  spss: bytesTarget(spss(2), file => readSpss(file, 'a')),
  'sas-transport': bytesTarget(sasTransport(), readSasTransport, ['HEADER RECORD*******']),
  toon: textTarget('[2]{a,b}:\n  1,x\n  2,"y"\nc:\n  - d\n', ['[9]{', ':', '  - ', '"', '\t'], readToon),
  yaml: textTarget(
    'a: &x [1, 2]\nb: *x\nc: |\n  d\n',
    ['&x ', '*x', '!!binary ', '- ', '? ', '[', '{'],
    readYaml,
  ),
  toml: textTarget('[a]\nb = 1\n[[c]]\nd = 1979-05-27\n', ['[', ']]', '"""', '= ', '__proto__'], readToml),
  'ini-and-env': textTarget('[a]\nb = c\nD="e\\n"\n', ['[', '=', ';', '__proto__'], text => [
    readIni(text),
    readEnv(text),
  ]),
  'fixed-width': textTarget('id  name\n 1  a\n 2  b\n', ['  ', '\n', '\t'], readFixedWidth),
  'xml-value': textTarget(
    '<a><b>1</b><b>2</b></a>',
    ['<a>', '<!DOCTYPE a [<!ENTITY', '&x;', '</a>'],
    readXmlValue,
  ),
  subtitles: textTarget(subtitles, subtitleTokens, text =>
    Object.values(subtitleReaders).map(({ read }) => {
      try {
        return read(text, 25).cues.length
      } catch (error) {
        if (error instanceof Error && knownErrors.includes(error.name)) return 0
        throw error
      }
    }),
  ),
  eps: bytesTarget(Buffer.from(eps), file => readEps(file, maxPixels), [
    '%%BeginPreview: 9 9 8 1\n',
    '99999 99999 8',
  ]),
  postscript: bytesTarget(
    Buffer.from(postScript),
    file => interpretPostScript(file, postScriptLimits),
    postScriptTokens,
  ),
  icns: bytesTarget(icons, readIcns),
  blp: bytesTarget(blp, file => readBlp(file, maxPixels)),
  radiance: bytesTarget(radiance, file => readHdr(file, maxPixels), ['-Y 99999 +X 99999\n', '\n\n']),
  msp: bytesTarget(msp, file => readMsp(file, maxPixels)),
  netpbm: bytesTarget(Buffer.from('P3\n# a\n2 1\n255\n1 2 3 4 5 6\n'), file => readPnm(file, maxPixels), [
    'P6\n',
    '99999 ',
    '#',
  ]),
  'checked-svg': createTarget({
    make: random => mutateText(random, svg, [' ', '"', '>', 'a', '-->', "'", '<!--']),
    // Inside of the outermost element, in front of and behind everything that hides text.
    read: text =>
      isSafeSvg(`<svg onload="a">${text}</svg>`) || isSafeSvg(`${withoutOpenParts(text)}<g onload="a"/>`),
    invariant: (isSafe, text) => (isSafe ? `a handler: ${text}` : undefined),
  }),
}
