/** What a helper of text recognition is asked to do with the bytes that follow. */

import type { QuarterRotation } from './image/page-image.ts'
import type { PageGeometry, PreparationStep } from './image/prepare-page.ts'
import type { TextWish } from './text/compose-text.ts'
import type { ReadWord } from './text/read-document.ts'

interface FileFrame {
  readonly format: OcrFormat
  readonly password?: string
  readonly maxPages: number
  readonly maxPixels: number
}

export type OcrFormat = 'jpg' | 'png' | 'webp' | 'tiff' | 'pdf'

/** Answers, as JSON, what is on every page. */
export interface OpenRequest extends FileFrame {
  readonly kind: 'open'
}

export type OpenedPage =
  | { readonly kind: 'picture' }
  | {
      readonly kind: 'text'
      readonly width: number
      readonly height: number
      readonly turn: QuarterRotation
      readonly words: readonly ReadWord[]
    }

/** Answers pictures of a page, one behind the other: to read, a part of it, places of letters, to show. */
export interface PrepareRequest extends FileFrame {
  readonly kind: 'prepare'
  readonly page: number
  readonly isEnhanced: boolean
  readonly turn: QuarterRotation
  readonly viewPixels: number
  /** Only the picture to show is wanted. */
  readonly isOnlyView: boolean
}

export interface PrepareReport {
  readonly readingBytes: number
  readonly sampleBytes: number
  readonly lettersBytes: number
  readonly viewBytes: number
  readonly viewWidth: number
  readonly viewHeight: number
  readonly geometry: PageGeometry
  readonly dpi: number
  /** Of a pixel of the upright page. */
  readonly pointsPerPixel: number
  readonly letterCount: number
  readonly steps: readonly PreparationStep[]
}

export interface IdentifyRequest {
  readonly kind: 'identify'
  readonly texts: readonly string[]
}

/** Takes what was read as JSON and answers text, JSON and hOCR, one behind the other. */
export interface ComposeRequest {
  readonly kind: 'compose'
  readonly wish: TextWish
  readonly languageNames: Readonly<Record<string, string>>
}

export interface ComposeReport {
  readonly textBytes: number
  readonly recognitionBytes: number
  readonly hocrBytes: number
}

/** Takes the file and behind it what was read, as JSON. */
export interface WriteRequest extends FileFrame {
  readonly kind: 'write-docx' | 'write-pdf'
  readonly fileBytes: number
}

export type OcrRequest = OpenRequest | PrepareRequest | IdentifyRequest | ComposeRequest | WriteRequest
