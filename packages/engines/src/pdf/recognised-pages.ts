/** Words that text recognition found, page by page, as another engine hands them over. */
import { z } from 'zod'
import type { RecognisedWord } from './layout/page-content.ts'

/** In points from the top left corner of the page as it is seen. */
export const recognisedPagesSchema = z.array(
  z.object({
    page: z.int().positive(),
    words: z.array(
      z.object({
        text: z.string().min(1),
        left: z.number(),
        top: z.number(),
        right: z.number(),
        bottom: z.number(),
        baseline: z.number(),
        size: z.number().positive(),
      }),
    ),
  }),
)

export type RecognisedPages = z.infer<typeof recognisedPagesSchema>

export function readRecognisedPages(bytes: Buffer): ReadonlyMap<number, readonly RecognisedWord[]> {
  if (bytes.length === 0) return new Map()
  const pages = recognisedPagesSchema.parse(JSON.parse(bytes.toString('utf8')))
  return new Map(pages.map(({ page, words }) => [page, words]))
}
