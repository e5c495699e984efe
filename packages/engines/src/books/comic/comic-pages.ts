/** Pages of a comic: its images in natural order (2 before 10), stored as files with their formats. */
import { writeFile } from 'node:fs/promises'
import { type PdfImageFormat, pdfImageFormats } from '@filesmith/contract/operations/pdf/images-to-pdf'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { JobFailure } from '../../process/job-failure.ts'
import type { BookJob } from '../job.ts'
import { readArchive } from './read-archive.ts'

export interface ComicPage {
  readonly path: string
  /** Path in the archive. */
  readonly name: string
  readonly format: PdfImageFormat
}

const imageName = /\.(?:jpe?g|jfif|png|gif|webp|bmp|tiff?|avif|heic)$/i
/** Metadata of file managers. */
const hiddenName = /(?:^|\/)(?:\.(?!\.?\/)|__MACOSX\/|Thumbs\.db)/i
const naturalOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** By folder, then by name. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = naturalOrder.compare(left[index] ?? '', right[index] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length || (a < b ? -1 : 1)
}

export function isComicImage(name: string): boolean {
  return imageName.test(name) && !hiddenName.test(name)
}

export async function readComicPages(job: BookJob): Promise<ComicPage[]> {
  const pages: ComicPage[] = []
  for await (const { name, bytes } of readArchive(job.path, {
    isWanted: isComicImage,
    maxBytes: job.maxUnpackedBytes,
  })) {
    const format = imageFormatIn(bytes)
    if (format === undefined) continue
    const path = `${job.outFolder}/page-${pages.length}`
    await writeFile(path, bytes)
    pages.push({ path, name, format })
    if (pages.length > job.maxPages) throw new JobFailure('document-too-long', { pages: job.maxPages })
  }
  if (pages.length === 0) throw new JobFailure('no-comic-pages')
  return pages.sort((a, b) => compareNames(a.name, b.name))
}

function imageFormatIn(bytes: Buffer): PdfImageFormat | undefined {
  const format = sniffFormat(bytes.subarray(0, sniffHeadBytes))
  return pdfImageFormats.find(each => each === (format === 'apng' ? 'png' : format))
}
