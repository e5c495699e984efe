/** Differences of two PDFs, as the result of a comparison lists them. Lengths are in points of the page as seen, from its upper left corner. */
import { z } from 'zod'

export const comparisonPartName = 'differences.json'

const areaSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type ComparedArea = z.output<typeof areaSchema>

const wordsSchema = z.object({
  text: z.string(),
  /** One for each line. */
  spots: z.array(areaSchema.extend({ page: z.int().positive() })),
})
export type ComparedWords = z.output<typeof wordsSchema>

const textDifferenceSchema = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  /** Null if it was added. */
  old: wordsSchema.nullable(),
  /** Null if it was removed. */
  new: wordsSchema.nullable(),
})
export type TextDifference = z.output<typeof textDifferenceSchema>

const sideSchema = z.object({ page: z.int().positive(), width: z.number(), height: z.number() })

const comparedPageSchema = z.object({
  state: z.enum(['same', 'changed', 'added', 'removed']),
  /** In another order than before. */
  isMoved: z.boolean(),
  old: sideSchema.nullable(),
  new: sideSchema.nullable(),
  /** Share of the page that looks different. */
  changedPercent: z.number(),
  areas: z.array(areaSchema),
})
export type ComparedPage = z.output<typeof comparedPageSchema>

export const comparisonSchema = z.object({
  isSame: z.boolean(),
  summary: z.object({
    oldPages: z.int(),
    newPages: z.int(),
    changedPages: z.int(),
    addedPages: z.int(),
    removedPages: z.int(),
    movedPages: z.int(),
    addedWords: z.int(),
    removedWords: z.int(),
  }),
  /** In the order of the new document; a removed page is where it was. */
  pages: z.array(comparedPageSchema),
  texts: z.array(textDifferenceSchema),
})
export type PdfComparison = z.output<typeof comparisonSchema>
