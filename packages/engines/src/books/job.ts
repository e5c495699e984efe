/** Protocol of the book program: a job on standard input; progress, one failure or one report on standard output. */
import { formatIds } from '@filesmith/contract/formats'
import { z } from 'zod'

export const bookJobSchema = z.object({
  /** Id of the ability. */
  task: z.string(),
  from: z.enum(formatIds),
  to: z.enum(formatIds),
  path: z.string(),
  /** File name without its extension; the title of a book without one. */
  name: z.string(),
  /** The only writable folder. */
  outFolder: z.string(),
  maxPages: z.number(),
  maxPixels: z.number(),
  /** Of all unpacked files together. */
  maxUnpackedBytes: z.number(),
})
export type BookJob = Readonly<z.infer<typeof bookJobSchema>>

const sentences = z.array(z.string().max(500)).max(30).default([])

/** The program parses untrusted files and is not trusted: everything is checked. */
export const bookReportSchema = z.object({
  notes: sentences,
  /** What of the file could not be read. */
  warnings: sentences,
  pages: z.int().positive().exactOptional(),
})
export type BookReport = z.input<typeof bookReportSchema>

export const bookResultName = 'result'

export type BookMessage =
  | { readonly progress: { readonly percent: number; readonly stage: string } }
  | { readonly failure: { readonly code: string; readonly params: object; readonly detail: string } }
  | { readonly report: BookReport }

export interface BookTaskRun {
  readonly job: BookJob
  /** Where the result is written. */
  readonly resultPath: string
  readonly report: (percent: number, stage: string) => void
}
