/** Requests to a document helper process and the reports that it returns. */
import { languageIds } from '@filesmith/contract/languages'
import { z } from 'zod'

const language = z.enum(languageIds)
const password = z.string().exactOptional()

export const documentRequestSchema = z.discriminatedUnion('kind', [
  /** Returns the flows of a Word document as JSON. */
  z.object({ kind: z.literal('extract-flows'), password }),
  /** Takes the document followed by the translated flows as JSON. */
  z.object({
    kind: z.literal('replace-flows'),
    password,
    documentBytes: z.number(),
    /** The document is converted to PDF afterwards: keep the page breaks. */
    keepsPages: z.boolean(),
    from: language,
    to: language,
  }),
  /** Returns the text in UTF-8 and reports its encoding; the declared language narrows it down. */
  z.object({ kind: z.literal('read-text'), language }),
  /** Takes text in UTF-8; returns it in the given encoding, or in UTF-8 if that cannot represent it. */
  z.object({ kind: z.literal('write-text'), encoding: z.string(), hasMark: z.boolean() }),
])
export type DocumentRequest = z.infer<typeof documentRequestSchema>

export interface ExtractFlowsReport {
  readonly isProtected: boolean
}

export interface ReadTextReport {
  readonly encoding: string
  readonly hasMark: boolean
}

export interface WriteTextReport {
  /** False if the result is UTF-8 instead. */
  readonly isKept: boolean
}
