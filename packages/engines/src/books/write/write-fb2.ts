/** Writes a book as FictionBook 2: paragraphs, emphasis, titles, images and links; what it lacks becomes paragraphs. */
import { escapeAttribute, escapeText } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import type { Book, BookElement, BookNode } from '../model/book.ts'
import { isElement, textOfNode } from '../model/book.ts'
import { blockNames } from '../model/fit-content.ts'
import { headingLevel } from '../model/make-toc.ts'
import { anchorName, type BookLinks, createLinks } from './anchors.ts'

export function writeFb2(book: Book): string {
  const { metadata, images, cover, sections } = book
  const links = createLinks(book)
  const name = (image: string) => image.replace(/\W/g, '-')
  const context: Fb2Context = {
    image: source => name(source.slice('image:'.length)),
    link: link => addressOf(links, link),
  }
  const bodies = sections.map(section => sectionText(section.id, section.nodes, context)).join('\n')
  const binaries = [...images].map(
    ([image, { mime, bytes }]) =>
      `<binary id="${name(image)}" content-type="${mime}">${bytes.toString('base64')}</binary>`,
  )
  const authors = metadata.authors.length === 0 ? [''] : metadata.authors
  const day = metadata.date?.slice(0, 10)
  return `<?xml version="1.0" encoding="UTF-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description>
<title-info>
<genre>other</genre>
${authors.map(authorText).join('\n')}
<book-title>${escapeText(metadata.title)}</book-title>
${metadata.description ? `<annotation><p>${escapeText(metadata.description)}</p></annotation>` : ''}
${day ? `<date>${escapeText(day)}</date>` : ''}
${cover === undefined ? '' : `<coverpage><image l:href="#${name(cover)}"/></coverpage>`}
<lang>${escapeText(metadata.language === 'und' ? 'en' : metadata.language)}</lang>
</title-info>
<document-info>
<author><nickname>Filesmith</nickname></author>
<date>${new Date().toISOString().slice(0, 10)}</date>
<id>${escapeText(metadata.identifier ?? metadata.title)}</id>
<version>1.0</version>
</document-info>
${metadata.publisher ? `<publish-info><publisher>${escapeText(metadata.publisher)}</publisher></publish-info>` : ''}
</description>
<body>
<title><p>${escapeText(metadata.title)}</p></title>
${bodies}
</body>
${binaries.join('\n')}
</FictionBook>
`
}

interface Fb2Context {
  readonly image: (source: string) => string
  readonly link: (link: string) => string | undefined
}

function authorText(author: string): string {
  const words = author.split(/\s+/)
  if (words.length < 2) return `<author><nickname>${escapeText(author)}</nickname></author>`
  const last = words.at(-1) ?? ''
  return `<author><first-name>${escapeText(words.slice(0, -1).join(' '))}</first-name><last-name>${escapeText(last)}</last-name></author>`
}

/** Anchors inside of a section do not exist in this format. */
function addressOf(links: BookLinks, link: string): string | undefined {
  const found = links.find(link)
  return found && `#${anchorName(found.section)}`
}

/** The first heading is the title of the section, others are subtitles. */
function sectionText(id: string, nodes: readonly BookNode[], context: Fb2Context): string {
  const blocks = paragraphsOf(nodes, context)
  const [first, ...others] = blocks
  const hasTitle = first?.startsWith('<subtitle>') === true
  const title = hasTitle
    ? `<title>${first.replace('<subtitle>', '<p>').replace('</subtitle>', '</p>')}</title>`
    : ''
  const rest = hasTitle ? others : blocks
  return `<section id="${anchorName(id)}">${title}${rest.length === 0 ? '<empty-line/>' : rest.join('\n')}</section>`
}

function paragraphsOf(nodes: readonly BookNode[], context: Fb2Context): string[] {
  const blocks: string[] = []
  let inline: BookNode[] = []
  const endParagraph = () => {
    const hasWords = inline.some(node => textOfNode(node).trim() !== '')
    const images = inline
      .flatMap(node => imagesIn(node))
      .map(source => `<image l:href="#${context.image(source)}"/>`)
    if (hasWords)
      blocks.push(
        `<p>${inline
          .map(node => inlineText(node, context))
          .join('')
          .trim()}</p>`,
      )
    blocks.push(...images)
    inline = []
  }
  for (const node of nodes) {
    if (isElement(node) && blockNames.has(node.name)) {
      endParagraph()
      blocks.push(...blockText(node, context))
    } else inline.push(node)
  }
  endParagraph()
  return blocks
}

function imagesIn(node: BookNode): string[] {
  if (!isElement(node)) return []
  return node.name === 'img' ? [node.attributes.src ?? ''] : node.children.flatMap(imagesIn)
}

function blockText(element: BookElement, context: Fb2Context): string[] {
  const { name, children } = element
  if (headingLevel(element) !== undefined) {
    const words = children
      .map(child => inlineText(child, context))
      .join('')
      .trim()
    return words === '' ? [] : [`<subtitle>${words}</subtitle>`]
  }
  if (name === 'hr') return ['<empty-line/>']
  if (name === 'pre')
    return textOfNode(element)
      .split('\n')
      .map(line => `<p><code>${escapeText(line)}</code></p>`)
  if (name === 'ul' || name === 'ol')
    return children.filter(isElement).flatMap((item, index) => {
      const mark = name === 'ol' ? `${index + 1}. ` : '• '
      const [first, ...others] = paragraphsOf(item.children, context)
      return first === undefined ? [] : [first.replace('<p>', `<p>${mark}`), ...others]
    })
  if (name === 'table') return [tableText(element, context)]
  return paragraphsOf(children, context)
}

function tableText(table: BookElement, context: Fb2Context): string {
  const rows = (element: BookElement): string[] =>
    element.children
      .filter(isElement)
      .flatMap(child => (child.name === 'tr' ? [rowText(child, context)] : rows(child)))
  return `<table>${rows(table).join('')}</table>`
}

function rowText(row: BookElement, context: Fb2Context): string {
  const cells = row.children.filter(isElement).map(({ name, attributes, children }) => {
    const spans = ['colspan', 'rowspan']
      .map(key => (attributes[key] ? ` ${key}="${escapeAttribute(attributes[key])}"` : ''))
      .join('')
    return `<${name}${spans}>${children.map(child => inlineText(child, context)).join('')}</${name}>`
  })
  return `<tr>${cells.join('')}</tr>`
}

const inlineTags: Readonly<Record<string, string>> = {
  em: 'emphasis',
  i: 'emphasis',
  cite: 'emphasis',
  strong: 'strong',
  b: 'strong',
  s: 'strikethrough',
  del: 'strikethrough',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'code',
  samp: 'code',
}

function inlineText(node: BookNode, context: Fb2Context): string {
  if (!isElement(node)) return escapeText(node).replace(/\s+/g, ' ')
  if (node.name === 'br') return ' '
  if (node.name === 'img') return ''
  const inner = node.children.map(child => inlineText(child, context)).join('')
  if (node.name === 'a') {
    const { href } = node.attributes
    const link = href?.startsWith('section:') ? context.link(href) : href
    return link === undefined ? inner : `<a l:href="${escapeAttribute(link)}">${inner}</a>`
  }
  const tag = inlineTags[node.name]
  return tag === undefined ? inner : `<${tag}>${inner}</${tag}>`
}
