/** Words that text recognition found, page by page, as another engine hands them over. */
import type { RecognisedWord } from './layout/page-content.ts'

/** Sent as JSON behind the bytes of the PDF. */
export type RecognisedPages = readonly {
  /** From 1. */
  readonly page: number
  readonly words: readonly RecognisedWord[]
}[]

export function readRecognisedPages(bytes: Buffer): ReadonlyMap<number, readonly RecognisedWord[]> {
  if (bytes.length === 0) return new Map()
  const pages = JSON.parse(bytes.toString('utf8')) as RecognisedPages
  return new Map(pages.map(({ page, words }) => [page, words]))
}
