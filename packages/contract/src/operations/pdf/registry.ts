/** Operations of the PDF Workbench by id. */
import type { Operation } from '../operation.ts'
import { compressPdf } from './compress-pdf.ts'
import { organizePdf } from './organize-pdf.ts'

export const pdfOperations = {
  'organize-pdf': organizePdf,
  'compress-pdf': compressPdf,
} as const satisfies Record<string, Operation>
