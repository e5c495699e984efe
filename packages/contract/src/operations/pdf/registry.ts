/** Operations of the PDF Workbench by id. */
import type { Operation } from '../operation.ts'
import { organizePdf } from './organize-pdf.ts'

export const pdfOperations = {
  'organize-pdf': organizePdf,
} as const satisfies Record<string, Operation>
