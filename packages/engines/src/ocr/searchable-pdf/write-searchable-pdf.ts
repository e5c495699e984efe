/** Writes a searchable PDF: appends a text layer to a PDF, or wraps page images. */

import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Report, StreamedResult } from '../../process/helper-program.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { pageOf } from '../file/prepare-file-page.ts'
import { openPageImage, type PageImage, rotateImage } from '../image/page-image.ts'
import type { OcrWriteRequest } from '../request.ts'
import type { OcrPage } from '../text/ocr-page.ts'
import { fontObjectCount, fontObjects, numberFont, type PdfObject, writeObject } from './glyphless-font.ts'
import { invisibleText } from './invisible-text.ts'
import { appendTextLayer } from './update/append-text-layer.ts'

/** Resolution of rendered pages if a PDF cannot be updated incrementally. */
const renderDpi = 200

export async function writeSearchablePdf(
  file: Buffer,
  pages: readonly OcrPage[],
  request: OcrWriteRequest,
  report: Report,
): Promise<StreamedResult> {
  const about = () => ({})
  const added = request.format === 'pdf' ? incrementalUpdateOf(file, pages) : undefined
  if (added) return { chunks: each([file, added]), about }
  return { chunks: writeImagePdf(pages.length, imagePages(file, pages, request, report)), about }
}

/** Undefined if the file is encrypted or has a structure that is not supported for incremental updates. */
function incrementalUpdateOf(file: Buffer, pages: readonly OcrPage[]): Buffer | undefined {
  try {
    return appendTextLayer(
      file,
      pages.filter(({ hasTextLayer }) => !hasTextLayer),
    )
  } catch {
    return undefined
  }
}

async function* imagePages(
  file: Buffer,
  pages: readonly OcrPage[],
  request: OcrWriteRequest,
  report: Report,
): AsyncGenerator<ImagePage> {
  for (const [index, page] of pages.entries()) {
    yield {
      page,
      image: (await originalJpeg(file, page, request)) ?? (await renderedImage(file, page, request)),
    }
    report(10 + (90 * (index + 1)) / pages.length, 'page')
  }
  if (pages.length === 0) throw new JobFailure('file-damaged')
}

/** An upright JPEG is embedded without re-encoding. */
async function originalJpeg(
  file: Buffer,
  { placement }: OcrPage,
  { format }: OcrWriteRequest,
): Promise<PdfImage | undefined> {
  if (format !== 'jpg' || placement.rotation !== 0) return undefined
  const { width, height, channels, orientation = 1, space } = await sharp(file).metadata()
  if (orientation !== 1 || (space !== 'srgb' && space !== 'b-w') || (channels !== 1 && channels !== 3))
    return undefined
  return { data: file, width, height, colors: channels, bits: 8, filter: 'DCTDecode' }
}

async function renderedImage(
  file: Buffer,
  { page, placement }: OcrPage,
  request: OcrWriteRequest,
): Promise<PdfImage> {
  const { image } = await pageOf(file, { ...request, page }, renderDpi)
  return pdfImage(await rotateImage(image, placement.rotation))
}

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

interface ImagePage {
  readonly page: OcrPage
  readonly image: PdfImage
}

/** Objects 1 and 2 are the catalog and the page tree, followed by the font; each page takes three objects. */
const font = numberFont(3)
const firstPageObject = 3 + fontObjectCount
const objectsPerPage = 3

/** Streams a PDF of page images with an invisible text layer. */
async function* writeImagePdf(pageCount: number, pages: AsyncIterable<ImagePage>): AsyncGenerator<Buffer> {
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

interface PdfImage {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly colors: 1 | 3
  readonly bits: 1 | 8
  readonly filter: 'DCTDecode' | 'FlateDecode'
}

const jpegQuality = 85

/** Encodes a page image for a PDF: JPEG, or 1-bit Flate if it is purely black and white. */
async function pdfImage(page: PageImage): Promise<PdfImage> {
  const { width, height } = page
  const isGray = page.channels < 3
  if (page.channels === 1 && page.data.every(value => value === 0 || value === 255)) {
    const data = deflateSync(packBits(page.data, width, height))
    return { data, width, height, colors: 1, bits: 1, filter: 'FlateDecode' }
  }
  const image = openPageImage(page)
  const data = await (isGray ? image.toColourspace('b-w') : image).jpeg({ quality: jpegQuality }).toBuffer()
  return { data, width, height, colors: isGray ? 1 : 3, bits: 8, filter: 'DCTDecode' }
}

function packBits(pixels: Uint8Array, width: number, height: number): Buffer {
  const rowBytes = Math.ceil(width / 8)
  const packed = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (pixels[y * width + x] === 255) {
        const at = y * rowBytes + (x >> 3)
        packed[at] = (packed[at] as number) | (0x80 >> (x & 7))
      }
  return packed
}
