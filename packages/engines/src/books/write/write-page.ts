/** Writes a book as one HTML page that contains everything, with its table of contents. */
import { escapeAttribute, escapeText } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import type { Book, TocEntry } from '../model/book.ts'
import { anchorName, type BookLinks, createLinks, uniqueIds } from './anchors.ts'
import { pageStyle } from './page-style.ts'
import { writeXhtml } from './xhtml.ts'

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`
const bookPageStyle = `${pageStyle}
.chapter { page-break-before: always; break-before: page; margin-top: 3em; }
`

export function writeBookPage(book: Book): string {
  const { metadata } = book
  const tag = metadata.language === 'und' ? '' : ` lang="${escapeAttribute(metadata.language)}"`
  const authors = metadata.authors
    .map(name => `<meta name="author" content="${escapeAttribute(name)}">`)
    .join('\n')
  return `<!DOCTYPE html>
<html${tag}>
<head>
<meta charset="utf-8">
${policy}
<meta name="viewport" content="width=device-width, initial-scale=1">
${authors}
<title>${escapeText(metadata.title)}</title>
<style>
${bookPageStyle}</style>
</head>
<body>
${writeBookBody(book, { image: name => dataUrl(book, name), isPage: true })}
</body>
</html>
`
}

function dataUrl({ images }: Book, name: string): string {
  const image = images.get(name)
  return image === undefined ? '' : `data:${image.mime};base64,${image.bytes.toString('base64')}`
}

interface BodyRules {
  /** Address of an image. */
  readonly image: (name: string) => string
  /** With a title and contents; otherwise the program that reads it adds them. */
  readonly isPage: boolean
}

export function writeBookBody(book: Book, { image, isPage }: BodyRules): string {
  const { metadata, sections, cover, toc } = book
  const links = createLinks(book)
  const head = [
    ...(cover === undefined
      ? []
      : [
          `<p class="cover"><img src="${escapeAttribute(image(cover))}" alt="${escapeAttribute(metadata.title)}"></p>`,
        ]),
    ...(isPage ? [titleBlock(book)] : []),
    ...(isPage && toc.length > 1 ? [`<nav>${contentsList(toc, links)}</nav>`] : []),
  ]
  const chapters = sections.map(({ id, nodes }) => {
    const body = writeXhtml(nodes, {
      link: link => addressOf(links, link),
      image: source => image(source.slice('image:'.length)),
      id: uniqueIds(anchor => `${id}-${anchorName(anchor)}`),
    })
    return `<section class="chapter" id="${id}">\n${body}\n</section>`
  })
  return [...head, ...chapters].join('\n')
}

function titleBlock({ metadata, sections }: Book): string {
  const first = JSON.stringify(sections[0]?.nodes.slice(0, 3) ?? '')
  const authors = metadata.authors.map(name => `<p class="author">${escapeText(name)}</p>`).join('\n')
  // Many books begin with their title.
  const hasTitle = first.includes('"h1"') && first.includes(JSON.stringify(metadata.title).slice(1, -1))
  return hasTitle
    ? authors
    : `<p class="title"><strong>${escapeText(metadata.title)}</strong></p>\n${authors}`
}

function contentsList(entries: readonly TocEntry[], links: BookLinks): string {
  const items = entries.map(({ title, target, children }) => {
    const address = addressOf(links, target)
    const label =
      address === undefined
        ? escapeText(title)
        : `<a href="${escapeAttribute(address)}">${escapeText(title)}</a>`
    return `<li>${label}${children.length > 0 ? contentsList(children, links) : ''}</li>`
  })
  return `<ul>${items.join('\n')}</ul>`
}

function addressOf(links: BookLinks, link: string): string | undefined {
  const found = links.find(link)
  if (found === undefined) return undefined
  return found.anchor === undefined ? `#${found.section}` : `#${found.section}-${anchorName(found.anchor)}`
}
