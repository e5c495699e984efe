/** PDF Workbench: redaction of text, drawings and areas. One document with a page for each case is redacted once. */
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { beforeAll, expect, test } from 'vitest'
import { type PlainPage, plainPdf, plainStream } from './support/plain-pdf.ts'
import { everythingIn, rest, useRedaction } from './support/redaction.ts'
import { changedBox } from './support/rendered-page.ts'

const redact = useRedaction()

/** One word in many ways to show it. */
const shown: Readonly<Record<string, string>> = {
  'one string': '(before Secret after) Tj',
  'a kerning array': '[(before Se) 30 (cr) -20 (et after)] TJ',
  'hexadecimal strings': '<6265666f726520536563726574206166746572> Tj',
  'several operators': '(before Sec) Tj (re) Tj (t after) Tj',
  'words with spacing': '2 Tw 1 Tc (before Secret after) Tj',
  'octal escapes': String.raw`(before \123ecr\
et after) Tj`,
  'the next line': "14 TL (before Secret after) '",
  'the next line with spacing': '14 TL 1 0.5 (before Secret after) "',
  'a case that differs': '(before SECRET after) Tj',
  'scaled text with a rise': '80 Tz 3 Ts (before Secret after) Tj',
}

const form = (text: string) =>
  plainStream(
    '/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources << /Font << /F1 3 0 R >> >>',
    `BT /F1 12 Tf 5 5 Td (${text}) Tj ET`,
  )

const objects = [
  form('Twice shown'),
  form('Secret'),
  '<< /Type /OCG /Name (Secret layer) >>',
  '<< /Type /Annot /Subtype /Text /Rect [10 150 30 170] /Contents (Under) >>',
  '<< /Type /Annot /Subtype /Text /Rect [210 150 230 170] /Contents (Beside) >>',
  plainStream('/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Note (A Secret note)', 'q Q'),
  '<< /Type /Annot /Subtype /Text /Rect [10 172 30 178] /Contents (At the top) >>',
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (low) /Rect [10 131 50 138] /V (At the bottom) >>',
]

const hidden = [
  'q 0 0 5 5 re W n BT /F1 12 Tf 100 150 Td (clipped Secret) Tj ET Q',
  'BT 3 Tr /F1 12 Tf 20 120 Td (invisible Secret) Tj 0 Tr ET',
  'BT /F1 0.1 Tf 20 90 Td (tiny Secret) Tj ET',
  '/OC /Hidden BDC BT /F1 12 Tf 20 60 Td (hidden Secret) Tj ET EMC',
  rest,
].join('\n')

const sharedResources = '/XObject << /X 11 0 R >>'

const others = {
  rotated: {
    content: `BT /F1 12 Tf 0.866 0.5 -0.5 0.866 50 50 Tm (before Secret after) Tj ET ${rest}`,
  },
  cropped: {
    content: 'BT /F1 12 Tf 120 100 Td (Secret) Tj ET BT /F1 12 Tf 120 150 Td (Visible) Tj ET',
    entries: '/Rotate 90 /CropBox [100 50 300 200]',
  },
  percent: {
    content: 'BT /F1 12 Tf 120 100 Td (Secret) Tj ET BT /F1 12 Tf 120 150 Td (Visible) Tj ET',
    entries: '/Rotate 90 /CropBox [100 50 300 200]',
  },
  twice: {
    content: 'q 1 0 0 1 20 100 cm /X Do Q q 1 0 0 1 20 40 cm /X Do Q',
    resources: '/XObject << /X 10 0 R >>',
  },
  form: { content: '/X Do', resources: sharedResources },
  notDrawn: { content: rest, resources: sharedResources },
  hidden: { content: hidden, resources: '/Properties << /Hidden 12 0 R >>' },
  drawings: { content: '10 10 280 180 re S 100 100 m 110 120 l 120 90 l h f 60 100 m 250 100 l S' },
  annotations: { content: rest, entries: '/Annots [13 0 R 14 0 R 16 0 R 17 0 R]' },
  streamEntries: { content: `/X Do ${rest}`, resources: '/XObject << /X 15 0 R >>' },
} satisfies Record<string, PlainPage>

const pages: readonly PlainPage[] = [
  ...Object.values(shown).map(show => ({
    content: `BT /F1 12 Tf 50 100 Td ${show} (, and more) Tj ET ${rest}`,
  })),
  ...Object.values(others),
]
const indexOf = (name: keyof typeof others) => Object.keys(shown).length + Object.keys(others).indexOf(name)

const areas = [
  // Clockwise: what is 50 above the lower edge is 50 from the left, what is 20 from the left is 20 from the top.
  { page: indexOf('cropped') + 1, x: 45, y: 18, width: 20, height: 45 },
  { page: indexOf('percent') + 1, x: 30, y: 9, width: 40 / 3, height: 22.5, unit: 'percent' },
  { page: indexOf('twice') + 1, x: 20, y: 70, width: 100, height: 30 },
  { page: indexOf('drawings') + 1, x: 90, y: 70, width: 60, height: 50 },
  { page: indexOf('annotations') + 1, x: 0, y: 20, width: 60, height: 50 },
]

let redacted: Awaited<ReturnType<typeof redact>>
let texts: readonly string[]
let everything: string

beforeAll(async () => {
  const catalog = '/OCProperties << /OCGs [12 0 R] /D << /OFF [12 0 R] >> >>'
  redacted = await redact(plainPdf({ pages, objects, catalog }), { words: ['secret'], areas })
  texts = (await readPdf(redacted.path)).pages.map(text => text.replaceAll(/\s+/g, ' ').trim())
  everything = await everythingIn(redacted.path)
})

const removedFrom = (index: number) => redacted.report.removed.find(({ page }) => page === index + 1)

/** Of the word in capitals, in Helvetica at 12 points, with spacing. */
const maxWordWidth = 56

test('redact: nothing of the word is left anywhere in the file', () => {
  expect(everything).not.toContain('secret')
  expect(redacted.report.proof.every(({ hits }) => hits === 0)).toBe(true)
  expect(redacted.report.removed.every(({ isImage }) => !isImage)).toBe(true)
})

test.each(Object.keys(shown).map((title, index) => [title, index] as const))(
  'redact: a word in %s goes, and the words around it do not move',
  async (_, index) => {
    expect(texts[index]).toMatch(/before.*after, and more.*The harbor stays\./)
    expect(removedFrom(index)).toMatchObject({ words: { secret: 1 } })
    const changed = await changedBox(redacted.source, redacted.path, index)
    expect((changed?.right ?? 0) - (changed?.left ?? 0)).toBeGreaterThan(0)
    expect((changed?.right ?? 0) - (changed?.left ?? 0)).toBeLessThan(maxWordWidth)
  },
)

test.each([
  ['points', 'cropped'],
  ['percent', 'percent'],
] as const)(
  'redact: an area on a rotated page with a CropBox, in %s of the page as it is seen',
  async (_, name) => {
    const index = indexOf(name)
    expect(texts[index]).toBe('Visible')
    expect(await changedBox(redacted.source, redacted.path, index)).toEqual({
      left: 45,
      top: 18,
      right: 64,
      bottom: 62,
    })
  },
)

test('redact: rotated text', () => {
  expect(texts[indexOf('rotated')]).toMatch(/before.*after/)
  expect(removedFrom(indexOf('rotated'))).toMatchObject({ words: { secret: 1 } })
})

test('redact: one of two uses of a form XObject', () => {
  expect(texts[indexOf('twice')]).toBe('Twice shown')
})

test('redact: a form XObject, also where only the shared resources of another page name it', () => {
  expect(removedFrom(indexOf('form'))).toMatchObject({ words: { secret: 1 } })
  expect(texts[indexOf('notDrawn')]).toBe('The harbor stays.')
})

test('redact: clipped, invisible and tiny text, and text on hidden layers', async () => {
  const index = indexOf('hidden')
  expect(removedFrom(index)?.words).toEqual({ secret: 4 })
  // Nothing is drawn where the hidden layer was.
  expect((await changedBox(redacted.source, redacted.path, index))?.bottom).toBeLessThan(130)
})

test('redact: drawings under an area go, borders around it stay', () => {
  expect(everything).not.toContain('110 120')
  expect(everything).toContain('10 10 280 180 re')
  expect(everything).toContain('60 100 m')
})

test('redact: annotations under an area go, others stay', () => {
  for (const text of ['(under)', '(at the top)', '(at the bottom)']) expect(everything).not.toContain(text)
  expect(everything).toContain('(beside)')
  const where = 'comments and form fields under the boxes'
  expect(redacted.report.proof).toContainEqual({ where, searched: 5, hits: 0 })
})

test('redact: words in the dictionaries of streams and the names of layers', () => {
  expect(redacted.report.document.texts).toEqual({ Name: 1, Note: 1 })
})
