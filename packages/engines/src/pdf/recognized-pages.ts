/** OCR words per page, passed to the PDF helper. */
import type { RecognizedWord } from '../page-layout/page-content.ts'

/** Appended to the bytes of the PDF as JSON. */
export type RecognizedPages = readonly {
  /** From 1. */
  readonly page: number
  /** Of the recognized page, in points, after rotation and deskewing. */
  readonly width: number
  readonly height: number
  readonly words: readonly RecognizedWord[]
}[]

export function parseRecognizedPages(bytes: Buffer): ReadonlyMap<number, RecognizedPages[number]> {
  if (bytes.length === 0) return new Map()
  const pages = JSON.parse(bytes.toString('utf8')) as RecognizedPages
  return new Map(pages.map(page => [page.page, page]))
}
