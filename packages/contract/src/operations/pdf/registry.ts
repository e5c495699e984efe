/** Operations of the PDF Workbench by id. */
import type { Operation } from '../operation.ts'
import { organizePdf } from './organize-pdf.ts'
import { protectPdf } from './protect-pdf.ts'
import { unlockPdf } from './unlock-pdf.ts'
import { watermarkPdf } from './watermark-pdf.ts'

export const pdfOperations = {
  'organize-pdf': organizePdf,
  'protect-pdf': protectPdf,
  'unlock-pdf': unlockPdf,
  'watermark-pdf': watermarkPdf,
} as const satisfies Record<string, Operation>
