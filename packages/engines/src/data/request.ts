/** Protocol of the data helper: one request with the bytes of the file; the result, then a report about it. */
import { formatIds } from '@filesmith/contract/formats'
import { z } from 'zod'

const formatId = z.enum(formatIds)

export const dataRequestSchema = z.object({
  /** Id of the ability. */
  task: z.string(),
  options: z.unknown(),
  from: formatId,
  to: formatId,
  /** Base name of the files in a result with several. */
  name: z.string(),
  /** Opens a protected file. */
  password: z.string().exactOptional(),
  maxOutputBytes: z.number(),
})
export type DataRequest = Readonly<z.infer<typeof dataRequestSchema>>

const maxSentenceLength = 500
const maxSentences = 30
/** Of all parts; a message of a helper is not longer than 256 KB. */
export const maxPartCharacters = 120_000

const sentences = z.array(z.string().max(maxSentenceLength)).max(maxSentences).default([])

/** The helper parses untrusted files and is not trusted: everything is checked. */
export const dataReportSchema = z.object({
  /** Where it depends on the content. */
  format: formatId.exactOptional(),
  /** Files in a ZIP. */
  pages: z.int().positive().exactOptional(),
  notes: sentences,
  /** What of the file could not be read. */
  warnings: sentences,
  /** Small additional files. */
  parts: z
    .array(
      z.object({
        name: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,80}$/),
        format: formatId,
        text: z.string().max(maxPartCharacters),
      }),
    )
    .max(5)
    .default([]),
})
export type DataReport = z.input<typeof dataReportSchema>
