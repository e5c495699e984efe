/** Streams a PDF of page images with an invisible text layer. */
import type { OcrPage } from '../text/ocr-page.ts'
import { fontObjectCount, fontObjects, numberFont, type PdfObject, writeObject } from './glyphless-font.ts'
import { invisibleText } from './invisible-text.ts'
import type { PdfImage } from './pdf-image.ts'

export interface ImagePage {
  readonly page: OcrPage
  readonly image: PdfImage
}

/** Objects 1 and 2 are the catalog and the page tree, followed by the font; each page takes three objects. */
const font = numberFont(3)
const firstPageObject = 3 + fontObjectCount
const objectsPerPage = 3

export async function* writeImagePdf(
  pageCount: number,
  pages: AsyncIterable<ImagePage>,
): AsyncGenerator<Buffer> {
  const offsets = new Map<number, number>()
  let length = 0
  const written = (bytes: Buffer, number?: number) => {
    if (number !== undefined) offsets.set(number, length)
    length += bytes.length
    return bytes
  }
  const object = (value: PdfObject) => written(writeObject(value), value.number)

  // Four bytes above 127 mark the file as binary (ISO 32000-1, 7.5.2).
  yield written(Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1'))
  const kids = Array.from(
    { length: pageCount },
    (_, index) => `${firstPageObject + index * objectsPerPage} 0 R`,
  )
  yield object({ number: 1, dictionary: '<< /Type /Catalog /Pages 2 0 R >>' })
  yield object({ number: 2, dictionary: `<< /Type /Pages /Count ${pageCount} /Kids [${kids.join(' ')}] >>` })
  for (const value of fontObjects(font)) yield object(value)
  let number = firstPageObject
  for await (const { page, image } of pages) {
    const { width, height } = page.placement
    yield object({
      number,
      dictionary:
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(width)} ${points(height)}] /Contents ${number + 1} 0 R` +
        ` /Resources << /XObject << /Image ${number + 2} 0 R >> /Font << /Words ${font.font} 0 R >> >> >>`,
    })
    const text = invisibleText(page, 'Words', (x, y) => [x, height - y])
    const drawing = `q ${points(width)} 0 0 ${points(height)} 0 0 cm /Image Do Q\n${text}`
    yield object({ number: number + 1, dictionary: '', stream: Buffer.from(drawing, 'latin1') })
    yield written(imageObject(number + 2, image), number + 2)
    number += objectsPerPage
  }
  const start = length
  const lines = Array.from(
    { length: number - 1 },
    (_, index) => `${String(offsets.get(index + 1) ?? 0).padStart(10, '0')} 00000 n \n`,
  )
  yield Buffer.from(
    `xref\n0 ${number}\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${number} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
}

function imageObject(number: number, { data, width, height, colors, bits, filter }: PdfImage): Buffer {
  const dictionary =
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits}` +
    ` /ColorSpace /Device${colors === 1 ? 'Gray' : 'RGB'} /Filter /${filter} /Length ${data.length} >>`
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n${dictionary}\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ])
}

function points(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
