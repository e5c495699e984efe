/** A PDF whose first page has a text layer and whose second page is a scan. */

export interface ScannedPage {
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
  readonly isGray: boolean
  /** Default: it fills an A4 page. */
  readonly dpi?: number
}

const [pageWidth, pageHeight] = [595, 842]

/** The text uses a standard PDF font; page two shows the scan with the given /Rotate value, optionally with the text over it. */
export function drawMixedPdf(
  line: string,
  scan: ScannedPage,
  rotate: 0 | 90 | 180 | 270 = 0,
  hasTextOverScan = false,
): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const add = (dictionary: string, stream?: Uint8Array) => {
    offsets.push(length())
    const body = stream ? [Buffer.from('stream\n'), Buffer.from(stream), Buffer.from('\nendstream\n')] : []
    parts.push(Buffer.from(`${offsets.length} 0 obj\n${dictionary}\n`), ...body, Buffer.from('endobj\n'))
  }
  const text = Buffer.from(`BT /F1 12 Tf 72 700 Td (${line}) Tj ET`)
  const [scanWidth, scanHeight] =
    scan.dpi === undefined
      ? [pageWidth, pageHeight]
      : [(72 * scan.width) / scan.dpi, (72 * scan.height) / scan.dpi]
  const drawing = Buffer.from(`q ${scanWidth} 0 0 ${scanHeight} 0 0 cm /Scan Do Q`)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] /MediaBox [0 0 ${pageWidth} ${pageHeight}] >>`)
  add('<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << /Font << /F1 6 0 R >> >> >>')
  add(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${scanWidth} ${scanHeight}] /Rotate ${rotate} /Contents [7 0 R ${hasTextOverScan ? '5 0 R' : ''}] /Resources << /Font << /F1 6 0 R >> /XObject << /Scan 8 0 R >> >> >>`,
  )
  add(`<< /Length ${text.length} >>`, text)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  add(`<< /Length ${drawing.length} >>`, drawing)
  add(
    `<< /Type /XObject /Subtype /Image /Width ${scan.width} /Height ${scan.height} /BitsPerComponent 8 /ColorSpace /Device${scan.isGray ? 'Gray' : 'RGB'} /Filter /DCTDecode /Length ${scan.jpeg.length} >>`,
    scan.jpeg,
  )
  const start = length()
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
