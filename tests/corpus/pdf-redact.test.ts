/** PDF Workbench: redaction of everything beside the content of pages, of scans, and of documents that are hard to read. */
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { firstImageIn, pdfWithTwoByteFont } from '@filesmith/engines/pdf-tools/redact/redaction.fixture'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfSample } from './support/pdf-tools-harness.ts'
import { plainPdf, plainStream, updatedPdf } from './support/plain-pdf.ts'
import { everythingIn, redactHolding, rest, useRedaction } from './support/redaction.ts'

const redact = useRedaction()

/** Text of a page with single spaces. */
async function textsOf(path: string): Promise<string[]> {
  return (await readPdf(path)).pages.map(text => text.replaceAll(/\s+/g, ' ').trim())
}

test('redact: email addresses, phone numbers, IBANs, card numbers, hyphenated words, ligatures and phrases over two lines', async () => {
  const lines = [
    'mail jane.doe@example.com now',
    'call +49 30 901820 now',
    'pay DE89 3704 0044 0532 0130 00 now',
    'card 4111 1111 1111 1111 now',
    'order 4111 1111 1111 1112 of 2024-11-17',
  ]
  const pages = [
    { content: `BT /F1 12 Tf 16 TL 20 150 Td ${lines.map(line => `(${line}) Tj T*`).join(' ')} ET` },
    {
      content: `BT /F2 12 Tf 16 TL 20 150 Td (The con-) Tj T* (${'\u0001'}dential note of Jane) Tj T* (Doe ends here.) Tj ET ${rest}`,
    },
  ]
  const { path, report } = await redact(plainPdf({ pages }), {
    words: ['Confidential', 'jane doe'],
    patterns: ['email', 'phone', 'iban', 'card'],
  })
  expect(report.removed.map(({ words }) => words)).toEqual([
    { email: 1, phone: 1, iban: 1, card: 1 },
    { Confidential: 1, 'jane doe': 1 },
  ])
  expect(await textsOf(path)).toEqual([
    'mail now call now pay now card now order 4111 1111 1111 1112 of 2024-11-17',
    'The note of ends here. The harbor stays.',
  ])
})

test('redact: only whole words, only the given case, and between the narrow gaps of justified lines', async () => {
  const content = `BT /F1 12 Tf 20 150 Td (Art part art Arts) Tj 0 -50 Td [(before) -130 (Secret) -130 (after)] TJ ET ${rest}`
  const { path, report } = await redact(plainPdf({ pages: [{ content }] }), {
    words: ['Art', 'Secret'],
    wholeWords: true,
    matchCase: true,
  })
  expect(report.removed).toMatchObject([{ words: { Art: 1, Secret: 1 }, isImage: false }])
  const [text] = await textsOf(path)
  expect(text).toContain('part art Arts')
  expect(text).not.toMatch(/\bArt\b/)
  expect(await everythingIn(path)).not.toContain('secret')
})

test('redact: two-byte fonts', async () => {
  const pdf = await pdfWithTwoByteFont('before Secret after')
  const { path, report } = await redact(pdf, { words: ['secret'] })
  expect(report.removed).toMatchObject([{ words: { secret: 1 }, isImage: false }])
  expect(await textsOf(path)).toEqual(['before after'])
})

test('redact: numbers of glyphs that look like a short word, and tall glyphs under the lower edge of an area', async () => {
  const map =
    'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfchar <0069> <0078> <0074> <0079> endbfchar endcmap'
  const objects = [
    '<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
    plainStream('', map),
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 3000] /FontMatrix [0.001 0 0 0.001 0 0] /Encoding << /Differences [65 /tall] >> /CharProcs << /tall 14 0 R >> /FirstChar 65 /LastChar 65 /Widths [1000] >>',
    plainStream('', '1000 0 0 0 1000 3000 d1 0 0 1000 3000 re f'),
    plainStream(
      '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /Font << /Two 10 0 R /Tall 13 0 R >> >>',
      'BT /Two 12 Tf 20 120 Td <00690074> Tj /Tall 12 Tf 200 30 Td (A) Tj ET',
    ),
  ]
  const pdf = plainPdf({
    pages: [
      {
        content: `BT /F1 12 Tf 20 100 Td (say it now) Tj ET /X Do ${rest}`,
        resources: '/XObject << /X 15 0 R >>',
      },
    ],
    objects,
  })
  const { report } = await redact(pdf, {
    words: ['it'],
    wholeWords: true,
    areas: [{ page: 1, x: 210, y: 0, width: 50, height: 30 }],
  })
  expect(report.removed).toMatchObject([{ words: { it: 1 }, characters: 3, isImage: false }])
})

test('redact: comments with popups, texts with an appearance, links and form values', async () => {
  const shown = (text: string) =>
    plainStream(
      '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 3 0 R >> >>',
      `BT /F1 10 Tf 2 5 Td (${text}) Tj ET`,
    )
  const objects = [
    '<< /Type /Annot /Subtype /Text /Rect [10 150 30 170] /Contents (A Secret comment) /Popup 11 0 R >>',
    '<< /Type /Annot /Subtype /Popup /Rect [40 150 90 170] /Parent 10 0 R >>',
    '<< /Type /Annot /Subtype /FreeText /Rect [100 150 200 170] /DA (/F1 10 Tf) /AP << /N 13 0 R >> >>',
    shown('the Secret text'),
    '<< /Type /Annot /Subtype /Link /Rect [100 100 200 120] /A << /S /URI /URI (https://example.com/secret) >> >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (My Secret) /Rect [10 60 110 80] /AP << /N 16 0 R >> >>',
    shown('My Secret'),
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (city) /V (Lisbon) /Rect [120 60 220 80] /AP << /N 18 0 R >> >>',
    shown('Lisbon'),
    '<< /Type /Annot /Subtype /Text /Rect [230 150 250 170] /Contents (Stays) >>',
    '<< /Type /Annot /Subtype /Link /Rect [100 80 200 100] /A << /S /URI /URI (https://example.com/jane%20doe) >> >>',
    '<< /Type /Annot /Subtype /Widget /FT /Btn /T (illness) /V /Secret /AS /Secret /Rect [230 60 240 70] /AP << /N << /Secret 18 0 R /Off 18 0 R >> >> /MK << /I 23 0 R >> >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (draft) /Rect [0 0 10 10] /AP << /N 24 0 R >> >>',
    shown('An icon'),
    shown('On no page'),
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (sign) /V 26 0 R /Rect [0 0 0 0] >>',
    '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00536563726574> /Cert (Secret signer) >>',
    '<< /Type /Annot /Subtype /Sound /Rect [230 80 250 100] /Sound 28 0 R >>',
    plainStream('/Type /Sound /R 8000', 'Sound of waves'),
  ]
  const pdf = plainPdf({
    pages: [
      {
        content: rest,
        entries: '/Annots [10 0 R 11 0 R 12 0 R 14 0 R 15 0 R 17 0 R 19 0 R 20 0 R 21 0 R 25 0 R 27 0 R]',
      },
    ],
    objects,
    catalog:
      '/AcroForm << /SigFlags 3 /Fields [15 0 R 17 0 R 21 0 R 22 0 R 25 0 R] /DR << /Font << /F1 3 0 R >> >> >>',
  })
  const { path, report, notes } = await redact(pdf, { words: ['secret', 'jane doe', 'city lisbon', 'ltr'] })
  const everything = await everythingIn(path)
  for (const word of ['secret', 'jane', 'an icon', 'on no page', 'sigflags', 'sound of waves'])
    expect(everything).not.toContain(word)
  expect(everything).toContain('lisbon')
  expect(everything).toContain('(stays)')
  expect(report.removed).toMatchObject([{ page: 1, annotations: 8 }])
  expect(report.proof).toContainEqual({ where: 'comments and form fields, by pdf.js', searched: 1, hits: 0 })
  expect(notes).toContain('Digital signatures were removed: they are not valid for the result.')
})

test('redact: metadata, attachments, bookmarks, destinations, scripts, threads and the structure', async () => {
  const utf16 = `<FEFF${Buffer.from('Über Secret', 'utf16le').swap16().toString('hex')}>`
  const objects = [
    '<< /Title (Secret title) /Author (A. Secret) >>',
    plainStream('/Type /Metadata /Subtype /XML', '<x:xmpmeta>Secret subject</x:xmpmeta>'),
    `<< /Type /Outlines /First 13 0 R /Last 13 0 R /Count 1 >>`,
    `<< /Title ${utf16} /Parent 12 0 R /Dest (Secret place) >>`,
    '<< /Names [(Other place) [100 0 R /Fit] (Secret place) [100 0 R /Fit]] /Limits [(Other place) (Secret place)] >>',
    '<< /Type /Filespec /F (note.txt) /EF << /F 16 0 R >> >>',
    plainStream('/Type /EmbeddedFile', 'An attached Secret'),
    '<< /S /JavaScript /JS 18 0 R >>',
    plainStream('', 'app.alert("Secret")'),
    '<< /F 20 0 R /I << /Title (Secret thread) >> >>',
    '<< /T 19 0 R /N 20 0 R /V 20 0 R /P 100 0 R /R [0 0 10 10] >>',
    '<< /Type /StructTreeRoot /K 22 0 R >>',
    '<< /Type /StructElem /S /Figure /P 21 0 R /Pg 100 0 R /K 0 /ID (Secret id) /Alt (A name not searched) /ActualText (Secret word) >>',
    '<< /S /GoToE /F << /Type /Filespec /F (other.pdf) /EF << /F 24 0 R >> >> >>',
    plainStream('', 'Embedded without a type'),
    '<< /Type /Template /Contents 26 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> >> >>',
    plainStream('', 'BT /F1 12 Tf 20 100 Td (From a template) Tj ET'),
  ]
  const pdf = plainPdf({
    pages: [
      {
        content: `/P << /MCID 0 /ActualText (Secret spoken) >> BDC BT /F1 12 Tf 20 100 Td (Secret) Tj ET EMC ${rest}`,
      },
      {
        content: `% Secret comment\n/Span << /ActualText (Secret drawing) >> BDC 10 10 m 20 20 l S EMC [(Unt) % Secret\n (il)] pop ${rest}`,
        entries: '/AA << /O 23 0 R >>',
      },
    ],
    objects,
    catalog:
      '/Metadata 11 0 R /Outlines 12 0 R /Names << /Dests 14 0 R /EmbeddedFiles << /Names [(note.txt) 15 0 R] >> /Templates << /Names [(one) 25 0 R] >> >> /OpenAction 17 0 R /Threads [19 0 R] /StructTreeRoot 21 0 R /MarkInfo << /Marked true >> /Dests << /SecretName [100 0 R /Fit] /Plain [100 0 R /Fit] >>',
    trailer: '/Info 10 0 R',
  })
  const { path, report, notes } = await redact(pdf, { words: ['secret'] })
  const everything = await everythingIn(path)
  expect(everything).not.toContain('secret')
  for (const text of ['not searched', 'embedded without', 'from a template'])
    expect(everything).not.toContain(text)
  expect(everything).toContain('20 20 l')
  expect(everything).toContain('other place')
  expect(report.document).toMatchObject({ attachments: 2, metadata: 2, alternativeTexts: 2 })
  expect(report.document.texts).toMatchObject({ Title: 2, Names: 1, JS: 1, Dests: 1 })
  expect(notes).toContain('Attachments were removed.')
  expect(notes).toContain(
    'Alternative texts of drawings or images had the words. Please check what these show, and mark areas there.',
  )
})

test('redact: earlier revisions, and a page whose content stream was cut off', async () => {
  const first = plainPdf({
    pages: [{ content: 'BT /F1 12 Tf 20 100 Td (Secret draft) Tj ET' }, { content: rest }],
  })
  const content = deflateSync(`BT /F1 12 Tf 50 100 Td (before Secret after) Tj ET\n${rest}\n`)
  const cut = content.subarray(0, content.length - 6).toString('latin1')
  const updates = new Map([
    [101, plainStream('', rest)],
    [103, plainStream('/Filter /FlateDecode', cut)],
  ])
  const { path } = await redact(updatedPdf(first, updates), { words: ['secret'] })
  expect(await everythingIn(path)).not.toContain('secret')
  const [revised, damaged] = await textsOf(path)
  expect(revised).toBe('The harbor stays.')
  expect(damaged).not.toMatch(/secret/i)
})

/** Rows of black and white pixels, so that every part of the scan is known. */
const scan = plainStream(
  '/Type /XObject /Subtype /Image /Width 300 /Height 200 /BitsPerComponent 8 /ColorSpace /DeviceGray',
  Array.from({ length: 300 * 200 }, (_, index) => (Math.floor(index / 300) % 2 === 0 ? '\xff' : '\x80')).join(
    '',
  ),
)

test('redact: a scan with a text layer loses the pixels and the word', async () => {
  const content = 'q 300 0 0 200 0 0 cm /Scan Do Q BT 3 Tr /F1 12 Tf 50 100 Td (before Secret after) Tj ET'
  const resources = '/XObject << /Scan 10 0 R >>'
  const header = `q 300 0 0 180 0 0 cm /Scan Do Q BT /F1 12 Tf 20 185 Td (A typed header) Tj ET`
  const pdf = plainPdf({
    pages: [
      { content, resources },
      { content: header, resources },
    ],
    objects: [scan],
  })
  const { path, report, notes } = await redact(pdf, { words: ['secret'], color: '#ff0000' })
  expect(report.removed).toMatchObject([{ words: { secret: 1 }, images: 1, isImage: false }])
  expect((await readPdf(path)).pages[0]?.replaceAll(/\s+/g, ' ').trim()).toBe('before after')
  const [data, width] = [await firstImageIn(path), 300]
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]
  expect(at(110, 97)).toEqual([255, 0, 0])
  expect(at(110, 98)).toEqual([255, 0, 0])
  expect(at(60, 98)).toEqual([255, 255, 255])
  expect(at(60, 99)).toEqual([128, 128, 128])
  expect(notes?.join()).toContain('Page 2: has images without text')
})

test('redact: marks on soft masks and fill patterns make the page an image without its structure', async () => {
  const image = (pixels: string) =>
    plainStream(
      `/Type /XObject /Subtype /Image /Width ${pixels.length} /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray`,
      pixels,
    )
  const mask = (resources: string, content: string) =>
    plainStream(
      `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /CS /DeviceGray >> /Resources << ${resources} >>`,
      content,
    )
  const masked = (name: string) => `q /${name} gs 1 0 0 rg 0 0 300 200 re f Q ${rest}`
  const graphics = '/ExtGState << /Text 11 0 R /Scan 14 0 R >>'
  const filled = '/Pattern cs /Tiles scn 0 50 300 100 re f'
  const pdf = plainPdf({
    pages: [
      {
        content: `/Figure << /MCID 0 >> BDC ${masked('Text')} EMC`,
        resources: graphics,
      },
      { content: masked('Scan'), resources: graphics },
      { content: `${filled} ${rest}`, resources: '/Pattern << /Tiles 16 0 R >>' },
      // The fill is nowhere near the mark.
      { content: `${filled} ${rest}`, resources: '/Pattern << /Tiles 18 0 R >>' },
    ],
    objects: [
      mask('/Font << /F1 3 0 R >>', '1 g BT /F1 30 Tf 20 100 Td (Secret) Tj ET'),
      '<< /Type /ExtGState /SMask << /Type /Mask /S /Luminosity /G 10 0 R >> >>',
      image('MaskPixels'),
      mask('/XObject << /I 12 0 R >>', 'q 300 0 0 200 0 0 cm /I Do Q'),
      '<< /Type /ExtGState /SMask << /Type /Mask /S /Luminosity /G 13 0 R >> >>',
      image('TilePixels'),
      plainStream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 50 50] /XStep 50 /YStep 50 /Resources << /XObject << /I 15 0 R >> >>',
        'q 50 0 0 50 0 0 cm /I Do Q',
      ),
      image('OtherPixels'),
      plainStream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 50 50] /XStep 50 /YStep 50 /Resources << /XObject << /I 17 0 R >> >>',
        'q 50 0 0 50 0 0 cm /I Do Q',
      ),
      '<< /Type /StructTreeRoot /K 20 0 R >>',
      '<< /Type /StructElem /S /Figure /P 19 0 R /Pg 100 0 R /K 0 /Alt (What the mask shows) >>',
    ],
    catalog: '/StructTreeRoot 19 0 R /MarkInfo << /Marked true >>',
  })
  const area = { x: 100, y: 100, width: 50, height: 20 }
  const areas = [2, 3].map(page => ({ ...area, page }))
  const { path, report, notes } = await redact(pdf, {
    words: ['secret'],
    areas: [...areas, { ...area, y: 5, page: 4 }],
  })
  expect(report.removed.map(({ isImage }) => isImage)).toEqual([true, true, true, false])
  expect(notes?.join()).toContain('Pages 1, 2, 3: replaced by an image')
  expect((await readPdf(path)).pages[0]?.trim()).toBe('')
  const everything = await everythingIn(path)
  for (const word of ['secret', 'maskpixels', 'tilepixels', 'what the mask shows'])
    expect(everything).not.toContain(word)
  expect(everything).toContain('otherpixels')
})

test('redact: words that TJ separates are neither joined nor a reason to refuse, and names are searched', async () => {
  const content = `BT /F1 12 Tf 20 150 Td [(with) -333 (energy) -250 (bar) -250 (eat)] TJ ET ${rest}`
  const { path, report, notes } = await redact(plainPdf({ pages: [{ content }], catalog: '/Own /Areas' }), {
    words: ['area', 'the'],
  })
  expect((await textsOf(path))[0]).toContain('with energy bar eat')
  expect(report.removed).toMatchObject([{ words: { the: 1 } }])
  expect(report.proof.map(({ where, hits }) => [where, hits])).toContainEqual([
    'names of all objects and content streams',
    0,
  ])
  expect(report.document.names).toBe(1)
  expect(notes).toContain('Names of fonts, colors or other objects had the words, and were replaced.')
})

test('redact: delivers nothing if a word is left', async () => {
  const pdf = plainPdf({
    pages: [{ content: rest }],
    catalog: '/PrivateData 10 0 R',
    objects: [plainStream('', 'unknown data: the Secret!')],
  })
  await expect(redact(pdf, { words: ['secret'] })).rejects.toThrow(
    'The result still has some of the words (decoded streams: 1)',
  )
})

test('redact: a label on boxes of another color', async () => {
  const content = `BT /F1 12 Tf 50 100 Td (before Secret after) Tj ET ${rest}`
  const { path } = await redact(plainPdf({ pages: [{ content }] }), {
    words: ['secret'],
    color: '#ffffff',
    label: 'X-1',
  })
  expect((await readPdf(path)).pages[0]).toContain('X-1')
  await expect(
    redact(plainPdf({ pages: [{ content }] }), { words: ['secret'], label: 'no secret' }),
  ).rejects.toThrow('The label must not contain a word to redact.')
})

test('redact: a sample of several pages keeps every other word', async () => {
  const before = await readPdf(pdfSample('running'))
  const { path } = await redact(await readFile(pdfSample('running')), { words: ['harbour'] })
  const after = await readPdf(path)
  const words = (pages: readonly string[]) =>
    pages.map(page => page.split(/\s+/).filter(word => !/harbour/i.test(word) && !/^[.,]?$/.test(word)))
  expect(words(after.pages)).toEqual(words(before.pages))
})

test('redact: areas alone claim no search of words, and say where else their text is', async () => {
  const pdf = plainPdf({
    pages: [
      { content: `BT /F1 12 Tf 50 100 Td (Jane Doe) Tj ET ${rest}` },
      { content: `BT /F1 12 Tf 50 100 Td (Call Jane Doe and Jane) Tj ET ${rest}` },
    ],
    objects: [
      '<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>',
      '<< /Title (About jane doe) /Parent 10 0 R /Dest [100 0 R /Fit] >>',
    ],
    catalog: '/Outlines 10 0 R',
  })
  const { report, notes } = await redact(pdf, {
    areas: [{ page: 1, x: 40, y: 80, width: 80, height: 30 }],
  })
  expect(report.proof).toEqual([
    { where: 'characters under the boxes', searched: 1, hits: 0 },
    { where: 'comments and form fields under the boxes', searched: 1, hits: 0 },
  ])
  expect(report.copies).toEqual([
    { text: 'Jane Doe', pages: [2], strings: 1 },
    { text: 'Jane', pages: [2], strings: 1 },
  ])
  expect(notes?.slice(0, 2)).toEqual([
    '1 area on 1 page removed; no text, comment or field is left under it.',
    'Text of the areas is still elsewhere: on page 2, and in bookmarks, comments, fields or other texts. The report lists it.',
  ])
})

test('redact: hidden layers, all comments and all form values', async () => {
  const shown = (entries: string, text: string) =>
    plainStream(
      `/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 3 0 R >> >> ${entries}`,
      `BT /F1 10 Tf 2 5 Td (${text}) Tj ET`,
    )
  const content = [
    '/OC /Off BDC 0.5 g 7 7 33 33 re f BT /F1 12 Tf 20 150 Td (From a hidden layer) Tj ET EMC',
    '/OC /On BDC BT /F1 12 Tf 20 100 Td (From a layer) Tj ET EMC /X Do',
    rest,
  ].join('\n')
  const pdf = plainPdf({
    pages: [
      {
        content,
        resources: '/Properties << /Off 10 0 R /On 11 0 R >> /XObject << /X 12 0 R >>',
        entries: '/Annots [13 0 R 14 0 R 15 0 R 17 0 R 18 0 R]',
      },
    ],
    objects: [
      '<< /Type /OCG /Name (Remarks) >>',
      '<< /Type /OCG /Name (Plan) >>',
      shown('/OC << /Type /OCMD /OCGs [10 0 R] >>', 'A hidden form'),
      '<< /Type /Annot /Subtype /Text /Rect [10 150 30 170] /Contents (A comment) >>',
      '<< /Type /Annot /Subtype /Link /Rect [10 10 30 30] /A << /S /URI /URI (https://example.com/) >> >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (city) /V (Lisbon) /Rect [120 60 220 80] /AP << /N 16 0 R >> >>',
      shown('', 'Lisbon'),
      '<< /Type /Annot /Subtype /Widget /FT /Btn /T (agree) /V /Yes /AS /Yes /Rect [230 60 240 70] /AP << /N << /Yes 19 0 R >> >> >>',
      '<< /Type /Annot /Subtype /Link /OC 10 0 R /Rect [40 10 60 30] /A << /S /URI /URI (https://example.org/) >> >>',
      shown('', 'x'),
    ],
    catalog:
      '/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [10 0 R] >> >> /AcroForm << /Fields [15 0 R 17 0 R] /DR << /Font << /F1 3 0 R >> >> >>',
  })
  const { path, report, notes } = await redact(pdf, {
    removeHiddenLayers: true,
    removeComments: true,
    removeFieldValues: true,
  })
  const everything = await everythingIn(path)
  for (const text of ['hidden', '7 7 33 33', 'remarks', 'a comment', 'lisbon', '/v /yes', 'example.org'])
    expect(everything).not.toContain(text)
  for (const text of ['from a layer', 'example.com', '/t (city)', '/as /off'])
    expect(everything).toContain(text)
  expect(report.proof).toEqual([
    { where: 'content of hidden layers', searched: 1, hits: 0 },
    { where: 'comments', searched: 1, hits: 0 },
    { where: 'values of form fields', searched: 1, hits: 0 },
  ])
  expect(report.removed).toMatchObject([{ annotations: 2, isImage: false }])
  expect(notes?.slice(0, 2)).toEqual(['1 hidden layer removed.', '2 form fields emptied.'])
})

test('redact: content that a visibility expression hides, while every layer is shown', async () => {
  const content = [
    '/OC /Off BDC BT /F1 12 Tf 20 150 Td (Behind an expression) Tj ET EMC',
    '/OC /On BDC BT /F1 12 Tf 20 100 Td (Before an expression) Tj ET EMC',
    rest,
  ].join('\n')
  const pdf = plainPdf({
    pages: [{ content, resources: '/Properties << /Off 12 0 R /On 13 0 R >>' }],
    objects: [
      '<< /Type /OCG /Name (One) >>',
      '<< /Type /OCG /Name (Two) >>',
      '<< /Type /OCMD /OCGs [10 0 R] /VE [/And 10 0 R [/Not [/Or 11 0 R 10 0 R]]] >>',
      '<< /Type /OCMD /OCGs [10 0 R] /VE [/Or [/Not 10 0 R] 11 0 R] >>',
    ],
    catalog: '/OCProperties << /OCGs [10 0 R 11 0 R] /D << >> >>',
  })
  const { path, report, notes } = await redact(pdf, { removeHiddenLayers: true })
  const everything = await everythingIn(path)
  expect(everything).not.toContain('behind')
  expect(everything).toContain('before an expression')
  expect(report.proof).toEqual([{ where: 'content of hidden layers', searched: 1, hits: 0 }])
  expect(notes?.[0]).toBe('1 hidden layer removed.')
})

test('redact: images that nothing changes are not held in memory, and the result is the same', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photos = await Promise.all(
    [170, 180, 190, 200].map(size =>
      sharp({ create: { width: size, height: size, channels: 3, background: 'red', noise } })
        .jpeg({ quality: 95 })
        .withExif({ IFD0: { Artist: 'Secret photographer' } })
        .toBuffer(),
    ),
  )
  const image = (size: number, filter: string, data: Buffer) =>
    plainStream(
      `/Type /XObject /Subtype /Image /Width ${size} /Height ${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /${filter}`,
      data.toString('latin1'),
    )
  const undecodable = Buffer.from('not an image '.repeat(2000))
  const shown = (word: string) =>
    `q 100 0 0 100 20 50 cm /I Do Q BT /F1 12 Tf 30 90 Td (${word}) Tj ET ${rest}`
  const pdf = plainPdf({
    pages: [
      { content: shown('Secret'), resources: '/XObject << /I 10 0 R >>' },
      {
        content: `${shown('stays')} BT /F1 12 Tf 200 150 Td (Secret) Tj ET`,
        resources: '/XObject << /I 11 0 R >>',
      },
      {
        content: `${shown('stays')} q 80 0 0 80 200 50 cm /A Do Q`,
        resources: '/XObject << /I 12 0 R /A 13 0 R >>',
      },
      { content: shown('stays'), resources: '/XObject << /I 14 0 R >>' },
    ],
    objects: [
      ...photos.slice(0, 3).map((photo, index) => image(170 + 10 * index, 'DCTDecode', photo)),
      image(150, 'JPXDecode', undecodable),
      image(200, 'DCTDecode', photos[3] ?? Buffer.alloc(0)),
    ],
  })
  const options = {
    words: ['Secret'],
    areas: [{ page: 3, x: 210, y: 100, width: 20, height: 20, unit: 'points' }],
  }
  const [held, aside] = [await redactHolding(pdf, Infinity, options), await redactHolding(pdf, 0, options)]
  expect(held.images).toHaveLength(4)
  expect(held.report.removed).toMatchObject([
    { page: 1, images: 1, isImage: false },
    { page: 2, images: 0, isImage: false },
    { page: 3, isImage: true },
  ])
  expect([aside.images, aside.report, aside.notes]).toEqual([held.images, held.report, held.notes])
  expect([held.files.includes('light.pdf'), aside.files.includes('light.pdf')]).toEqual([false, true])
  // Nothing of the images that were set aside is left beside the result.
  expect(aside.files.filter(name => name.includes('image') || name.endsWith('.json'))).toEqual([])
})

test('redact: names a page that does not exist', async () => {
  const area = { page: 7, x: 0, y: 0, width: 10, height: 10 }
  await expect(redact(plainPdf({ pages: [{ content: rest }] }), { areas: [area] })).rejects.toThrow(
    'There is no page 7',
  )
})

test('redact: text in fill patterns and metadata of JPEG images', async () => {
  const pixel = { width: 1, height: 1, channels: 3, background: '#808080' } as const
  const plain = (await sharp({ create: pixel }).toColourspace('b-w').jpeg().toBuffer()).toString('latin1')
  const jpeg = `${plain.slice(0, 2)}\xff\xfe\x00\x10Secret comment${plain.slice(2)}`
  const pattern = plainStream(
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 50 50] /XStep 50 /YStep 50 /Resources << /Font << /F1 3 0 R >> /XObject << /X 12 0 R >> >>',
    'BT /F1 12 Tf 5 5 Td (Secret) Tj ET /X Do',
  )
  const form = plainStream(
    '/Type /XObject /Subtype /Form /BBox [0 0 50 50] /Resources << /Font << /F1 3 0 R >> >>',
    'BT /F1 12 Tf 5 25 Td (Secret) Tj ET',
  )
  const font =
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /Encoding << /Differences [65 /a] >> /CharProcs << /a 14 0 R >> /FirstChar 65 /LastChar 65 /Widths [1000] /Resources << /Font << /F1 3 0 R >> >> >>'
  const glyph = plainStream('', '1000 0 d0 BT /F1 300 Tf (Secret) Tj ET')
  const drawn = plainStream(
    '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /Font << /F5 13 0 R >> >>',
    'BT /F5 12 Tf 5 25 Td (A) Tj ET',
  )
  const image = plainStream(
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode',
    jpeg,
  )
  const resources = '/Pattern << /P 10 0 R >> /XObject << /I 11 0 R /Drawn 15 0 R >>'
  const content = `/Pattern cs /P scn 0 50 300 100 re f q 10 0 0 10 0 0 cm /I Do Q /Drawn Do ${rest}`
  const { path, notes } = await redact(
    plainPdf({ pages: [{ content, resources }], objects: [pattern, image, form, font, glyph, drawn] }),
    {
      words: ['secret'],
    },
  )
  expect(await everythingIn(path)).not.toContain('secret')
  expect(notes).toContain('Text in fill patterns and in drawn glyphs was removed.')
})
