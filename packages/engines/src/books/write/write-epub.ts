/** Writes a book as EPUB 3, with the older table of contents for EPUB 2 readers. */
import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { escapeAttribute, escapeText } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import type { PackagePart } from '../../translation/documents/docx/package/read-package.ts'
import { writePackage } from '../../translation/documents/docx/package/write-package.ts'
import type { Book, BookSection, TocEntry } from '../model/book.ts'
import { elementsIn } from '../model/book.ts'
import { anchorName, type BookLinks, createLinks, uniqueIds } from './anchors.ts'
import { bookStyle } from './page-style.ts'
import { writeXhtml } from './xhtml.ts'

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`

export interface EpubFile {
  readonly name: string
  readonly content: string | Buffer
  readonly isStored?: boolean
}

export async function packEpub(files: readonly EpubFile[]): Promise<Buffer> {
  const all: EpubFile[] = [
    // First and not compressed, so that the type of the file can be read from its start.
    { name: 'mimetype', content: 'application/epub+zip', isStored: true },
    { name: 'META-INF/container.xml', content: container },
    ...files.map(file => ({ ...file, name: `EPUB/${file.name}` })),
  ]
  const chunks: Buffer[] = []
  for await (const chunk of writePackage(all.map(packed))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function packed({ name, content, isStored = false }: EpubFile): PackagePart {
  const bytes = Buffer.from(content)
  const facts = { name, checksum: crc32(bytes), bytes: bytes.length, time: 0, date: 0x21 }
  return isStored
    ? { ...facts, method: 0, packed: bytes }
    : { ...facts, method: 8, packed: deflateRawSync(bytes) }
}

export async function writeEpub(book: Book): Promise<Buffer> {
  const links = createLinks(book)
  const usedImages = new Set(
    book.sections.flatMap(({ nodes }) =>
      [...elementsIn(nodes)].flatMap(({ attributes }) => attributes.src ?? []),
    ),
  )
  const images = [...book.images].filter(([name]) => name === book.cover || usedImages.has(`image:${name}`))
  const sections = book.sections.map(section => ({
    name: `${section.id}.xhtml`,
    content: sectionPage(book, section, links),
    hasMath: [...elementsIn(section.nodes)].some(({ name }) => name === 'math'),
  }))
  const cover =
    book.cover === undefined ? [] : [{ name: 'cover.xhtml', content: coverPage(book, book.cover) }]
  const toc = book.toc.length > 0 ? book.toc : fallbackToc(book)
  const identifier = identifierOf(book, sections)
  const items = [
    `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>`,
    `<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`,
    `<item id="style" href="style.css" media-type="text/css"/>`,
    ...cover.map(({ name }) => `<item id="cover-page" href="${name}" media-type="application/xhtml+xml"/>`),
    ...sections.map(
      ({ name, hasMath }, index) =>
        `<item id="section-${index}" href="${name}" media-type="application/xhtml+xml"${hasMath ? ' properties="mathml"' : ''}/>`,
    ),
    ...images.map(
      ([name, { mime }], index) =>
        `<item id="image-${index}" href="images/${name}" media-type="${mime}"${name === book.cover ? ' properties="cover-image"' : ''}/>`,
    ),
  ]
  const coverIndex = images.findIndex(([name]) => name === book.cover)
  const spine = [...cover.map(() => 'cover-page'), ...sections.map((_, index) => `section-${index}`)]
  const opf = packageFile(book, {
    identifier,
    items,
    spine,
    coverId: coverIndex < 0 ? undefined : `image-${coverIndex}`,
  })
  return packEpub([
    { name: 'package.opf', content: opf },
    { name: 'nav.xhtml', content: navigationPage(book, toc, links) },
    { name: 'toc.ncx', content: navigationFile(book, toc, links, identifier) },
    { name: 'style.css', content: bookStyle },
    ...cover,
    ...sections,
    ...images.map(([name, { bytes, mime }]) => ({
      name: `images/${name}`,
      content: bytes,
      isStored: mime !== 'image/svg+xml',
    })),
  ])
}

function fallbackToc({ sections, metadata }: Book): TocEntry[] {
  const [first] = sections
  return first === undefined ? [] : [{ title: metadata.title, target: `section:${first.id}`, children: [] }]
}

function identifierOf({ metadata }: Book, sections: readonly { readonly content: string }[]): string {
  if (metadata.identifier !== undefined) return metadata.identifier
  const hash = createHash('sha256').update(metadata.title)
  for (const { content } of sections) hash.update(content)
  const hex = hash.digest('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

interface PackageContent {
  readonly identifier: string
  readonly items: readonly string[]
  readonly spine: readonly string[]
  readonly coverId?: string | undefined
  readonly extra?: string
  readonly direction?: string
}

/** W3C date and time, as far as it is known. */
const bookDate = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/

export function packageFile({ metadata }: Pick<Book, 'metadata'>, content: PackageContent): string {
  const { title, authors, language, publisher, date, description } = metadata
  const day = date?.slice(0, 10)
  const facts = [
    `<dc:identifier id="book-id">${escapeText(content.identifier)}</dc:identifier>`,
    `<dc:title>${escapeText(title)}</dc:title>`,
    `<dc:language>${escapeText(language)}</dc:language>`,
    ...authors.map(author => `<dc:creator>${escapeText(author)}</dc:creator>`),
    ...(publisher ? [`<dc:publisher>${escapeText(publisher)}</dc:publisher>`] : []),
    ...(day && bookDate.test(day) ? [`<dc:date>${day}</dc:date>`] : []),
    ...(description ? [`<dc:description>${escapeText(description)}</dc:description>`] : []),
    `<meta property="dcterms:modified">${new Date().toISOString().slice(0, 19)}Z</meta>`,
    ...(content.coverId === undefined ? [] : [`<meta name="cover" content="${content.coverId}"/>`]),
    content.extra ?? '',
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id"${content.extra ? ' prefix="rendition: http://www.idpf.org/vocab/rendition/#"' : ''}>
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${facts.filter(fact => fact !== '').join('\n')}
</metadata>
<manifest>
${content.items.join('\n')}
</manifest>
<spine toc="ncx"${content.direction ?? ''}>
${content.spine.map(id => `<itemref idref="${id}"/>`).join('\n')}
</spine>
</package>
`
}

export function xhtmlPage(
  {
    title,
    language,
    style = 'style.css',
    head = '',
  }: { title: string; language: string; style?: string; head?: string },
  body: string,
): string {
  const tag = escapeAttribute(language)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${tag}" xml:lang="${tag}">
<head><meta charset="utf-8"/><title>${escapeText(title)}</title>${head}<link rel="stylesheet" type="text/css" href="${style}"/></head>
<body>
${body}
</body>
</html>
`
}

function addressOf(links: BookLinks, link: string): string | undefined {
  const found = links.find(link)
  if (found === undefined) return undefined
  return found.anchor === undefined
    ? `${found.section}.xhtml`
    : `${found.section}.xhtml#${anchorName(found.anchor)}`
}

function sectionPage({ metadata }: Book, { nodes }: BookSection, links: BookLinks): string {
  const body = writeXhtml(nodes, {
    link: link => addressOf(links, link),
    image: source => `images/${source.slice('image:'.length)}`,
    id: uniqueIds(anchorName),
  })
  return xhtmlPage(metadata, body)
}

function coverPage({ metadata }: Book, cover: string): string {
  return xhtmlPage(
    metadata,
    `<section epub:type="cover" class="cover"><img src="images/${cover}" alt="${escapeAttribute(metadata.title)}"/></section>`,
  )
}

function navigationPage({ metadata }: Book, toc: readonly TocEntry[], links: BookLinks): string {
  const list = (entries: readonly TocEntry[]): string => {
    const items = entries.flatMap(({ title, target, children }) => {
      const address = addressOf(links, target)
      const inner = list(children)
      if (address === undefined)
        return inner === '' ? [] : [`<li><span>${escapeText(title)}</span>${inner}</li>`]
      return [`<li><a href="${escapeAttribute(address)}">${escapeText(title)}</a>${inner}</li>`]
    })
    return items.length === 0 ? '' : `<ol>${items.join('\n')}</ol>`
  }
  return xhtmlPage(
    metadata,
    `<nav epub:type="toc" id="toc"><h1>${escapeText(metadata.title)}</h1>${list(toc)}</nav>`,
  )
}

function navigationFile(
  { metadata }: Book,
  toc: readonly TocEntry[],
  links: BookLinks,
  identifier: string,
): string {
  let count = 0
  const points = (entries: readonly TocEntry[]): string =>
    entries
      .map(({ title, target, children }) => {
        const address = addressOf(links, target)
        if (address === undefined) return points(children)
        count += 1
        return `<navPoint id="point-${count}" playOrder="${count}"><navLabel><text>${escapeText(title)}</text></navLabel><content src="${escapeAttribute(address)}"/>${points(children)}</navPoint>`
      })
      .join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="${escapeAttribute(identifier)}"/></head>
<docTitle><text>${escapeText(metadata.title)}</text></docTitle>
<navMap>
${points(toc)}
</navMap>
</ncx>
`
}
