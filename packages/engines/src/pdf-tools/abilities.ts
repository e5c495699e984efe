/** Abilities of the PDF tools: one for each operation of the PDF Workbench. */

import { archivePdf } from '@filesmith/contract/operations/pdf/archive-pdf'
import { arrangePdf } from '@filesmith/contract/operations/pdf/arrange-pdf'
import { comparePdfs } from '@filesmith/contract/operations/pdf/compare-pdfs'
import { compressPdf } from '@filesmith/contract/operations/pdf/compress-pdf'
import { cropPdf } from '@filesmith/contract/operations/pdf/crop-pdf'
import { editPdfMetadata } from '@filesmith/contract/operations/pdf/edit-pdf-metadata'
import { fillPdf } from '@filesmith/contract/operations/pdf/fill-pdf'
import { flattenPdf } from '@filesmith/contract/operations/pdf/flatten-pdf'
import { grayscalePdf } from '@filesmith/contract/operations/pdf/grayscale-pdf'
import { imagesToPdf } from '@filesmith/contract/operations/pdf/images-to-pdf'
import { numberPdf } from '@filesmith/contract/operations/pdf/number-pdf'
import { organizePdf } from '@filesmith/contract/operations/pdf/organize-pdf'
import { protectPdf } from '@filesmith/contract/operations/pdf/protect-pdf'
import { readPdfForm } from '@filesmith/contract/operations/pdf/read-pdf-form'
import { redactPdf } from '@filesmith/contract/operations/pdf/redact-pdf'
import { repairPdf } from '@filesmith/contract/operations/pdf/repair-pdf'
import { stampPdf } from '@filesmith/contract/operations/pdf/stamp-pdf'
import { unlockPdf } from '@filesmith/contract/operations/pdf/unlock-pdf'
import { watermarkPdf } from '@filesmith/contract/operations/pdf/watermark-pdf'
import { z } from 'zod'
import { defineAbility } from '../ability.ts'

const pdfTool = { engine: 'pdf-tools', from: ['pdf'], to: ['pdf'], cost: 2 } as const

export const pdfOrganize = defineAbility({
  ...pdfTool,
  id: 'pdf-organize',
  operation: 'organize-pdf',
  options: organizePdf.options,
})

export const pdfCompress = defineAbility({
  id: 'pdf-compress',
  engine: 'pdf-tools',
  from: compressPdf.inputs,
  to: compressPdf.outputs,
  cost: 2,
  operation: 'compress-pdf',
  options: compressPdf.options,
})
export const pdfFromImages = defineAbility({
  id: 'pdf-from-images',
  engine: 'pdf-tools',
  from: imagesToPdf.inputs,
  to: imagesToPdf.outputs,
  cost: 2,
  operation: 'images-to-pdf',
  options: imagesToPdf.options,
})
export const pdfProtect = defineAbility({
  ...pdfTool,
  id: 'pdf-protect',
  operation: 'protect-pdf',
  options: protectPdf.options,
})

export const pdfUnlock = defineAbility({
  ...pdfTool,
  id: 'pdf-unlock',
  operation: 'unlock-pdf',
  options: unlockPdf.options,
})

export const pdfWatermark = defineAbility({
  ...pdfTool,
  id: 'pdf-watermark',
  from: watermarkPdf.inputs,
  operation: 'watermark-pdf',
  options: watermarkPdf.options,
})

export const pdfNumber = defineAbility({
  ...pdfTool,
  id: 'pdf-number',
  operation: 'number-pdf',
  options: numberPdf.options,
})

export const pdfStamp = defineAbility({
  ...pdfTool,
  id: 'pdf-stamp',
  from: stampPdf.inputs,
  operation: 'stamp-pdf',
  options: stampPdf.options,
})

export const pdfCrop = defineAbility({
  ...pdfTool,
  id: 'pdf-crop',
  operation: 'crop-pdf',
  options: cropPdf.options,
})

export const pdfArrange = defineAbility({
  ...pdfTool,
  id: 'pdf-arrange',
  operation: 'arrange-pdf',
  options: arrangePdf.options,
})

export const pdfFlatten = defineAbility({
  ...pdfTool,
  id: 'pdf-flatten',
  operation: 'flatten-pdf',
  options: flattenPdf.options,
})

export const pdfRepair = defineAbility({
  ...pdfTool,
  id: 'pdf-repair',
  operation: 'repair-pdf',
  options: repairPdf.options,
})

export const pdfEditMetadata = defineAbility({
  ...pdfTool,
  id: 'pdf-edit-metadata',
  operation: 'edit-pdf-metadata',
  options: editPdfMetadata.options,
})

export const pdfGrayscale = defineAbility({
  ...pdfTool,
  id: 'pdf-grayscale',
  operation: 'grayscale-pdf',
  options: grayscalePdf.options,
})
export const pdfRedact = defineAbility({
  id: 'pdf-redact',
  engine: 'pdf-tools',
  from: redactPdf.inputs,
  to: redactPdf.outputs,
  cost: 4,
  operation: 'redact-pdf',
  options: redactPdf.options,
})

export const pdfFill = defineAbility({
  ...pdfTool,
  id: 'pdf-fill',
  from: fillPdf.inputs,
  operation: 'fill-pdf',
  options: fillPdf.options,
})

export const pdfReadForm = defineAbility({
  ...pdfTool,
  id: 'pdf-read-form',
  to: readPdfForm.outputs,
  operation: 'read-pdf-form',
  options: readPdfForm.options,
})

export const pdfArchive = defineAbility({
  ...pdfTool,
  id: 'pdf-archive',
  operation: 'archive-pdf',
  options: archivePdf.options,
})

export const pdfCompare = defineAbility({
  id: 'pdf-compare',
  engine: 'pdf-tools',
  from: comparePdfs.inputs,
  to: comparePdfs.outputs,
  cost: 4,
  operation: 'compare-pdfs',
  options: comparePdfs.options,
})

/** For a page that arranges the file. No route leads through it, because it keeps nothing but the looks of the pages. */
export const pdfDrawPages = defineAbility({
  id: 'pdf-draw-pages',
  engine: 'pdf-tools',
  from: [],
  to: [],
  cost: 1,
  options: z.unknown(),
})

export const pdfToolAbilities = [
  pdfOrganize,
  pdfCompress,
  pdfFromImages,
  pdfProtect,
  pdfUnlock,
  pdfWatermark,
  pdfNumber,
  pdfStamp,
  pdfCrop,
  pdfArrange,
  pdfFlatten,
  pdfRepair,
  pdfEditMetadata,
  pdfGrayscale,
  pdfRedact,
  pdfFill,
  pdfReadForm,
  pdfArchive,
  pdfCompare,
  pdfDrawPages,
] as const
