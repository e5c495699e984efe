import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openDocument } from '../../../pdf/read/open-document.ts'
import type { OcrPage } from '../../text/ocr-page.ts'
import { appendTextLayer } from './append-text-layer.ts'

const placement = { rotation: 0, width: 300, height: 200, skewDegrees: 0 } as const
const word = (text: string, left: number) => ({
  text,
  left,
  right: left + 60,
  top: 88,
  bottom: 104,
  baseline: 100,
  size: 16,
  confidence: 90,
  line: '1',
})
const page: OcrPage = {
  page: 1,
  width: 300,
  height: 200,
  hasTextLayer: false,
  languages: ['eng'],
  words: [word('Harbour', 40), word('办公室', 120), word('مرحبا', 200)],
  placement,
}

const objects = (rotate: number) => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Count 1 /Kids [3 0 R] /Resources << /ProcSet [/PDF] >> >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [10 20 ${rotate % 180 ? 210 : 310} ${rotate % 180 ? 320 : 220}] /Rotate ${rotate} >>`,
]

/** With a classic cross-reference table. */
function plainPdf(rotate: number): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects(rotate).map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${text}xref\n0 4\n0000000000 65535 f \n${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}

/** With an object stream and a cross-reference stream that uses PNG predictors. */
function packedPdf(): Buffer {
  const bodies = objects(0)
  const heads = bodies.map(
    (_, index) => `${index + 1} ${bodies.slice(0, index).join(' ').length + (index > 0 ? 1 : 0)}`,
  )
  const first = `${heads.join(' ')} `
  const packed = deflateSync(Buffer.from(first + bodies.join(' ')))
  const head = Buffer.from('%PDF-1.5\n')
  const stream = Buffer.concat([
    Buffer.from(
      `4 0 obj\n<< /Type /ObjStm /N 3 /First ${first.length} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  const rows = [
    [0, 0, 0],
    [2, 4, 0],
    [2, 4, 1],
    [2, 4, 2],
    [1, head.length, 0],
    [1, head.length + stream.length, 0],
  ].map(([kind = 0, location = 0, index = 0]) => [kind, location >> 8, location & 255, index])
  const differences = rows.flatMap((row, at) => [
    2,
    ...row.map((value, column) => (value - (rows[at - 1]?.[column] ?? 0)) & 255),
  ])
  const table = deflateSync(Buffer.from(differences))
  return Buffer.concat([
    head,
    stream,
    Buffer.from(
      `5 0 obj\n<< /Type /XRef /Size 6 /Root 1 0 R /W [1 2 1] /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >> /Length ${table.length} >>\nstream\n`,
    ),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length + stream.length}\n%%EOF\n`),
  ])
}

async function wordsOf(pdf: Buffer) {
  const document = await openDocument(new Uint8Array(pdf), { maxPages: 2, maxPixels: 1e6 })
  try {
    return (await document.page(1)).fragments
  } finally {
    await document.close()
  }
}

describe('addWords', () => {
  test.each([
    ['a cross-reference table', plainPdf(0)],
    ['a cross-reference stream', packedPdf()],
  ])('places words at their positions in a file with %s', async (_, file) => {
    const words = await wordsOf(Buffer.concat([file, appendTextLayer(file, [page])]))
    expect(words.map(({ text }) => text)).toEqual(['Harbour', '办公室', 'ابحرم'])
    expect(words[0]).toMatchObject({ isInvisible: true, size: 16, angle: 0 })
    expect(words[0]?.left).toBeCloseTo(40, 1)
    expect(words[0]?.right).toBeCloseTo(100, 1)
    expect(words[0]?.baseline).toBeCloseTo(100, 1)
  })

  test.each([90, 180, 270])('places words on a page with /Rotate %s', async rotate => {
    const file = plainPdf(rotate)
    const [first] = await wordsOf(Buffer.concat([file, appendTextLayer(file, [page])]))
    expect(first?.left).toBeCloseTo(40, 1)
    expect(first?.baseline).toBeCloseTo(100, 1)
  })

  test('rotates words on a skewed page', async () => {
    const file = plainPdf(0)
    const askew = { ...page, placement: { ...placement, skewDegrees: 5 } }
    const [first] = await wordsOf(Buffer.concat([file, appendTextLayer(file, [askew])]))
    expect(first?.angle).toBe(5)
  })

  test('rejects encrypted and damaged files', () => {
    const locked = Buffer.from(
      plainPdf(0).toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 9 0 R'),
      'latin1',
    )
    expect(() => appendTextLayer(locked, [page])).toThrow('protected')
    expect(() => appendTextLayer(Buffer.from('%PDF-1.4\nnothing'), [page])).toThrow('table')
  })
})
