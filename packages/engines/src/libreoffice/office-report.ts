/** Report of the LibreOffice helper besides the bytes. It parses untrusted files and is not trusted. */
import { z } from 'zod'

export const officeReportSchema = z.object({
  /** Several sheets or pages in an archive. */
  format: z.literal('zip').exactOptional(),
  pages: z.number().int().positive().exactOptional(),
  notes: z.array(z.string().max(1000)).max(5).exactOptional(),
})
export type OfficeReport = Readonly<z.infer<typeof officeReportSchema>>
