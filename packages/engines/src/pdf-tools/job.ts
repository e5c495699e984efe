/** Protocol of the PDF program: a job on standard input; progress, one failure or one report on standard output. */
import { z } from 'zod'

export const pdfJobSchema = z.object({
  /** Id of the ability. */
  task: z.string(),
  options: z.unknown(),
  files: z.array(z.object({ path: z.string(), name: z.string(), password: z.string().exactOptional() })),
  /** Base name of the files in a result with several. */
  name: z.string(),
  /** The only writable folder. */
  outFolder: z.string(),
  /** Opens protected files, also those without their own password, or protects the result. */
  password: z.string().exactOptional(),
  maxPages: z.number(),
  maxPixels: z.number(),
})
export type PdfJob = Readonly<z.infer<typeof pdfJobSchema>>

const maxSentenceLength = 500
const maxSentences = 30

const sentences = z.array(z.string().max(maxSentenceLength)).max(maxSentences).default([])

/** The program parses untrusted files and is not trusted: everything is checked, and paths are names in its folder. */
const plainName = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,80}$/)

export const pdfReportSchema = z.object({
  format: z.enum(['pdf', 'zip', 'json', 'fdf', 'jpg', 'png', 'html', 'txt']).exactOptional(),
  pages: z.int().positive().exactOptional(),
  notes: sentences,
  /** What of the files could not be read. */
  warnings: sentences,
  parts: z
    .array(z.object({ name: plainName, format: z.enum(['pdf', 'json', 'txt', 'html', 'png']) }))
    .max(20)
    .default([]),
})
export type PdfReport = z.input<typeof pdfReportSchema>

export const pdfResultName = 'result'

export type PdfMessage =
  | { readonly progress: { readonly percent: number; readonly stage: string } }
  | { readonly failure: { readonly code: string; readonly params: object; readonly detail: string } }
  | { readonly report: PdfReport }
