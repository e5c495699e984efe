/** All tasks of the PDF program by the id of their ability. */
import type { Ability } from '../../ability.ts'
import {
  pdfArchive,
  pdfArrange,
  pdfCompare,
  pdfCompress,
  pdfCrop,
  pdfDrawPages,
  pdfEditMetadata,
  pdfFill,
  pdfFlatten,
  pdfFromImages,
  pdfGrayscale,
  pdfNumber,
  pdfOrganize,
  pdfProtect,
  pdfReadForm,
  pdfRedact,
  pdfRepair,
  pdfStamp,
  pdfUnlock,
  pdfWatermark,
} from '../abilities.ts'
import type { PdfJob, PdfReport } from '../job.ts'
import type { TaskRun } from './task.ts'

interface Task {
  readonly run: (job: PdfJob, report: TaskRun['report']) => Promise<PdfReport>
  readonly load: () => Promise<unknown>
}

/** A task is loaded when it runs: loading all of them would take as long as a small job. */
function defineTask<Options>(
  { options }: Ability<Options>,
  load: () => Promise<(task: TaskRun, options: Options) => Promise<PdfReport>>,
): Task {
  return {
    run: async (job, report) => (await load())({ job, report }, options.parse(job.options)),
    load,
  }
}

/** Makes one PDF of the pages, or one of each document. */
function changesDocuments<Options extends { readonly pages: string; readonly separate: boolean }>(
  ability: Ability<Options>,
  load: () => Promise<(task: TaskRun, options: Options) => Promise<PdfReport>>,
): Task {
  return defineTask(ability, async () => {
    const { eachDocument } = await import('./each-document.ts')
    return eachDocument(await load(), { drawsImages: ability.from.length > 1 })
  })
}

const tasks: Readonly<Record<string, Task>> = {
  [pdfOrganize.id]: defineTask(pdfOrganize, async () => (await import('./organize.ts')).organize),
  [pdfCompress.id]: changesDocuments(pdfCompress, async () => (await import('./compress.ts')).compress),
  [pdfFromImages.id]: defineTask(pdfFromImages, async () => (await import('./images-to-pdf.ts')).imagesToPdf),
  [pdfProtect.id]: changesDocuments(pdfProtect, async () => (await import('./protect.ts')).protect),
  [pdfUnlock.id]: changesDocuments(pdfUnlock, async () => (await import('./protect.ts')).unlock),
  [pdfWatermark.id]: changesDocuments(pdfWatermark, async () => (await import('./watermark.ts')).watermark),
  [pdfNumber.id]: changesDocuments(pdfNumber, async () => (await import('./number.ts')).numberPages),
  [pdfStamp.id]: changesDocuments(pdfStamp, async () => (await import('./stamp.ts')).stamp),
  [pdfCrop.id]: changesDocuments(pdfCrop, async () => (await import('./crop.ts')).crop),
  [pdfArrange.id]: changesDocuments(pdfArrange, async () => (await import('./arrange.ts')).arrange),
  [pdfFlatten.id]: changesDocuments(pdfFlatten, async () => (await import('./flatten.ts')).flatten),
  [pdfRepair.id]: changesDocuments(pdfRepair, async () => (await import('./repair.ts')).repair),
  [pdfEditMetadata.id]: changesDocuments(
    pdfEditMetadata,
    async () => (await import('./edit-metadata.ts')).editMetadata,
  ),
  [pdfGrayscale.id]: changesDocuments(pdfGrayscale, async () => (await import('./grayscale.ts')).grayscale),
  [pdfRedact.id]: changesDocuments(pdfRedact, async () => (await import('./redact.ts')).redact),
  [pdfCompare.id]: defineTask(pdfCompare, async () => (await import('./compare.ts')).compare),
  [pdfFill.id]: defineTask(pdfFill, async () => (await import('./fill-form.ts')).fillForm),
  [pdfReadForm.id]: defineTask(pdfReadForm, async () => (await import('./read-form.ts')).readForm),
  [pdfDrawPages.id]: defineTask(pdfDrawPages, async () => (await import('./draw-pages.ts')).drawPages),
  [pdfArchive.id]: changesDocuments(pdfArchive, async () => (await import('./archive.ts')).archive),
}

export function runTask(job: PdfJob, report: TaskRun['report']): Promise<PdfReport> {
  const task = tasks[job.task]
  if (task === undefined) throw new Error(`no task ${job.task}`)
  return task.run(job, report)
}

/** Everything that a task may load, so that it is compiled once. */
export async function loadTasks(): Promise<void> {
  for (const task of Object.values(tasks)) await task.load()
  await import('../gray/gray-pdf-image.ts')
  await import('@cantoo/fontkit')
}
