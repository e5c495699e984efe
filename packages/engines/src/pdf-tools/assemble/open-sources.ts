/** Opens the files of a job: counts their pages, and removes the protection of those that the password opens. */
import { join } from 'node:path'
import { JobFailure } from '../../process/job-failure.ts'
import { imageFormatOf } from '../images/image-format.ts'
import type { PdfJob } from '../job.ts'
import { type QpdfRun, runQpdf } from '../qpdf/run-qpdf.ts'

type PdfJobFile = PdfJob['files'][number]

export interface PdfSource {
  /** Not protected, and readable without repairs. */
  readonly path: string
  /** As the user called it. */
  readonly name: string
  readonly pageCount: number
  readonly wasProtected: boolean
  readonly wasRepaired: boolean
}

export async function openSources(job: PdfJob): Promise<PdfSource[]> {
  const sources: PdfSource[] = []
  let pages = 0
  for (const [index, file] of job.files.entries()) {
    const openedPath = join(job.outFolder, `source-${index}.pdf`)
    const source = (await openImage(job, file, openedPath)) ?? (await openSource(job, file, openedPath))
    pages += source.pageCount
    if (pages > job.maxPages) throw new JobFailure('document-too-long', { pages: job.maxPages })
    sources.push(source)
  }
  return sources
}

/** Undefined for a file that is not an image. */
async function openImage(
  { maxPixels }: PdfJob,
  file: PdfJobFile,
  pdfPath: string,
): Promise<PdfSource | undefined> {
  const format = await imageFormatOf(file.path)
  if (format === undefined) return undefined
  const { readImagePages } = await import('../images/read-image-pages.ts')
  const { fittedLayout, writeImagePdf } = await import('../images/write-image-pdf.ts')
  const pageCount = await writeImagePdf(readImagePages(file.path, format, maxPixels), fittedLayout, pdfPath)
  return { path: pdfPath, name: file.name, pageCount, wasProtected: false, wasRepaired: false }
}

async function openSource(job: PdfJob, file: PdfJobFile, openedPath: string): Promise<PdfSource> {
  const { about, password } = await describeProtection(job, file)
  const wasProtected = !about.stdout.includes('File is not encrypted')
  const pageCount = Number(/^\d+$/m.exec(about.stdout)?.[0] ?? 0)
  if (pageCount === 0) throw new JobFailure('file-damaged')
  const wasRepaired = about.hasWarnings
  const found = { name: file.name, pageCount, wasProtected, wasRepaired }
  if (!wasProtected && !wasRepaired) return { ...found, path: file.path }
  await runQpdf([`--password=${password}`, '--decrypt', file.path, openedPath])
  return { ...found, path: openedPath }
}

/**
 * With the password of the file, or the line of that for all files, that fits. The empty one opens a file with only an owner
 * password. A new password of protect has no lines.
 */
export async function describeProtection(
  { password: forAll = '', files }: PdfJob,
  { path, name, password: own = '' }: PdfJobFile,
): Promise<{ about: QpdfRun; password: string }> {
  for (const attempt of new Set([own, ...forAll.split('\n'), ''])) {
    // qpdf describes the protection without the password, too.
    const about = await runQpdf([`--password=${attempt}`, '--show-npages', '--show-encryption', path])
    if (!about.stdout.includes('Incorrect password supplied')) return { about, password: attempt }
  }
  const isGiven = own !== '' || forAll !== ''
  throw new JobFailure(
    isGiven ? 'password-wrong' : 'password-needed',
    files.length > 1 ? { file: name.slice(0, 60) } : {},
  )
}

export function repairWarnings(sources: readonly PdfSource[]): string[] {
  const repaired = sources.filter(({ wasRepaired }) => wasRepaired)
  if (repaired.length === 0) return []
  const names = repaired.slice(0, 5).map(({ name }) => name.slice(0, 60))
  const rest = repaired.length - names.length
  return [
    `Damage in ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''} was repaired; parts may be missing.`,
  ]
}
