/** Operations of the PDF Workbench by id. */
import type { Operation } from '../operation.ts'
import { organizePdf } from './organize-pdf.ts'
import { protectPdf } from './protect-pdf.ts'
import { unlockPdf } from './unlock-pdf.ts'

export const pdfOperations = {
  'organize-pdf': organizePdf,
  'protect-pdf': protectPdf,
  'unlock-pdf': unlockPdf,
} as const satisfies Record<string, Operation>
