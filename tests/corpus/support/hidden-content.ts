/** PDFs that each hide a word, or the pixels or paths under an area, in one way; nothing of them may be in the redacted file. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type PlainPage, plainPdf, plainStream, updatedPdf } from './plain-pdf.ts'
import { rest } from './redaction.ts'

export interface HiddenContent {
  readonly pdf: Buffer
  readonly options: object
  /** What a second program finds in the file. */
  readonly secrets: readonly string[]
  readonly outcome: 'removed' | 'image' | 'refused'
}

const word = 'Zanzibar'
/** Bytes of pixels, points and functions under the area. */
const marker = 'PIXELSUNDERTHEAREA'
/** From (100, 80) to (200, 130) in the coordinates of the page, which has 300 by 200 points. */
const area = { page: 1, x: 100, y: 70, width: 100, height: 50 }

interface Parts extends Partial<PlainPage> {
  readonly objects?: readonly string[]
  readonly catalog?: string
  readonly trailer?: string
}

const documentOf = ({ content = '', objects = [], catalog = '', trailer = '', ...page }: Parts) =>
  plainPdf({ pages: [{ content: `${content} ${rest}`, ...page }], objects, catalog, trailer })

/** The word is somewhere in the document. */
const hidden = (parts: Parts, more: Partial<HiddenContent> = {}): HiddenContent => ({
  pdf: documentOf(parts),
  options: { words: [word] },
  secrets: [word],
  outcome: 'removed',
  ...more,
})

/** The area is over something. */
const covered = (parts: Parts, more: Partial<HiddenContent> = {}): HiddenContent => ({
  pdf: documentOf(parts),
  options: { areas: [area] },
  secrets: [marker],
  outcome: 'removed',
  ...more,
})

const shown = (show: string) => `BT /F1 12 Tf 100 100 Td ${show} ET`
const show = shown(`(${word}) Tj`)
const fonts = '/Resources << /Font << /F1 3 0 R >> >>'
const form = (content: string, entries = fonts) =>
  plainStream(`/Type /XObject /Subtype /Form /BBox [0 0 300 200] ${entries}`, content)
const annotation = (entries: string) => `<< /Type /Annot /Rect [10 150 90 170] ${entries} >>`
const annotations = (count: number) =>
  `/Annots [${Array.from({ length: count }, (_, index) => `${10 + index} 0 R`).join(' ')}]`

const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

/** 64 by 32 gray pixels, whose first rows are the marker. */
const pixels = marker.repeat(120).slice(0, 64 * 32)
const grayImage = (entries = '', data = pixels) =>
  plainStream(
    `/Type /XObject /Subtype /Image /Width 64 /Height 32 /BitsPerComponent 8 /ColorSpace /DeviceGray ${entries}`,
    data,
  )
const drawn = 'q 100 0 0 50 100 80 cm /I Do Q'

const type3 = (entries: string, glyphs: string) =>
  `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /Encoding << /Differences [65 /one /two] >> /CharProcs << ${glyphs} >> /FirstChar 65 /LastChar 66 /Widths [1000 1000] ${entries} >>`
/** A triangle whose coordinates occur nowhere else. */
const path = '137.31 421.77 m 731.13 177.24 l 613.17 773.42 l f'
const pathSecrets = ['137.31 421.77', '731.13 177.24']

/** Two-byte codes from 1 on for the texts. */
const mappedFont = (texts: readonly string[]) => [
  '<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>',
  '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 600 >>',
  plainStream(
    '',
    `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${texts.length} beginbfchar ${texts.map((text, index) => `<${(index + 1).toString(16).padStart(4, '0')}> <${utf16be(text).subarray(2).toString('hex')}>`).join('\n')} endbfchar endcmap`,
  ),
]
const codes = (count: number) =>
  `<${Array.from({ length: count }, (_, index) => (index + 1).toString(16).padStart(4, '0')).join('')}>`
const mapped = (texts: readonly string[], more: Partial<HiddenContent> = {}) =>
  hidden(
    {
      content: `BT /F3 12 Tf 60 100 Td ${codes(texts.length)} Tj ET`,
      resources: '/XObject << /X 13 0 R >>',
      objects: [
        ...mappedFont(texts),
        form(
          `BT /F3 12 Tf 60 150 Td ${codes(texts.length)} Tj ET`,
          '/Resources << /Font << /F3 10 0 R >> >>',
        ),
      ],
      ...(more.options === undefined && {}),
    },
    more,
  )

const mesh = (type: number) =>
  plainStream(
    `/ShadingType ${type} /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 300 0 200 0 1]`,
    marker.repeat(20),
  )

/** The smallest ICC profile that has a description. */
function iccProfile(description: string): string {
  const text = Buffer.from(`desc\0\0\0\0\0\0\0${String.fromCharCode(description.length + 1)}${description}\0`)
  const profile = Buffer.alloc(128 + 4 + 12 + text.length)
  profile.writeUInt32BE(profile.length, 0)
  profile.write('mntrGRAYXYZ ', 12, 'latin1')
  profile.write('acsp', 36, 'latin1')
  profile.writeUInt32BE(1, 128)
  profile.write('desc', 132, 'latin1')
  profile.writeUInt32BE(144, 136)
  profile.writeUInt32BE(text.length, 140)
  text.copy(profile, 144)
  return profile.toString('latin1')
}

/** The smallest font program with a name table that readers skip. */
function trueType(name: string): string {
  const text = Buffer.from(name, 'latin1')
  const table = Buffer.alloc(18 + text.length)
  table.writeUInt16BE(1, 2)
  table.writeUInt16BE(18, 4)
  table.writeUInt16BE(1, 6)
  table.writeUInt16BE(4, 12)
  table.writeUInt16BE(text.length, 14)
  text.copy(table, 18)
  const header = Buffer.alloc(28)
  header.writeUInt32BE(0x10000, 0)
  header.writeUInt16BE(1, 4)
  header.write('name', 12, 'latin1')
  header.writeUInt32BE(28, 20)
  header.writeUInt32BE(table.length, 24)
  return Buffer.concat([header, table]).toString('latin1')
}

async function jpegWithTexts(): Promise<string> {
  const create = { width: 64, height: 32, channels: 3, background: '#808080' } as const
  const jpeg = (
    await sharp({ create })
      .jpeg()
      .withExif({ IFD0: { Artist: word } })
      .toBuffer()
  ).toString('latin1')
  const comment = `\xff\xfe\0\x0a${word}`
  const profile = `\xff\xe2\0\x16ICC_PROFILE\0${word}`
  return `${jpeg.slice(0, 2)}${comment}${profile}${jpeg.slice(2)} after the end: ${word}`
}

/** A JPEG 2000 image of which only the boxes matter: its code stream cannot be decoded. */
const jpeg2000 = [
  '\0\0\0\x0cjP  \r\n\x87\n',
  '\0\0\0\x14ftypjp2 \0\0\0\0jp2 ',
  `\0\0\0\x14xml <a>${word.slice(0, 5)}${word.slice(5)}/`,
  '\0\0\0\x10jp2c\xff\x4f\xff\xd9\0\0\0\0',
].join('')

const structure = (entries: string) => ({
  objects: [
    '<< /Type /StructTreeRoot /K 11 0 R /RoleMap << /Zanzibar /P >> /ClassMap << /Zanzibar << /O /Layout >> >> >>',
    `<< /Type /StructElem /S /P /P 10 0 R /Pg 100 0 R /K 0 ${entries} >>`,
  ],
  catalog: '/StructTreeRoot 10 0 R /MarkInfo << /Marked true >>',
})

/** By what hides the content. */
export async function hiddenContents(): Promise<Readonly<Record<string, HiddenContent>>> {
  return {
    // How a word is drawn.
    'text: escaped and hexadecimal strings': hidden({
      content: `${shown(String.raw`(Zan\172ib\
ar) Tj`)} ${shown('<5A 616E7A696261 72> Tj')}`,
    }),
    'text: kerned by TJ': hidden({ content: shown('[(Z) 60 (an) -45 (zi) 20 (bar)] TJ') }),
    'text: letters spaced by TJ': hidden({
      content: shown('[(to ) -300 (Z) -300 (a) -300 (n) -300 (z) -300 (i) -300 (b) -300 (a) -300 (r)] TJ'),
    }),
    'text: letters spaced by Tc': hidden({ content: shown(`4 Tc (${word}) Tj 0 Tc`) }),
    'text: letters spaced by spaces': hidden(
      { content: shown(`(${[...word].join(' ')}) Tj`) },
      { secrets: [[...word].join(' ')] },
    ),
    'text: one operator for each letter': hidden(
      {
        content: [...word]
          .map((letter, index) => `BT /F1 12 Tf ${60 + 8 * index} 100 Td (${letter}) Tj ET`)
          .join('\n'),
      },
      { secrets: [] },
    ),
    'text: letters in another order than they are read': hidden(
      {
        content: [...word]
          .map((letter, index) => `BT /F1 12 Tf ${60 + 8 * index} 100 Td (${letter}) Tj ET`)
          .reverse()
          .join('\n'),
      },
      { secrets: [] },
    ),
    'text: hyphenated over two lines': hidden(
      { content: 'BT /F1 12 Tf 14 TL 100 100 Td (to Zan-) Tj T* (zibar now) Tj ET' },
      { secrets: ['Zan-', 'zibar now'] },
    ),
    'text: a soft hyphen at the end of a line': hidden(
      { content: String.raw`BT /F1 12 Tf 14 TL 100 100 Td (to Zan\255) Tj T* (zibar now) Tj ET` },
      { secrets: ['Zan\xad', 'zibar now'] },
    ),
    'text: soft hyphens inside of a line': hidden(
      { content: shown(String.raw`(Zan\255zi\255bar) Tj`) },
      { secrets: ['Zan\xadzi\xadbar'] },
    ),
    'text: a ligature': hidden(
      { content: `BT /F2 12 Tf 60 100 Td (Of${'\u0001'}cer Kay) Tj ET` },
      { options: { words: ['Officer'] }, secrets: ['Of\u0001cer'] },
    ),
    'text: numbers of glyphs': mapped([...word], {
      pdf: documentOf({
        content: `BT /F3 12 Tf 60 100 Td ${codes(8)} Tj ET`,
        resources: '/Font << /F1 3 0 R /F3 10 0 R >>',
        objects: mappedFont([...word]),
      }),
      secrets: [],
    }),
    'text: one glyph for the whole word': mapped([word], {
      pdf: documentOf({
        content: '/X Do',
        resources: '/XObject << /X 13 0 R >>',
        objects: [
          ...mappedFont([word, 'harbor']),
          form('BT /F3 12 Tf 60 150 Td <00010002> Tj ET', '/Resources << /Font << /F3 10 0 R >> >>'),
        ],
      }),
    }),
    'text: accents as glyphs of their own': mapped([...'Za\u0301nzibar'], {
      pdf: documentOf({
        content: '/X Do',
        resources: '/XObject << /X 13 0 R >>',
        objects: [
          ...mappedFont([...'Za\u0301nzibar']),
          form(`BT /F3 12 Tf 60 150 Td ${codes(9)} Tj ET`, '/Resources << /Font << /F3 10 0 R >> >>'),
        ],
      }),
      options: { words: ['Zánzibar'] },
      secrets: [],
    }),
    'text: invisible over a scan': hidden({
      content: `q 300 0 0 200 0 0 cm /I Do Q 3 Tr ${show} 0 Tr`,
      resources: '/XObject << /I 10 0 R >>',
      objects: [grayImage()],
    }),
    'text: as a clipping path': hidden({ content: `q 7 Tr ${show} 0 0 300 200 re f Q` }),
    'text: white, tiny, covered, clipped, and outside of the page': hidden({
      content: `1 g ${show} 0 g BT /F1 0.1 Tf 20 90 Td (${word}) Tj ET BT /F1 12 Tf 100 60 Td (${word}) Tj ET 90 50 100 30 re f BT /F1 12 Tf 900 900 Td (${word}) Tj ET q 0 0 5 5 re W n ${show} Q`,
    }),
    'text: in nested forms': hidden({
      content: '/X Do',
      resources: '/XObject << /X 10 0 R >>',
      objects: [form('/Y Do', '/Resources << /XObject << /Y 11 0 R >> >>'), form(show)],
    }),
    'text: in a fill pattern': hidden({
      content: '/Pattern cs /P scn 0 50 300 100 re f',
      resources: '/Pattern << /P 10 0 R >>',
      objects: [
        plainStream(
          `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 300 200] /XStep 300 /YStep 200 ${fonts}`,
          show,
        ),
      ],
    }),
    'text: in a soft mask': hidden(
      {
        content: 'q /G gs 1 0 0 rg 0 0 300 200 re f Q',
        resources:
          '/ExtGState << /G << /Type /ExtGState /SMask << /Type /Mask /S /Luminosity /G 10 0 R >> >> >>',
        objects: [form(`1 g ${show}`, `/Group << /S /Transparency /CS /DeviceGray >> ${fonts}`)],
      },
      { outcome: 'image' },
    ),
    'text: in the drawing of a glyph': hidden({
      content: 'BT /T 20 Tf 100 100 Td (A) Tj ET',
      resources: '/Font << /F1 3 0 R /T 10 0 R >>',
      objects: [type3(fonts, '/one 11 0 R'), plainStream('', `1000 0 d0 BT /F1 200 Tf (${word}) Tj ET`)],
    }),
    'text: on a hidden layer': hidden({
      content: `/OC /Off BDC ${show} EMC`,
      resources: '/Properties << /Off 10 0 R >>',
      objects: [`<< /Type /OCG /Name (${word}) /Usage << /CreatorInfo << /Creator (${word}) >> >> >>`],
      catalog: `/OCProperties << /OCGs [10 0 R] /D << /Name (${word}) /OFF [10 0 R] /Order [(${word}) 10 0 R] >> >>`,
    }),
    'text: comments between operators': hidden({ content: `% ${word}\n${shown('(stays) Tj')} %${word}\n` }),
    'text: marked content with texts': hidden({
      content: `/Span << /ActualText ${hex(utf16be(word))} /Alt (${word}) /E (${word}) /Lang (en) >> BDC ${shown('(Z.) Tj')} EMC /P /Named BDC ${shown('(Z.) Tj')} EMC`,
      resources: `/Properties << /Named << /ActualText (${word}) >> >>`,
    }),
    // What an area covers.
    'area: a path in a Type 3 glyph': covered(
      {
        content: 'BT /T 40 Tf 120 90 Td (A) Tj ET BT /T 20 Tf 20 150 Td (B) Tj ET',
        resources: '/Font << /F1 3 0 R /T 10 0 R >>',
        objects: [
          type3('', '/one 11 0 R /two 12 0 R'),
          plainStream('', `1000 0 0 0 1000 1000 d1 ${path}`),
          plainStream('', '1000 0 0 0 1000 1000 d1 0 0 800 800 re f'),
        ],
      },
      { secrets: pathSecrets },
    ),
    'area: an image in a Type 3 glyph': covered({
      content: 'BT /T 40 Tf 120 90 Td (A) Tj ET',
      resources: '/Font << /F1 3 0 R /T 10 0 R >>',
      objects: [
        type3('/Resources << /XObject << /I 12 0 R >> >>', '/one 11 0 R'),
        plainStream('', '1000 0 d0 q 1000 0 0 1000 0 0 cm /I Do Q'),
        grayImage(),
      ],
    }),
    'area: an inline image in a Type 3 glyph': covered({
      content: 'BT /T 40 Tf 120 90 Td (A) Tj ET',
      resources: '/Font << /F1 3 0 R /T 10 0 R >>',
      objects: [
        type3('', '/one 11 0 R'),
        plainStream(
          '',
          `1000 0 0 0 1000 1000 d1 q 1000 0 0 1000 0 0 cm BI /W 144 /H 1 /IM true /BPC 1 ID ${marker} EI Q`,
        ),
      ],
    }),
    'area: a Type 3 glyph that paints beside its box': covered(
      {
        // Its origin is far from the area, its width and its box say nothing of what it paints.
        content: 'BT /T 1 Tf 20 20 Td (A) Tj ET',
        resources: '/Font << /F1 3 0 R /T 10 0 R >>',
        objects: [
          type3('', '/one 11 0 R')
            .replace('[0.001 0 0 0.001 0 0]', '[1 0 0 1 0 0]')
            .replace('[0 0 1000 1000]', '[0 0 1 1]')
            .replace('[1000 1000]', '[1 1]'),
          plainStream('', '1 0 0 0 1 1 d1 97.31 71.77 m 131.13 87.24 l 113.17 99.42 l f'),
        ],
      },
      { secrets: ['97.31 71.77'] },
    ),
    'area: a glyph of a Type 3 font that a form draws': covered(
      {
        content: '/X Do',
        resources: '/XObject << /X 12 0 R >>',
        objects: [
          type3('', '/one 11 0 R'),
          plainStream('', `1000 0 0 0 1000 1000 d1 ${path}`),
          form('BT /T 40 Tf 120 90 Td (A) Tj ET', '/Resources << /Font << /T 10 0 R >> >>'),
        ],
      },
      { secrets: pathSecrets },
    ),
    ...Object.fromEntries(
      [4, 5, 6, 7].map(type => [
        `area: a shading of type ${type}`,
        covered(
          {
            content: 'q 50 50 200 100 re W n /S sh Q',
            resources: '/Shading << /S 10 0 R >>',
            objects: [type === 5 ? mesh(5).replace('/BitsPerFlag 8', '/VerticesPerRow 4') : mesh(type)],
          },
          { outcome: 'image' },
        ),
      ]),
    ),
    'area: a mesh as a fill pattern': covered(
      {
        content: '/Pattern cs /P scn 50 50 200 100 re f',
        resources: '/Pattern << /P << /Type /Pattern /PatternType 2 /Shading 10 0 R >> >>',
        objects: [mesh(7)],
      },
      { outcome: 'image' },
    ),
    'area: text that is filled with a mesh': covered(
      {
        content: `/Pattern cs /P scn ${shown('(covered) Tj')}`,
        resources: '/Pattern << /P << /Type /Pattern /PatternType 2 /Shading 10 0 R >> >>',
        objects: [mesh(4)],
      },
      { outcome: 'image' },
    ),
    'area: a shading by a function with samples': covered(
      {
        content: 'q 50 50 200 100 re W n /S sh Q',
        resources:
          '/Shading << /S << /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 1 0 1] /Matrix [200 0 0 100 50 50] /Function 10 0 R >> >>',
        objects: [
          plainStream(
            '/FunctionType 0 /Domain [0 1 0 1] /Range [0 1] /Size [18 10] /BitsPerSample 8',
            marker.repeat(10),
          ),
        ],
      },
      { outcome: 'image' },
    ),
    'area: lines in a fill pattern': covered(
      {
        content: '/Pattern cs /P scn 20 50 270 100 re f',
        resources: '/Pattern << /P 10 0 R >>',
        objects: [
          plainStream(
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 300 200] /XStep 300 /YStep 200 /Resources << >>',
            '127.31 91.77 m 161.13 107.24 l 143.17 119.42 l f',
          ),
        ],
      },
      { secrets: ['127.31 91.77'], outcome: 'image' },
    ),
    'area: lines in a soft mask': covered(
      {
        content: 'q /G gs 1 0 0 rg 0 0 300 200 re f Q',
        resources:
          '/ExtGState << /G << /Type /ExtGState /SMask << /Type /Mask /S /Luminosity /G 10 0 R >> >> >>',
        objects: [
          form(
            '1 g 127.31 91.77 m 161.13 107.24 l 143.17 119.42 l f',
            '/Group << /S /Transparency /CS /DeviceGray >>',
          ),
        ],
      },
      { secrets: ['127.31 91.77'], outcome: 'image' },
    ),
    'area: an inline image': covered({
      content: `q 100 0 0 50 100 80 cm BI /W 18 /H 1 /CS /G /BPC 8 ID ${marker} EI Q`,
    }),
    'area: an inline image in a form': covered({
      content: '/X Do',
      resources: '/XObject << /X 10 0 R >>',
      objects: [form(`q 100 0 0 50 100 80 cm BI /W 18 /H 1 /CS /G /BPC 8 ID ${marker} EI Q`, '')],
    }),
    'area: an image with a mask, alternates and a thumbnail': covered({
      content: drawn,
      resources: '/XObject << /I 10 0 R >>',
      entries: '/Thumb 13 0 R',
      objects: [
        grayImage('/SMask 11 0 R /Alternates [<< /Image 12 0 R >>] /OPI << /1.3 << /F (x) >> >>'),
        grayImage(),
        grayImage(),
        grayImage(),
      ],
    }),
    'area: a stencil': covered({
      content: 'q 100 0 0 50 100 80 cm /I Do Q',
      resources: '/XObject << /I 10 0 R >>',
      objects: [plainStream('/Type /XObject /Subtype /Image /Width 144 /Height 1 /ImageMask true', marker)],
    }),
    'area: an image that cannot be decoded, with its globals': covered(
      {
        content: drawn,
        resources: '/XObject << /I 10 0 R >>',
        objects: [
          grayImage('/Filter /JBIG2Decode /DecodeParms << /JBIG2Globals 11 0 R >>'),
          plainStream('', marker.repeat(4)),
        ],
      },
      { outcome: 'image' },
    ),
    'area: an image that a second page still names': covered(
      {},
      {
        pdf: plainPdf({
          pages: [
            { content: `${drawn} ${rest}`, resources: '/XObject << /I 10 0 R >>' },
            { content: rest, resources: '/XObject << /I 10 0 R >>' },
          ],
          objects: [grayImage()],
        }),
      },
    ),
    'area: a PostScript form and a form of another file': covered({
      content: '/P Do /R Do',
      resources: '/XObject << /P 10 0 R /R 11 0 R >>',
      objects: [
        plainStream('/Type /XObject /Subtype /PS', `(${marker}) show`),
        form('', `/Ref << /F (${marker}.pdf) /Page 0 >>`),
      ],
    }),
    // What no page shows.
    'annotation: contents, rich text, styles and appearances': hidden({
      entries: annotations(2),
      objects: [
        annotation(
          `/Subtype /FreeText /Contents (${word}) /RC (<p>Zan<b>zi</b>bar</p>) /DS (font: ${word}) /T (${word}) /Subj (${word}) /AP << /N 12 0 R >>`,
        ),
        annotation('/Subtype /Stamp /AP << /N << /On 12 0 R /Off 13 0 R >> >> /AS /Off'),
        form(show),
        form(''),
      ],
    }),
    'annotation: addresses and actions': hidden({
      entries: annotations(4),
      objects: [
        annotation('/Subtype /Link /A << /S /URI /URI (https://example.com/%5Aanzibar) >>'),
        annotation(
          `/Subtype /Link /A << /S /Launch /F << /Type /Filespec /F (${word}.exe) /UF ${hex(utf16be(`${word}.exe`))} >> >>`,
        ),
        annotation(
          `/Subtype /Link /A << /S /SubmitForm /F << /FS /URL /F (https://example.com/?${word}) >> >>`,
        ),
        annotation(`/Subtype /Link /A << /S /GoToR /F (${word}.pdf) /D [0 /Fit] >>`),
      ],
    }),
    'form: values, defaults, captions, options and states': hidden({
      entries: annotations(4),
      objects: [
        annotation(`/Subtype /Widget /FT /Tx /T (a) /V (${word}) /DV (${word}) /RV (<p>&#90;anzibar</p>)`),
        annotation(`/Subtype /Widget /FT /Ch /T (b) /Opt [[(x) (${word})] (y)] /TU (${word}) /TM (${word})`),
        annotation(
          `/Subtype /Widget /FT /Btn /Ff 65536 /T (c) /MK << /CA (${word}) /RC (${word}) /AC (${word}) >>`,
        ),
        annotation(
          `/Subtype /Widget /FT /Btn /T (d) /V /${word} /AS /${word} /AP << /N << /${word} 14 0 R >> >>`,
        ),
        form(''),
      ],
      catalog: '/AcroForm << /Fields [10 0 R 11 0 R 12 0 R 13 0 R] /XFA 14 0 R >>',
    }),
    'document: information, metadata and private data of applications': hidden({
      entries: '/Metadata 11 0 R /PieceInfo << /App << /Private << /Text (Zanzibar) >> >> >>',
      objects: [
        `<< /Title (${word}) /Author ${hex(utf16be(word))} /Private (${word}) >>`,
        plainStream('/Type /Metadata /Subtype /XML', `<x:xmpmeta><dc:title>${word}</dc:title></x:xmpmeta>`),
      ],
      catalog: '/Metadata 11 0 R',
      trailer: `/Info 10 0 R /ID [(${word}) (${word})] /Private (${word})`,
    }),
    'document: embedded files, a portfolio and media': hidden({
      entries: annotations(2),
      objects: [
        annotation('/Subtype /FileAttachment /FS 12 0 R'),
        annotation('/Subtype /Sound /Sound 14 0 R'),
        `<< /Type /Filespec /F (${word}.txt) /EF << /F 13 0 R >> /Desc (${word}) >>`,
        plainStream('/Type /EmbeddedFile', word),
        plainStream('/Type /Sound /R 8000', word),
      ],
      catalog:
        '/Names << /EmbeddedFiles << /Names [(a) 12 0 R] >> >> /AF [12 0 R] /Collection << /Schema << /Zanzibar << /N (Zanzibar) >> >> >>',
    }),
    'document: scripts': hidden(
      {
        objects: [plainStream('', `app.alert("${word}")`)],
        catalog: String.raw`/OpenAction << /S /JavaScript /JS (app.alert\("\\u005aanzibar \\x5aanzibar"\)) >> /Names << /JavaScript << /Names [(Zanzibar) << /S /JavaScript /JS 10 0 R >>] >> >>`,
      },
      { secrets: [word] },
    ),
    'document: structure, roles and classes': hidden({
      content: `/Zanzibar << /MCID 0 >> BDC ${shown('(shown) Tj')} EMC`,
      ...structure(
        `/C /Zanzibar /ActualText (${word}) /Alt ${hex(utf16le(word))} /E (${word}) /T (${word}) /ID (${word})`,
      ),
    }),
    'document: bookmarks, destinations, page labels and threads': hidden({
      objects: [
        '<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>',
        `<< /Title (${word}) /Parent 10 0 R /Dest /Zanzibar >>`,
        `<< /Type /Thread /I << /Title (${word}) >> /F 13 0 R >>`,
        '<< /Type /Bead /T 12 0 R /N 13 0 R /V 13 0 R /P 100 0 R /R [0 0 10 10] >>',
      ],
      catalog: `/Outlines 10 0 R /Threads [12 0 R] /Dests << /Zanzibar [100 0 R /Fit] >> /Names << /Dests << /Names [(${word}) [100 0 R /Fit]] >> >> /PageLabels << /Nums [0 << /P (${word} ) /S /D >>] >>`,
    }),
    'document: a signature': hidden({
      entries: annotations(1),
      objects: [
        annotation('/Subtype /Widget /FT /Sig /T (s) /V 11 0 R'),
        `<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents ${hex(Buffer.from(word))} /Name (${word}) /Reason (${word}) >>`,
      ],
      catalog: '/AcroForm << /SigFlags 3 /Fields [10 0 R] >> /Perms << /DocMDP 11 0 R >>',
    }),
    'document: encodings of strings': hidden({
      entries: annotations(1),
      objects: [annotation(`/Subtype /Text /Contents (a) /NM ${hex(utf16le(word))}`)],
      catalog: `/A1 ${hex(Buffer.from(`\ufeff${word}`))} /A2 ${hex(Buffer.from(word, 'utf16le'))} /A3 ${hex(Buffer.from(word, 'utf16le').swap16())} /A4 (5a616e7a69626172) /A5 ${hex(utf16be('Zan\u001ben\u001bzibar'))}`,
    }),
    'document: strings that readers do not show': hidden({
      content: '/C cs 0 sc 10 10 20 20 re f',
      resources: `/ColorSpace << /C [/Indexed /DeviceGray 7 (${word})] >>`,
      entries: '/Annots [10 0 R]',
      objects: [
        annotation(`/Subtype /Widget /FT /Tx /T (a) /DA (/Zanzibar 9 Tf 0 g) /M (${word})`),
        `<< /Registry (${word}) /Ordering (${word}) /Supplement 0 >>`,
      ],
      catalog:
        '/Collections 11 0 R /AcroForm << /Fields [10 0 R] /DR << /Font << /Zanzibar 3 0 R >> >> /DA (/Zanzibar 0 Tf) >>',
    }),
    'document: earlier revisions': hidden(
      {},
      {
        pdf: updatedPdf(documentOf({ content: show }), new Map([[101, plainStream('', rest)]])),
        secrets: [],
      },
    ),
    'document: what nothing refers to, and page templates': hidden({
      objects: [
        `<< /Type /Page /Contents 11 0 R /Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 9 9] >>`,
        plainStream('', show),
        `(${word})`,
      ],
      catalog: '/Names << /Templates << /Names [(t) 10 0 R] >> >>',
    }),
    // Names.
    'name: of a font and its program': hidden({
      content: `${shown('(shown) Tj')} BT /Zanzibar 9 Tf 20 150 Td (x) Tj ET`,
      resources: '/Font << /F1 3 0 R /Zanzibar 10 0 R >>',
      objects: [
        '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Zanzibar-Bold /FirstChar 120 /LastChar 120 /Widths [500] /FontDescriptor 11 0 R /Encoding /WinAnsiEncoding >>',
        `<< /Type /FontDescriptor /FontName /ABCDEF+Zanzibar-Bold /FontFamily (${word}) /Flags 32 /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 0 1000 1000] /FontFile2 12 0 R >>`,
        plainStream(`/Length1 ${trueType(word).length}`, trueType(word)),
      ],
    }),
    'name: of colorants': hidden({
      content: '/C1 cs 1 scn 10 10 20 20 re f /C2 cs 1 0 scn 40 10 20 20 re f',
      resources: `/ColorSpace << /C1 [/Separation /Zanzibar /DeviceGray 10 0 R] /C2 [/DeviceN [/Zanzibar /None] /DeviceGray 11 0 R << /Colorants << /Zanzibar [/Separation /Zanzibar /DeviceGray 10 0 R] >> >>] >>`,
      objects: [
        '<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>',
        plainStream('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]', `{ pop 1 exch sub } % ${word}`),
      ],
    }),
    'name: of marked content': hidden({
      content: `/Zanzibar BMC ${shown('(shown) Tj')} EMC /Zan#7aibar MP /P << /Zanzibar /Zanzibar >> DP /Span /Zanzibar BDC EMC`,
      resources: '/Properties << /Zanzibar << /Type /Any >> >>',
    }),
    'name: of resources': hidden({
      content: 'q /Zanzibar Do Q /Zanzibar gs',
      resources: '/XObject << /Zanzibar 10 0 R >> /ExtGState << /Zanzibar << /LW 2 >> >>',
      objects: [form(shown('(shown) Tj'), `/Name /Zanzibar ${fonts}`)],
    }),
    'name: of keys and values of private dictionaries': hidden({
      entries: '/Zanzibar << /Of#5aanzibar true >>',
      catalog: '/Extensions << /Zanzibar << /BaseVersion /1.7 /ExtensionLevel 1 >> >> /Private /Zanzibar',
    }),
    'name: with a letter that is not ASCII': hidden(
      {
        content: `${shown(String.raw`(M\374ller) Tj`)} /M#fcller BMC EMC /M#c3#bcller MP`,
        objects: [
          annotation(`/Subtype /Text /Contents ${hex(utf16be('Müller'))} /NM ${hex(Buffer.from('Müller'))}`),
        ],
        entries: '/Annots [10 0 R] /M#c3#bcller /M#fcller',
      },
      { options: { words: ['Müller'] }, secrets: ['M\xfcller', 'M\xc3\xbcller'] },
    ),
    'name: of glyphs': hidden({
      content: 'BT /T 20 Tf 100 100 Td (A) Tj ET',
      resources: '/Font << /F1 3 0 R /T 10 0 R >>',
      objects: [
        type3('', '/Zanzibar 11 0 R').replace('/one', '/Zanzibar'),
        plainStream('', '1000 0 d0 0 0 800 800 re f'),
      ],
    }),
    'name: of a character map': hidden({
      content: '/X Do',
      resources: '/XObject << /X 13 0 R >>',
      objects: [
        ...mappedFont(['a', 'b']).map(object =>
          object
            .replace(
              'begincmap',
              `begincmap /CMapName /Zanzibar-UCS def /CIDSystemInfo << /Registry (${word}) >> def %${word}\n`,
            )
            .replace(/\/Length \d+/, '/Length 999'),
        ),
        form('BT /F3 12 Tf 60 150 Td <00010002> Tj ET', '/Resources << /Font << /F3 10 0 R >> >>'),
      ],
    }),
    // Texts in what readers decode.
    'image: metadata and bytes after the end of a JPEG': hidden({
      content: drawn,
      resources: '/XObject << /I 10 0 R >>',
      objects: [
        plainStream(
          '/Type /XObject /Subtype /Image /Width 64 /Height 32 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
          await jpegWithTexts(),
        ),
      ],
    }),
    'image: boxes of JPEG 2000': hidden({
      content: drawn,
      resources: '/XObject << /I 10 0 R >>',
      objects: [
        plainStream('/Type /XObject /Subtype /Image /Width 64 /Height 32 /Filter /JPXDecode', jpeg2000),
      ],
    }),
    'profile: description of a color profile': hidden({
      content: '/C cs 0.5 scn 10 10 20 20 re f',
      resources: '/ColorSpace << /C [/ICCBased 10 0 R] >>',
      objects: [plainStream('/N 1 /Alternate /DeviceGray', iccProfile(word))],
      catalog: `/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX /Info (${word}) /OutputConditionIdentifier (x) /DestOutputProfile 10 0 R >>]`,
    }),
    'stream: private data that nobody can read': hidden(
      {
        objects: [
          plainStream(
            '/Filter [/ASCIIHexDecode /FlateDecode]',
            `${deflateSync(`unknown data: ${word}!`).toString('hex')}>`,
          ),
        ],
        catalog: '/PrivateData 10 0 R',
      },
      { outcome: 'refused' },
    ),
  }
}
