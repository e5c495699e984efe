/** Makes one PDF of images, or one of each. */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { imagesToPdf as operation } from '@filesmith/contract/operations/pdf/images-to-pdf'
import type { z } from 'zod'
import { JobFailure } from '../../process/job-failure.ts'
import { writeZip, type ZipEntry } from '../../write-zip.ts'
import { imageFormatOf } from '../images/image-format.ts'
import type { PdfPageImage } from '../images/read-image-pages.ts'
import { readImagePages } from '../images/read-image-pages.ts'
import { writeImagePdf } from '../images/write-image-pdf.ts'
import { type PdfReport, pdfResultName } from '../job.ts'
import type { TaskRun } from './task.ts'

type ImagesToPdfOptions = z.output<typeof operation.options>

export async function imagesToPdf({ job, report }: TaskRun, options: ImagesToPdfOptions): Promise<PdfReport> {
  let [pages, done] = [0, 0]
  const read = async function* (files: typeof job.files): AsyncGenerator<PdfPageImage> {
    for (const { path } of files) {
      const format = await imageFormatOf(path)
      if (format === undefined) throw new JobFailure('unknown-type')
      for await (const image of readImagePages(path, format, job.maxPixels)) {
        if (++pages > job.maxPages) throw new JobFailure('document-too-long', { pages: job.maxPages })
        yield image
      }
      report((90 * ++done) / job.files.length, 'page')
    }
  }
  const resultPath = join(job.outFolder, pdfResultName)
  if (!options.separate || job.files.length === 1) {
    await writeImagePdf(read(job.files), options, resultPath)
    return {}
  }
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    const names = new Set<string>()
    for (const [index, file] of job.files.entries()) {
      const path = join(job.outFolder, `${index}.pdf`)
      await writeImagePdf(read([file]), options, path)
      const base = (file.name.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '') || 'image'
      const name = names.has(base.toLowerCase()) ? `${base}-${index + 1}` : base
      names.add(name.toLowerCase())
      yield { name: `${name}.pdf`, data: path }
      await rm(path)
    }
  }
  await pipeline(Readable.from(writeZip(entries())), createWriteStream(resultPath))
  return { format: 'zip', pages: job.files.length }
}
