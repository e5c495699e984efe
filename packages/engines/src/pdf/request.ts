/** What a PDF helper is asked to do with the bytes that follow. */

export type PdfQuality = 'high' | 'medium' | 'low'
export type PdfTarget = 'docx' | 'txt' | 'html' | 'jpg' | 'png'

interface RequestFrame {
  readonly password?: string
  readonly maxPages: number
  readonly maxPixels: number
}

export interface ConvertRequest extends RequestFrame {
  readonly kind: 'convert'
  readonly to: PdfTarget
  readonly quality: PdfQuality
  /** Names the pictures of several pages. */
  readonly name: string
  /** How many of the bytes are the PDF; recognised words follow them as JSON. */
  readonly pdfBytes: number
}

export type PdfRequest = ConvertRequest

/** What there is to tell about a result beside its bytes. */
export interface ConvertReport {
  readonly isArchive: boolean
  /** Pages that stayed pictures because their text was not recognised. */
  readonly scannedPages: readonly number[]
}
