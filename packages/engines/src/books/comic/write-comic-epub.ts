/** Writes a comic as EPUB 3 with fixed layout: each page is an image in its own size. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { escapeText } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { packageFile, packEpub, xhtmlPage } from '../write/write-epub.ts'
import type { ComicPage } from './comic-pages.ts'

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

export async function writeComicEpub(
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
