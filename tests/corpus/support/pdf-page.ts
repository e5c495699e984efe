/** Reads page size and image of the first page of a simple PDF. */

export interface PdfImage {
  readonly jpeg: Buffer
  readonly widthPoints: number
  readonly heightPoints: number
  readonly pageCount: number
}

export function readPdfPage(pdf: Buffer): PdfImage {
  const text = pdf.toString('latin1')
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
  const image = /\/Filter \/DCTDecode \/Length (\d+) >>\s+stream\n/.exec(text)
  if (width === undefined || image === null) throw new Error('the PDF has no page with an image')
  const start = image.index + image[0].length
  // PDF readers start from the cross-reference table, so every entry must point to an object.
  for (const [index, offset] of tableOf(text).entries()) {
    if (!text.startsWith(`${index + 1} 0 obj`, offset))
      throw new Error(`Object ${index + 1} is not where the table says`)
  }
  return {
    jpeg: pdf.subarray(start, start + Number(image[1])),
    widthPoints: Number(width),
    heightPoints: Number(height),
    pageCount: Number(/\/Count (\d+)/.exec(text)?.[1]),
  }
}

function tableOf(text: string): number[] {
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1])
  return [...text.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(entry => Number(entry[1]))
}
