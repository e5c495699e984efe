/** Converts comics between archives of images, PDF and EPUB with fixed layout. */
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openForRendering, renderPage } from '../../pdf/render/render-page.ts'
import { readImagePages } from '../../pdf-tools/images/read-image-pages.ts'
import { fittedLayout, writeImagePdf } from '../../pdf-tools/images/write-image-pdf.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { pageFileName, writeZip, type ZipEntry } from '../../write-zip.ts'
import { type ComicPage, readComicPages } from '../comic/comic-pages.ts'
import { writeComicEpub } from '../comic/write-comic-epub.ts'
import type { BookJob, BookReport, BookTaskRun } from '../job.ts'
import { elementsIn } from '../model/book.ts'
import { readBook } from '../read/read-book.ts'

export async function runConvertComic(run: BookTaskRun): Promise<BookReport> {
  const { job, resultPath, report } = run
  if (job.from === 'pdf') return packPages(run, drawnPages(run))
  if (job.from === 'epub') return packPages(run, bookPages(job))
  const pages = await readComicPages(job)
  report(40, 'pages')
  if (job.to === 'cbz') return packPages(run, storedPages(pages, job.name))
  if (job.to === 'epub') {
    await writeFile(resultPath, await writeComicEpub(pages, job.name, job.maxPixels))
    return { pages: pages.length }
  }
  await writeImagePdf(imagesOf(pages, run), fittedLayout, resultPath)
  return { pages: pages.length }
}

async function* imagesOf(pages: readonly ComicPage[], { job, report }: BookTaskRun) {
  for (const [index, { path, format }] of pages.entries()) {
    for await (const image of readImagePages(path, format, job.maxPixels)) {
      yield image
      // Only the first image of an animation is a page.
      break
    }
    report(40 + (55 * (index + 1)) / pages.length, 'pages')
  }
}

async function packPages({ resultPath }: BookTaskRun, entries: AsyncIterable<ZipEntry>): Promise<BookReport> {
  let pages = 0
  const counted = async function* () {
    for await (const entry of entries) {
      pages += 1
      yield entry
    }
    if (pages === 0) throw new JobFailure('no-comic-pages')
  }
  await pipeline(Readable.from(writeZip(counted())), createWriteStream(resultPath))
  return { pages }
}

async function* storedPages(pages: readonly ComicPage[], name: string): AsyncGenerator<ZipEntry> {
  for (const [index, { path, format }] of pages.entries())
    yield { name: pageFileName(name, index + 1, pages.length, format), data: path }
}

/** Sharp on tablets, and about the size of scanned comics. */
const comicDpi = 200

async function* drawnPages({ job, report }: BookTaskRun): AsyncGenerator<ZipEntry> {
  const document = await openForRendering(await readFile(job.path), job)
  const count = document.getPageCount()
  if (count > job.maxPages) throw new JobFailure('document-too-long', { pages: job.maxPages })
  for (let number = 1; number <= count; number++) {
    const image = await renderPage(document.getPage(number - 1), comicDpi, job.maxPixels)
    const data = await image.jpeg({ quality: 90 }).toBuffer()
    report((95 * number) / count, 'pages')
    yield { name: pageFileName(job.name, number, count, 'jpg'), data }
  }
}

/** The images of an e-book in reading order. */
async function* bookPages(job: BookJob): AsyncGenerator<ZipEntry> {
  const { sections, images, cover } = await readBook(job)
  const sources = sections.flatMap(({ nodes }) =>
    [...elementsIn(nodes)].flatMap(({ attributes }) => attributes.src ?? []),
  )
  const names = sources.map(source => source.slice('image:'.length))
  const all = cover === undefined || names.includes(cover) ? names : [cover, ...names]
  const found = [...new Set(all)].flatMap(name => images.get(name) ?? [])
  for (const [index, { bytes, extension }] of found.entries())
    yield { name: pageFileName(job.name, index + 1, found.length, extension), data: bytes }
}
