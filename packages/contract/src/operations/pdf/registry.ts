/** Operations of the PDF Workbench by id. */
import type { Operation } from '../operation.ts'
import { arrangePdf } from './arrange-pdf.ts'
import { compressPdf } from './compress-pdf.ts'
import { cropPdf } from './crop-pdf.ts'
import { editPdfMetadata } from './edit-pdf-metadata.ts'
import { flattenPdf } from './flatten-pdf.ts'
import { grayscalePdf } from './grayscale-pdf.ts'
import { imagesToPdf } from './images-to-pdf.ts'
import { numberPdf } from './number-pdf.ts'
import { organizePdf } from './organize-pdf.ts'
import { protectPdf } from './protect-pdf.ts'
import { redactPdf } from './redact-pdf.ts'
import { repairPdf } from './repair-pdf.ts'
import { stampPdf } from './stamp-pdf.ts'
import { unlockPdf } from './unlock-pdf.ts'
import { watermarkPdf } from './watermark-pdf.ts'

export const pdfOperations = {
  'organize-pdf': organizePdf,
  'compress-pdf': compressPdf,
  'images-to-pdf': imagesToPdf,
  'protect-pdf': protectPdf,
  'unlock-pdf': unlockPdf,
  'watermark-pdf': watermarkPdf,
  'number-pdf': numberPdf,
  'stamp-pdf': stampPdf,
  'crop-pdf': cropPdf,
  'arrange-pdf': arrangePdf,
  'flatten-pdf': flattenPdf,
  'repair-pdf': repairPdf,
  'edit-pdf-metadata': editPdfMetadata,
  'grayscale-pdf': grayscalePdf,
  'redact-pdf': redactPdf,
} as const satisfies Record<string, Operation>
