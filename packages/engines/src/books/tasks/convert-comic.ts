/** Converts comics between archives of images, PDF and EPUB with fixed layout. */

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { escapeText } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import { openForRendering, renderPage } from '../../pdf/render/render-page.ts'
import { readImagePages } from '../../pdf-tools/images/read-image-pages.ts'
import { fittedLayout, writeImagePdf } from '../../pdf-tools/images/write-image-pdf.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { pageFileName, writeZip, type ZipEntry } from '../../write-zip.ts'
import { type ComicPage, readComicPages } from '../comic/comic-pages.ts'
import type { BookJob, BookReport, BookTaskRun } from '../job.ts'
import { elementsIn } from '../model/book.ts'
import { readBook } from '../read/read-book.ts'
import { packageFile, packEpub, xhtmlPage } from '../write/write-epub.ts'

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

/** Writes a comic as EPUB 3 with fixed layout: each page is an image in its own size. */
interface DrawnPage {
  readonly bytes: Buffer
  readonly extension: 'jpg' | 'png' | 'gif'
  readonly width: number
  readonly height: number
}

const mimes = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif' } as const
const style = 'html, body { margin: 0; padding: 0; }\nimg { display: block; width: 100%; height: 100%; }\n'
const fixedLayout =
  '<meta property="rendition:layout">pre-paginated</meta>\n<meta property="rendition:spread">auto</meta>'

async function writeComicEpub(
  pages: readonly ComicPage[],
  title: string,
  maxPixels: number,
): Promise<Buffer> {
  const drawn: DrawnPage[] = []
  const hash = createHash('sha256')
  for (const page of pages) {
    const image = await drawnPage(page, maxPixels)
    hash.update(image.bytes)
    drawn.push(image)
  }
  const hex = hash.digest('hex')
  const identifier = `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  const metadata = { title, authors: [], language: 'und' }
  const items = drawn.flatMap(({ extension }, index) => [
    `<item id="page-${index + 1}" href="page-${index + 1}.xhtml" media-type="application/xhtml+xml"/>`,
    `<item id="image-${index + 1}" href="images/${index + 1}.${extension}" media-type="${mimes[extension]}"${index === 0 ? ' properties="cover-image"' : ''}/>`,
  ])
  const opf = packageFile(
    { metadata },
    {
      identifier,
      items: [
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
        '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
        '<item id="style" href="style.css" media-type="text/css"/>',
        ...items,
      ],
      spine: drawn.map((_, index) => `page-${index + 1}`),
      coverId: 'image-1',
      extra: fixedLayout,
    },
  )
  const nav = `<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol><li><a href="page-1.xhtml">${escapeText(title)}</a></li></ol></nav>`
  return packEpub([
    { name: 'package.opf', content: opf },
    { name: 'nav.xhtml', content: xhtmlPage(metadata, nav) },
    { name: 'toc.ncx', content: navigation(title, identifier) },
    { name: 'style.css', content: style },
    ...drawn.flatMap(({ bytes, extension, width, height }, index) => [
      {
        name: `page-${index + 1}.xhtml`,
        content: xhtmlPage(
          { ...metadata, head: `<meta name="viewport" content="width=${width}, height=${height}"/>` },
          `<div><img src="images/${index + 1}.${extension}" alt="Page ${index + 1}"/></div>`,
        ),
      },
      { name: `images/${index + 1}.${extension}`, content: bytes, isStored: true },
    ]),
  ])
}

function navigation(title: string, identifier: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="${identifier}"/></head><docTitle><text>${escapeText(title)}</text></docTitle><navMap><navPoint id="point-1" playOrder="1"><navLabel><text>${escapeText(title)}</text></navLabel><content src="page-1.xhtml"/></navPoint></navMap></ncx>
`
}

/** JPEG, PNG and GIF as they are; readers show nothing else. */
async function drawnPage({ path, format }: ComicPage, maxPixels: number): Promise<DrawnPage> {
  const bytes = await readFile(path)
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels })
    const { width, height, orientation = 1 } = await image.metadata()
    if (width * height > maxPixels)
      throw new JobFailure('image-too-large', { megapixels: Math.floor(maxPixels / 1_000_000) })
    // Copied bytes are not decoded otherwise, and a truncated image must not pass as a whole one.
    await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).resize(16).toBuffer()
    if ((format === 'jpg' && orientation === 1) || format === 'png' || format === 'gif')
      return { bytes, extension: format, width, height }
    const { data, info } = await image
      .autoOrient()
      .jpeg({ quality: 90 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, extension: 'jpg', width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof JobFailure) throw error
    throw new JobFailure('file-damaged', {}, { cause: error })
  }
}
