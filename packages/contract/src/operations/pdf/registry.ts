/** Operations of the PDF Workbench by id. */
import type { Operation } from '../operation.ts'
import { archivePdf } from './archive-pdf.ts'
import { arrangePdf } from './arrange-pdf.ts'
import { comparePdfs } from './compare-pdfs.ts'
import { compressPdf } from './compress-pdf.ts'
import { cropPdf } from './crop-pdf.ts'
import { editPdfMetadata } from './edit-pdf-metadata.ts'
import { fillPdf } from './fill-pdf.ts'
import { flattenPdf } from './flatten-pdf.ts'
import { grayscalePdf } from './grayscale-pdf.ts'
import { imagesToPdf } from './images-to-pdf.ts'
import { numberPdf } from './number-pdf.ts'
import { organizePdf } from './organize-pdf.ts'
import { protectPdf } from './protect-pdf.ts'
import { readPdfForm } from './read-pdf-form.ts'
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
  'fill-pdf': fillPdf,
  'read-pdf-form': readPdfForm,
  'archive-pdf': archivePdf,
  'compare-pdfs': comparePdfs,
} as const satisfies Record<string, Operation>
