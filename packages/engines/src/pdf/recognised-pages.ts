/** Words that text recognition found, page by page, as another engine hands them over. */
import type { RecognisedWord } from './layout/page-content.ts'

/** Sent as JSON behind the bytes of the PDF. */
export type RecognisedPages = readonly {
  /** From 1. */
  readonly page: number
  /** Of the page as it was read, in points: one that lay on its side has been turned, a crooked one straightened. */
  readonly width: number
  readonly height: number
  readonly words: readonly RecognisedWord[]
}[]

export function readRecognisedPages(bytes: Buffer): ReadonlyMap<number, RecognisedPages[number]> {
  if (bytes.length === 0) return new Map()
  const pages = JSON.parse(bytes.toString('utf8')) as RecognisedPages
  return new Map(pages.map(page => [page.page, page]))
}
