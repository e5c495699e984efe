/** Writes a PDF with one image per page. */

export interface PdfImagePage {
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
  readonly isGray: boolean
  readonly widthPoints: number
  readonly heightPoints: number
}

/** Objects 1 and 2 are the catalog and the page tree; each page takes three more. */
const firstPageObject = 3
const objectsPerPage = 3

export function writePdf(pages: readonly PdfImagePage[]): Buffer {
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const add = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.length
  }
  const addObject = (dictionary: string, stream?: Uint8Array) => {
    offsets.push(length)
    add(`${offsets.length} 0 obj\n${dictionary}\n`)
    if (stream) {
      add('stream\n')
      add(stream)
      add('\nendstream\n')
    }
    add('endobj\n')
  }

  // Four bytes above 127 mark the file as binary for transfer programs.
  add('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')
  const pageNumbers = pages.map((_, index) => firstPageObject + index * objectsPerPage)
  addObject('<< /Type /Catalog /Pages 2 0 R >>')
  addObject(`<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map(n => `${n} 0 R`).join(' ')}] >>`)
  pages.forEach((page, index) => {
    const number = pageNumbers[index] as number
    const [width, height] = [points(page.widthPoints), points(page.heightPoints)]
    addObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${number + 1} 0 R` +
        ` /Resources << /XObject << /Picture ${number + 2} 0 R >> >> >>`,
    )
    const drawing = Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /Picture Do Q`)
    addObject(`<< /Length ${drawing.length} >>`, drawing)
    addObject(
      `<< /Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height} /BitsPerComponent 8` +
        ` /ColorSpace /Device${page.isGray ? 'Gray' : 'RGB'} /Filter /DCTDecode /Length ${page.jpeg.length} >>`,
      page.jpeg,
    )
  })

  const tableOffset = length
  add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) add(`${String(offset).padStart(10, '0')} 00000 n \n`)
  add(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${tableOffset}\n%%EOF\n`)
  return Buffer.concat(parts)
}

function points(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
