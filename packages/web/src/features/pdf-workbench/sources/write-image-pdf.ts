/** Writes a PDF with one page per image: JPEG data as it is, other images losslessly. */

export interface PdfImage {
  readonly widthPx: number
  readonly heightPx: number
  /** Clockwise rotation that the image needs to be upright. */
  readonly rotation: 0 | 90 | 180 | 270
  readonly pixels:
    | { readonly kind: 'jpeg'; readonly data: Uint8Array; readonly isGray: boolean }
    /** Compressed with zlib. */
    | { readonly kind: 'rgb'; readonly data: Uint8Array; readonly alpha: Uint8Array | undefined }
}

/** A4; images are at most this large, and at least at 96 pixels per inch. */
const page = { longPt: 842, shortPt: 595 }
const pointsPerPixel = 72 / 96

export function writeImagePdf(images: readonly PdfImage[]): Blob {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  const writeObject = (number: number, dictionary: string, stream?: Uint8Array) => {
    offsets[number] = length
    write(`${number} 0 obj\n`)
    if (stream === undefined) write(`<<${dictionary}>>`)
    else {
      write(`<<${dictionary}/Length ${stream.length}>>\nstream\n`)
      write(stream)
      write('\nendstream')
    }
    write('\nendobj\n')
  }

  // Each image has four objects: page, content, image and transparency.
  const numberOf = (index: number) => 3 + index * 4
  write('%PDF-1.5\n')
  writeObject(1, '/Type/Catalog/Pages 2 0 R')
  const kids = images.map((_, index) => `${numberOf(index)} 0 R`).join(' ')
  writeObject(2, `/Type/Pages/Count ${images.length}/Kids[${kids}]`)
  for (const [index, image] of images.entries()) {
    const number = numberOf(index)
    const { widthPt, heightPt } = pageSizeOf(image)
    writeObject(
      number,
      `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${widthPt} ${heightPt}]/Rotate ${image.rotation}` +
        `/Contents ${number + 1} 0 R/Resources<</XObject<</I ${number + 2} 0 R>>>>`,
    )
    writeObject(number + 1, '', encoder.encode(`q ${widthPt} 0 0 ${heightPt} 0 0 cm /I Do Q`))
    const { pixels } = image
    const size = `/Type/XObject/Subtype/Image/Width ${image.widthPx}/Height ${image.heightPx}/BitsPerComponent 8`
    if (pixels.kind === 'jpeg')
      writeObject(
        number + 2,
        `${size}/ColorSpace/${pixels.isGray ? 'DeviceGray' : 'DeviceRGB'}/Filter/DCTDecode`,
        pixels.data,
      )
    else {
      const mask = pixels.alpha ? `/SMask ${number + 3} 0 R` : ''
      writeObject(number + 2, `${size}/ColorSpace/DeviceRGB/Filter/FlateDecode${mask}`, pixels.data)
      if (pixels.alpha)
        writeObject(number + 3, `${size}/ColorSpace/DeviceGray/Filter/FlateDecode`, pixels.alpha)
    }
  }
  const size = numberOf(images.length)
  const start = length
  const entries = Array.from({ length: size }, (_, number) => {
    const offset = offsets[number]
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  write(`xref\n0 ${size}\n${entries.join('')}`)
  write(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  return new Blob(
    parts.map(bytes => bytes.slice()),
    { type: 'application/pdf' },
  )
}

function pageSizeOf({ widthPx, heightPx }: PdfImage): {
  readonly widthPt: number
  readonly heightPt: number
} {
  const [long, short] = widthPx > heightPx ? [widthPx, heightPx] : [heightPx, widthPx]
  const scale = Math.min(pointsPerPixel, page.longPt / long, page.shortPt / short)
  const rounded = (pixels: number) => Math.max(1, Math.round(pixels * scale * 100) / 100)
  return { widthPt: rounded(widthPx), heightPt: rounded(heightPx) }
}
