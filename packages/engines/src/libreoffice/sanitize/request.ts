/** Request to the helper that sanitizes documents. */
import { markdownImageModes } from '@filesmith/contract/operations/markdown-images'
import { z } from 'zod'

export const sanitizedFormats = [
  ...(['docx', 'doc', 'odt', 'rtf', 'html'] as const),
  ...(['xlsx', 'xls', 'ods', 'pptx', 'ppt', 'odp', 'odg', 'vsdx'] as const),
] as const

export const sanitizeRequestSchema = z.object({
  /** SVG only as a result: one drawing, or an archive of one for each page. */
  format: z.enum([...sanitizedFormats, 'svg']),
  /** The result for the user, not input for LibreOffice. */
  isResult: z.boolean(),
  /** Written by LibreOffice: the encoding is known. */
  isUtf8: z.boolean(),
  password: z.string().exactOptional(),
  /** Written as Markdown; only of HTML. */
  markdown: z.object({ images: z.enum(markdownImageModes), name: z.string() }).exactOptional(),
})
export type SanitizeRequest = Readonly<z.infer<typeof sanitizeRequestSchema>>
export type SanitizedFormat = (typeof sanitizedFormats)[number]

/** Report of the helper besides the bytes. It parses untrusted files and is not trusted. */
export const sanitizeReportSchema = z.object({
  isRepaired: z.boolean().default(false),
  /** Markdown with its images in a ZIP archive. */
  isArchive: z.boolean().default(false),
})
export type SanitizeReport = Readonly<z.infer<typeof sanitizeReportSchema>>
