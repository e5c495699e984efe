/** OCR words per page and image, passed to the PDF helper. */
import type { RecognizedWord } from '../page-layout/page-content.ts'
import type { UnreadImage } from './request.ts'

interface RecognizedPage {
  /** From 1. */
  readonly page: number
  /** Of the recognized page, in points, after rotation and deskewing. */
  readonly width: number
  readonly height: number
  readonly words: readonly RecognizedWord[]
}

export interface RecognizedImage extends UnreadImage {
  /** In points of the page. */
  readonly words: readonly (RecognizedWord & {
    /** Shared by the words of a line. */
    readonly line: string
  })[]
}

/** Appended to the bytes of the PDF as JSON. */
export interface RecognizedText {
  readonly pages: readonly RecognizedPage[]
  readonly images: readonly RecognizedImage[]
}

export function parseRecognizedText(bytes: Buffer): RecognizedText {
  if (bytes.length === 0) return { pages: [], images: [] }
  return JSON.parse(bytes.toString('utf8')) as RecognizedText
}
