/** Requests to a PDF helper process and the report that it returns. */

export type PdfQuality = 'high' | 'medium' | 'low'
export type PdfTarget = 'docx' | 'txt' | 'html' | 'jpg' | 'png'

interface RequestLimits {
  readonly password?: string
  readonly maxPages: number
  readonly maxPixels: number
}

export interface ConvertRequest extends RequestLimits {
  readonly kind: 'convert'
  readonly to: PdfTarget
  readonly quality: PdfQuality
  /** Base name of the images in the archive. */
  readonly name: string
  /** Length of the PDF within the input; recognized words follow as JSON. */
  readonly pdfBytes: number
}

export type PdfRequest = ConvertRequest

/** Result information besides its bytes. */
export interface ConvertReport {
  readonly isArchive: boolean
  /** Pages kept as images because no text was recognized. */
  readonly scannedPages: readonly number[]
}
