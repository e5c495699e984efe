/** Operations of the PDF Workbench by id. */
import type { Operation } from '../operation.ts'
import { compressPdf } from './compress-pdf.ts'
import { imagesToPdf } from './images-to-pdf.ts'
import { organizePdf } from './organize-pdf.ts'

export const pdfOperations = {
  'organize-pdf': organizePdf,
  'compress-pdf': compressPdf,
  'images-to-pdf': imagesToPdf,
} as const satisfies Record<string, Operation>
