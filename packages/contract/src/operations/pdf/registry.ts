/** Operations of the PDF Workbench by id. */
import type { Operation } from '../operation.ts'
import { organizePdf } from './organize-pdf.ts'
import { redactPdf } from './redact-pdf.ts'

export const pdfOperations = {
  'organize-pdf': organizePdf,
  'redact-pdf': redactPdf,
} as const satisfies Record<string, Operation>
