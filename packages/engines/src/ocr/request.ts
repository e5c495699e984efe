/** Requests to an OCR helper process and the reports that it returns. */

import type { QuarterRotation } from './image/page-image.ts'
import type { PageGeometry, PreparationStep } from './image/prepare-page.ts'
import type { TextOptions } from './text/compose-text.ts'
import type { OcrWord } from './text/ocr-page.ts'

interface FileParams {
  readonly format: OcrFormat
  readonly password?: string
  readonly maxPages: number
  readonly maxPixels: number
}

export type OcrFormat = 'jpg' | 'png' | 'webp' | 'tiff' | 'pdf'

/** Returns, as JSON, the kind of each page and the words of its text layer. */
export interface OpenRequest extends FileParams {
  readonly kind: 'open'
}

export type OpenedPage =
  | { readonly kind: 'image' }
  | {
      readonly kind: 'text'
      readonly width: number
      readonly height: number
      readonly rotation: QuarterRotation
      readonly words: readonly OcrWord[]
    }

/** Returns, concatenated: the image to recognize, the sample for detection, the letter boxes, and the preview. */
export interface PrepareRequest extends FileParams {
  readonly kind: 'prepare'
  readonly page: number
  readonly isEnhanced: boolean
  readonly rotation: QuarterRotation
  readonly previewPixels: number
  /** Render only the preview. */
  readonly isPreviewOnly: boolean
}

export interface PrepareReport {
  readonly pgmBytes: number
  readonly sampleBytes: number
  readonly lettersBytes: number
  readonly previewBytes: number
  readonly previewWidth: number
  readonly previewHeight: number
  readonly geometry: PageGeometry
  readonly dpi: number
  /** For a pixel of the upright page. */
  readonly pointsPerPixel: number
  readonly letterCount: number
  readonly steps: readonly PreparationStep[]
}

export interface IdentifyRequest {
  readonly kind: 'identify'
  readonly texts: readonly string[]
}

/** Takes the recognized pages as JSON; returns text, JSON and hOCR, concatenated. */
export interface ComposeRequest {
  readonly kind: 'compose'
  readonly options: TextOptions
  readonly languageNames: Readonly<Record<string, string>>
}

export interface ComposeReport {
  readonly textBytes: number
  readonly recognitionBytes: number
  readonly hocrBytes: number
}

/** Takes the file followed by the recognized pages as JSON. */
export interface OcrWriteRequest extends FileParams {
  readonly kind: 'write-docx' | 'write-pdf'
  readonly fileBytes: number
}

export type OcrRequest = OpenRequest | PrepareRequest | IdentifyRequest | ComposeRequest | OcrWriteRequest
