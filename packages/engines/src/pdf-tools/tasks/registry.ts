/** All tasks of the PDF program by the id of their ability. */
import type { Ability } from '../../ability.ts'

import {
  pdfArrange,
  pdfCompress,
  pdfCrop,
  pdfEditMetadata,
  pdfFlatten,
  pdfFromImages,
  pdfGrayscale,
  pdfNumber,
  pdfOrganize,
  pdfProtect,
  pdfRedact,
  pdfRepair,
  pdfStamp,
  pdfUnlock,
  pdfWatermark,
} from '../abilities.ts'
import type { PdfJob, PdfReport } from '../job.ts'
import { arrange } from './arrange.ts'
import { compress } from './compress.ts'
import { crop } from './crop.ts'
import { editMetadata } from './edit-metadata.ts'
import { flatten } from './flatten.ts'
import { grayscale } from './grayscale.ts'
import { imagesToPdf } from './images-to-pdf.ts'
import { numberPages } from './number.ts'
import { organize } from './organize.ts'
import { protect, unlock } from './protect.ts'
import { redact } from './redact.ts'
import { repair } from './repair.ts'
import { stamp } from './stamp.ts'
import type { TaskRun } from './task.ts'
import { watermark } from './watermark.ts'

type Task = (job: PdfJob, report: TaskRun['report']) => Promise<PdfReport>

function defineTask<Options>(
  { options }: Ability<Options>,
  run: (task: TaskRun, options: Options) => Promise<PdfReport>,
): Task {
  return (job, report) => run({ job, report }, options.parse(job.options))
}

const tasks: Readonly<Record<string, Task>> = {
  [pdfOrganize.id]: defineTask(pdfOrganize, organize),
  [pdfCompress.id]: defineTask(pdfCompress, compress),
  [pdfFromImages.id]: defineTask(pdfFromImages, imagesToPdf),
  [pdfProtect.id]: defineTask(pdfProtect, protect),
  [pdfUnlock.id]: defineTask(pdfUnlock, unlock),
  [pdfWatermark.id]: defineTask(pdfWatermark, watermark),
  [pdfNumber.id]: defineTask(pdfNumber, numberPages),
  [pdfStamp.id]: defineTask(pdfStamp, stamp),
  [pdfCrop.id]: defineTask(pdfCrop, crop),
  [pdfArrange.id]: defineTask(pdfArrange, arrange),
  [pdfFlatten.id]: defineTask(pdfFlatten, flatten),
  [pdfRepair.id]: defineTask(pdfRepair, repair),
  [pdfEditMetadata.id]: defineTask(pdfEditMetadata, editMetadata),
  [pdfGrayscale.id]: defineTask(pdfGrayscale, grayscale),
  [pdfRedact.id]: defineTask(pdfRedact, redact),
}

export function runTask(job: PdfJob, report: TaskRun['report']): Promise<PdfReport> {
  const task = tasks[job.task]
  if (task === undefined) throw new Error(`no task ${job.task}`)
  return task(job, report)
}
