import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { openForRendering, renderPage } from '@filesmith/engines/pdf/render/render-page'
import { firstImageIn, pdfWithTwoByteFont } from '@filesmith/engines/pdf-tools/redact/redaction.fixture'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PdfToolHarness,
  pdfSample,
  qpdfOutput,
  startPdfToolHarness,
} from './support/pdf-tools-harness.ts'
import { plainPdf, plainStream, updatedPdf } from './support/plain-pdf.ts'

let tools: PdfToolHarness
let files = 0

beforeAll(async () => {
  tools = await startPdfToolHarness()
}, 60_000)

afterAll(() => tools.close())

interface Report {
  readonly removed: readonly {
    readonly page: number
    readonly words: Record<string, number>
    readonly images: number
    readonly annotations: number
    readonly isImage: boolean
  }[]
  readonly document: {
    readonly texts: Record<string, number>
    readonly attachments: number
    readonly metadata: number
    readonly alternativeTexts: number
  }
  readonly proof: readonly { readonly where: string; readonly hits: number }[]
}

async function redact(pdf: Buffer, options: object) {
  const source = join(tools.folder, `source-${files++}.pdf`)
  await writeFile(source, pdf)
  const result = await tools.run({ ability: 'pdf-redact', files: [source], options })
  const part = result.parts?.find(({ name }) => name === 'redaction-report.json')
  const report: Report = JSON.parse(await readFile(part?.path ?? '', 'utf8'))
  return { ...result, report, source }
}

const rest = 'BT /F1 12 Tf 20 20 Td (The harbor stays.) Tj ET'

/** Every string and stream of the file as text: literal, hexadecimal and UTF-16 strings decoded. */
async function everythingIn(path: string): Promise<string> {
  const expanded = await qpdfOutput(
    '--qdf',
    '--object-streams=disable',
    '--decode-level=specialized',
    path,
    '-',
  )
  const hex = [...expanded.matchAll(/<([0-9a-f\s]+)>/gi)].map(([, digits = '']) =>
    Buffer.from(digits.replaceAll(/\s/g, ''), 'hex'),
  )
  const decoded = hex.map(
    bytes => `${bytes.toString('latin1')} ${bytes.toString('latin1').replaceAll('\0', '')}`,
  )
  return [(await readFile(path)).toString('latin1'), expanded, expanded.replaceAll('\0', ''), ...decoded]
    .join('\n')
    .toLowerCase()
}

async function pixelsOf(path: string, page = 0) {
  const document = await openForRendering(await readFile(path), { maxPages: 100, maxPixels: 10_000_000 })
  const image = await renderPage(document.getPage(page), 72, 10_000_000)
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  document.destroy()
  return { data, width: info.width, height: info.height }
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Box around all pixels that differ, in points of the page as seen. */
async function changedBox(before: string, after: string, page = 0): Promise<Box | undefined> {
  const [one, other] = [await pixelsOf(before, page), await pixelsOf(after, page)]
  let box: Box | undefined
  for (let index = 0; index < one.data.length; index += 3) {
    const isSame = [0, 1, 2].every(
      channel => Math.abs((one.data[index + channel] ?? 0) - (other.data[index + channel] ?? 0)) < 8,
    )
    if (isSame) continue
    const [x, y] = [(index / 3) % one.width, Math.floor(index / 3 / one.width)]
    box = {
      left: Math.min(box?.left ?? x, x),
      top: Math.min(box?.top ?? y, y),
      right: Math.max(box?.right ?? x, x),
      bottom: Math.max(box?.bottom ?? y, y),
    }
  }
  return box
}

/** Of the word in capitals, in Helvetica at 12 points, with spacing. */
const maxWordWidth = 56

test.each([
  ['one string', '(before Secret after) Tj'],
  ['a kerning array', '[(before Se) 30 (cr) -20 (et after)] TJ'],
  ['hexadecimal strings', '<6265666f726520536563726574206166746572> Tj'],
  ['several operators', '(before Sec) Tj (re) Tj (t after) Tj'],
  ['words with spacing', '2 Tw 1 Tc (before Secret after) Tj'],
  [
    'octal escapes',
    String.raw`(before \123ecr\
et after) Tj`,
  ],
  ['the next line', "14 TL (before Secret after) '"],
  ['the next line with spacing', '14 TL 1 0.5 (before Secret after) "'],
  ['a case that differs', '(before SECRET after) Tj'],
  ['scaled text with a rise', '80 Tz 3 Ts (before Secret after) Tj'],
])('redact: a word in %s goes, and the words around it do not move', async (_, show) => {
  const content = `BT /F1 12 Tf 50 100 Td ${show} (, and more) Tj ET ${rest}`
  const { path, source, report } = await redact(plainPdf({ pages: [{ content }] }), { words: ['secret'] })
  const [text = ''] = (await readPdf(path)).pages
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/before.*after, and more.*The harbor stays\./)
  expect(await everythingIn(path)).not.toContain('secret')
  expect(report.removed).toMatchObject([{ page: 1, words: { secret: 1 }, isImage: false }])
  expect(report.proof.every(({ hits }) => hits === 0)).toBe(true)
  const changed = await changedBox(source, path)
  expect((changed?.right ?? 0) - (changed?.left ?? 0)).toBeLessThan(maxWordWidth)
})

test('redact: words that are hyphenated, with ligatures, and phrases over two lines', async () => {
  const content = `BT /F2 12 Tf 16 TL 20 150 Td (The con-) Tj T* (${'\u0001'}dential note of Jane) Tj T* (Doe ends here.) Tj ET ${rest}`
  const { path, report } = await redact(plainPdf({ pages: [{ content }] }), {
    words: ['Confidential', 'jane doe'],
  })
  expect(report.removed[0]?.words).toEqual({ Confidential: 1, 'jane doe': 1 })
  const [text = ''] = (await readPdf(path)).pages
  expect(text.replaceAll(/\s+/g, ' ').trim()).toBe('The note of ends here. The harbor stays.')
})

test('redact: only whole words, and only the given case', async () => {
  const content = `BT /F1 12 Tf 20 150 Td (Art part art Arts) Tj ET ${rest}`
  const { path } = await redact(plainPdf({ pages: [{ content }] }), {
    words: ['Art'],
    wholeWords: true,
    matchCase: true,
  })
  expect((await readPdf(path)).pages[0]).toContain('part art Arts')
  expect((await readPdf(path)).pages[0]).not.toMatch(/\bArt\b/)
})

test('redact: email addresses, phone numbers, IBANs and card numbers with valid check digits', async () => {
  const lines = [
    'mail jane.doe@example.com now',
    'call +49 30 901820 now',
    'pay DE89 3704 0044 0532 0130 00 now',
    'card 4111 1111 1111 1111 now',
    'order 4111 1111 1111 1112 of 2024-11-17',
  ]
  const content = `BT /F1 12 Tf 16 TL 20 150 Td ${lines.map(line => `(${line}) Tj T*`).join(' ')} ET`
  const { path, report } = await redact(plainPdf({ pages: [{ content }] }), {
    patterns: ['email', 'phone', 'iban', 'card'],
  })
  expect(report.removed[0]?.words).toEqual({ email: 1, phone: 1, iban: 1, card: 1 })
  const text = (await readPdf(path)).pages[0]?.replaceAll(/\s+/g, ' ').trim()
  expect(text).toBe('mail now call now pay now card now order 4111 1111 1111 1112 of 2024-11-17')
})

test('redact: an area on a rotated page with a CropBox, measured as the page is seen', async () => {
  const content = 'BT /F1 12 Tf 120 100 Td (Secret) Tj ET BT /F1 12 Tf 120 150 Td (Visible) Tj ET'
  const page = { content, entries: '/Rotate 90 /CropBox [100 50 300 200]' }
  // Clockwise: what is 50 above the lower edge is 50 from the left, what is 20 from the left is 20 from the top.
  const area = { page: 1, x: 45, y: 18, width: 20, height: 45 }
  const { path, source } = await redact(plainPdf({ pages: [page] }), { areas: [area] })
  expect((await readPdf(path)).pages[0]?.trim()).toBe('Visible')
  expect(await everythingIn(path)).not.toContain('secret')
  expect(await changedBox(source, path)).toEqual({ left: 45, top: 18, right: 64, bottom: 62 })
})

test('redact: rotated text', async () => {
  const content = `BT /F1 12 Tf 0.866 0.5 -0.5 0.866 50 50 Tm (before Secret after) Tj ET ${rest}`
  const { path } = await redact(plainPdf({ pages: [{ content }] }), { words: ['Secret'] })
  const text = (await readPdf(path)).pages[0]
  expect(text).not.toContain('Secret')
  expect(text).toMatch(/before[\s\S]*after/)
})

test('redact: one of two uses of a form XObject', async () => {
  const form = plainStream(
    '/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources << /Font << /F1 3 0 R >> >>',
    'BT /F1 12 Tf 5 5 Td (Twice shown) Tj ET',
  )
  const pages = [
    {
      content: 'q 1 0 0 1 20 100 cm /X Do Q q 1 0 0 1 20 40 cm /X Do Q',
      resources: '/XObject << /X 10 0 R >>',
    },
  ]
  const { path } = await redact(plainPdf({ pages, objects: [form] }), {
    areas: [{ page: 1, x: 20, y: 70, width: 100, height: 30 }],
  })
  expect((await readPdf(path)).pages[0]?.trim()).toBe('Twice shown')
})

test('redact: a form XObject that only the shared resources of another page name', async () => {
  const form = plainStream(
    '/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources << /Font << /F1 3 0 R >> >>',
    'BT /F1 12 Tf 5 5 Td (Secret) Tj ET',
  )
  const resources = '/XObject << /X 10 0 R >>'
  const pages = [
    { content: '/X Do', resources },
    { content: rest, resources },
  ]
  const { path } = await redact(plainPdf({ pages, objects: [form] }), { words: ['secret'] })
  expect(await everythingIn(path)).not.toContain('secret')
})

test('redact: two-byte fonts', async () => {
  const pdf = await pdfWithTwoByteFont('before Secret after')
  const { path, report } = await redact(pdf, { words: ['secret'] })
  expect(report.removed).toMatchObject([{ words: { secret: 1 }, isImage: false }])
  expect((await readPdf(path)).pages[0]?.replaceAll(/\s+/g, ' ').trim()).toBe('before after')
})

test('redact: clipped, invisible and tiny text, and text on hidden layers', async () => {
  const content = [
    'q 0 0 5 5 re W n BT /F1 12 Tf 100 150 Td (clipped Secret) Tj ET Q',
    'BT 3 Tr /F1 12 Tf 20 120 Td (invisible Secret) Tj 0 Tr ET',
    'BT /F1 0.1 Tf 20 90 Td (tiny Secret) Tj ET',
    '/OC /Hidden BDC BT /F1 12 Tf 20 60 Td (hidden Secret) Tj ET EMC',
    rest,
  ].join('\n')
  const pdf = plainPdf({
    pages: [{ content, resources: '/Properties << /Hidden 10 0 R >>' }],
    objects: ['<< /Type /OCG /Name (Secret layer) >>'],
    catalog: '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>',
  })
  const { path, source, report } = await redact(pdf, { words: ['secret'] })
  expect(report.removed[0]?.words).toEqual({ secret: 4 })
  expect(await everythingIn(path)).not.toContain('secret')
  // Nothing is drawn where the hidden layer was.
  expect((await changedBox(source, path))?.bottom).toBeLessThan(130)
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
  ]
  const pdf = plainPdf({
    pages: [{ content: rest, entries: '/Annots [10 0 R 11 0 R 12 0 R 14 0 R 15 0 R 17 0 R 19 0 R]' }],
    objects,
    catalog: '/AcroForm << /Fields [15 0 R 17 0 R] /DR << /Font << /F1 3 0 R >> >> >>',
  })
  const { path, report } = await redact(pdf, { words: ['secret'] })
  const everything = await everythingIn(path)
  expect(everything).not.toContain('secret')
  expect(everything).toContain('lisbon')
  expect(everything).toContain('(stays)')
  expect(report.removed).toMatchObject([{ page: 1, annotations: 5 }])
})

test('redact: annotations under an area go, others stay', async () => {
  const objects = [
    '<< /Type /Annot /Subtype /Text /Rect [10 150 30 170] /Contents (Under) >>',
    '<< /Type /Annot /Subtype /Text /Rect [210 150 230 170] /Contents (Beside) >>',
  ]
  const pdf = plainPdf({ pages: [{ content: rest, entries: '/Annots [10 0 R 11 0 R]' }], objects })
  const everything = await everythingIn(
    (await redact(pdf, { areas: [{ page: 1, x: 0, y: 20, width: 60, height: 50 }] })).path,
  )
  expect(everything).not.toContain('(under)')
  expect(everything).toContain('(beside)')
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
    '<< /Type /StructElem /S /Figure /P 21 0 R /Pg 100 0 R /K 0 /Alt (A name not searched) /ActualText (Secret word) >>',
  ]
  const pdf = plainPdf({
    pages: [
      {
        content: `/P << /MCID 0 /ActualText (Secret spoken) >> BDC BT /F1 12 Tf 20 100 Td (Secret) Tj ET EMC ${rest}`,
      },
    ],
    objects,
    catalog:
      '/Metadata 11 0 R /Outlines 12 0 R /Names << /Dests 14 0 R /EmbeddedFiles << /Names [(note.txt) 15 0 R] >> >> /OpenAction 17 0 R /Threads [19 0 R] /StructTreeRoot 21 0 R /MarkInfo << /Marked true >> /Dests << /SecretName [100 0 R /Fit] /Plain [100 0 R /Fit] >>',
    trailer: '/Info 10 0 R',
  })
  const { path, report, notes } = await redact(pdf, { words: ['secret'] })
  const everything = await everythingIn(path)
  expect(everything).not.toContain('secret')
  expect(everything).not.toContain('not searched')
  expect(everything).toContain('other place')
  expect(report.document).toMatchObject({ attachments: 1, metadata: 2, alternativeTexts: 2 })
  expect(report.document.texts).toMatchObject({ Title: 2, Names: 1, JS: 1, Dests: 1 })
  expect(notes).toContain('Attachments were removed.')
})

test('redact: earlier revisions', async () => {
  const first = plainPdf({ pages: [{ content: 'BT /F1 12 Tf 20 100 Td (Secret draft) Tj ET' }] })
  const pdf = updatedPdf(first, new Map([[101, plainStream('', rest)]]))
  expect(pdf.toString('latin1')).toContain('Secret')
  const { path } = await redact(pdf, { words: ['anything'] })
  expect(await everythingIn(path)).not.toContain('secret')
  expect((await readPdf(path)).pages[0]?.trim()).toBe('The harbor stays.')
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
  const pdf = plainPdf({ pages: [{ content, resources: '/XObject << /Scan 10 0 R >>' }], objects: [scan] })
  const { path, report } = await redact(pdf, { words: ['secret'], color: '#ff0000' })
  expect(report.removed).toMatchObject([{ words: { secret: 1 }, images: 1, isImage: false }])
  expect((await readPdf(path)).pages[0]?.replaceAll(/\s+/g, ' ').trim()).toBe('before after')
  const [data, width] = [await firstImageIn(path), 300]
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]
  expect(at(110, 97)).toEqual([255, 0, 0])
  expect(at(110, 98)).toEqual([255, 0, 0])
  expect(at(60, 98)).toEqual([255, 255, 255])
  expect(at(60, 99)).toEqual([128, 128, 128])
})

test('redact: drawings under an area go, borders around it stay', async () => {
  const content = '10 10 280 180 re S 100 100 m 110 120 l 120 90 l h f 60 100 m 250 100 l S'
  const { path } = await redact(plainPdf({ pages: [{ content }] }), {
    areas: [{ page: 1, x: 90, y: 70, width: 60, height: 50 }],
  })
  const everything = await everythingIn(path)
  expect(everything).not.toContain('110 120')
  expect(everything).toContain('10 10 280 180 re')
  expect(everything).toContain('60 100 m')
})

test('redact: text in a soft mask makes the page an image, and says so', async () => {
  const form = plainStream(
    '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /CS /DeviceGray >> /Resources << /Font << /F1 3 0 R >> >>',
    '1 g BT /F1 30 Tf 20 100 Td (Secret) Tj ET',
  )
  const pdf = plainPdf({
    pages: [
      {
        content: `q /Mask gs 1 0 0 rg 0 0 300 200 re f Q ${rest}`,
        resources: '/ExtGState << /Mask 11 0 R >>',
      },
    ],
    objects: [form, '<< /Type /ExtGState /SMask << /Type /Mask /S /Luminosity /G 10 0 R >> >>'],
  })
  const { path, report, notes } = await redact(pdf, { words: ['secret'] })
  expect(report.removed).toMatchObject([{ isImage: true }])
  expect(notes?.join()).toContain('Page 1: replaced by an image')
  expect((await readPdf(path)).pages[0]?.trim()).toBe('')
  expect(await everythingIn(path)).not.toContain('secret')
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

test('redact: names a page that does not exist', async () => {
  const area = { page: 7, x: 0, y: 0, width: 10, height: 10 }
  await expect(redact(plainPdf({ pages: [{ content: rest }] }), { areas: [area] })).rejects.toThrow(
    'There is no page 7',
  )
})

test('redact: words in the dictionaries of streams', async () => {
  const objects = [
    plainStream('/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Note (A Secret note)', 'q Q'),
  ]
  const pages = [{ content: `/X Do ${rest}`, resources: '/XObject << /X 10 0 R >>' }]
  const { path, report } = await redact(plainPdf({ pages, objects }), { words: ['secret'] })
  expect(await everythingIn(path)).not.toContain('secret')
  expect(report.document.texts).toEqual({ Note: 1 })
})

test('redact: whole words between narrow gaps, as in justified lines', async () => {
  const content = `BT /F1 12 Tf 50 100 Td [(before) -130 (Secret) -130 (after)] TJ ET ${rest}`
  const { path, report } = await redact(plainPdf({ pages: [{ content }] }), {
    words: ['secret'],
    wholeWords: true,
  })
  expect(report.removed).toMatchObject([{ words: { secret: 1 }, isImage: false }])
  expect(await everythingIn(path)).not.toContain('secret')
})

test('redact: text in fill patterns and metadata of JPEG images', async () => {
  const pixel = { width: 1, height: 1, channels: 3, background: '#808080' } as const
  const plain = (await sharp({ create: pixel }).toColourspace('b-w').jpeg().toBuffer()).toString('latin1')
  const jpeg = `${plain.slice(0, 2)}\xff\xfe\x00\x10Secret comment${plain.slice(2)}`
  const pattern = plainStream(
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 50 50] /XStep 50 /YStep 50 /Resources << /Font << /F1 3 0 R >> >>',
    'BT /F1 12 Tf 5 5 Td (Secret) Tj ET',
  )
  const image = plainStream(
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode',
    jpeg,
  )
  const resources = '/Pattern << /P 10 0 R >> /XObject << /I 11 0 R >>'
  const content = `/Pattern cs /P scn 0 50 300 100 re f q 10 0 0 10 0 0 cm /I Do Q ${rest}`
  const { path, notes } = await redact(
    plainPdf({ pages: [{ content, resources }], objects: [pattern, image] }),
    {
      words: ['secret'],
    },
  )
  expect(await everythingIn(path)).not.toContain('secret')
  expect(notes).toContain('Text in fill patterns was removed.')
})

test('redact: a page whose content stream was cut off', async () => {
  const content = deflateSync(`BT /F1 12 Tf 50 100 Td (before Secret after) Tj ET\n${rest}\n`)
  const cut = content.subarray(0, content.length - 6).toString('latin1')
  const pdf = plainPdf({ pages: [{ content: rest }] })
  const source = updatedPdf(pdf, new Map([[101, plainStream('/Filter /FlateDecode', cut)]]))
  const { path } = await redact(source, { words: ['secret'] })
  const text = (await readPdf(path)).pages[0]
  expect(text).not.toMatch(/secret/i)
  expect(await everythingIn(path)).not.toContain('secret')
})
