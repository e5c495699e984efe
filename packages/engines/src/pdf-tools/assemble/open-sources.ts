/** Opens the files of a job: counts their pages, and removes the protection of those that the password opens. */
import { join } from 'node:path'
import { JobFailure } from '../../process/job-failure.ts'
import { imageFormatOf } from '../images/image-format.ts'
import type { PdfJob } from '../job.ts'
import { type QpdfRun, runQpdf } from '../qpdf/run-qpdf.ts'

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
  for (const [index, { path, name }] of job.files.entries()) {
    const openedPath = join(job.outFolder, `source-${index}.pdf`)
    const source =
      (await openImage(job, { path, name }, openedPath)) ??
      (await openSource(job, { path, name }, openedPath))
    pages += source.pageCount
    if (pages > job.maxPages) throw new JobFailure('document-too-long', { pages: job.maxPages })
    sources.push(source)
  }
  return sources
}

/** Undefined for a file that is not an image. */
async function openImage(
  { maxPixels }: PdfJob,
  file: { readonly path: string; readonly name: string },
  pdfPath: string,
): Promise<PdfSource | undefined> {
  const format = await imageFormatOf(file.path)
  if (format === undefined) return undefined
  const { readImagePages } = await import('../images/read-image-pages.ts')
  const { fittedLayout, writeImagePdf } = await import('../images/write-image-pdf.ts')
  const pageCount = await writeImagePdf(readImagePages(file.path, format, maxPixels), fittedLayout, pdfPath)
  return { path: pdfPath, name: file.name, pageCount, wasProtected: false, wasRepaired: false }
}

async function openSource(
  { password: given = '' }: PdfJob,
  file: { readonly path: string; readonly name: string },
  openedPath: string,
): Promise<PdfSource> {
  const { about, password } = await describeProtection(file.path, given)
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
 * With the password, or the line of it, that fits. The empty one opens a file with only an owner password. A new password of
 * protect has no lines.
 */
export async function describeProtection(
  path: string,
  password: string,
): Promise<{ about: QpdfRun; password: string }> {
  for (const attempt of new Set([...password.split('\n'), ''])) {
    // qpdf describes the protection without the password, too.
    const about = await runQpdf([`--password=${attempt}`, '--show-npages', '--show-encryption', path])
    if (!about.stdout.includes('Incorrect password supplied')) return { about, password: attempt }
  }
  throw new JobFailure(password === '' ? 'password-needed' : 'password-wrong')
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
