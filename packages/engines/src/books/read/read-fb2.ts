/** Reads FictionBook 2, also zipped: sections become chapters, notes the last one. */
import { escapeAttribute, escapeText } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { type Book, languageOf } from '../model/book.ts'
import { cleanBookPage } from '../model/clean-page.ts'
import { tocOfHeadings, withHeadingIds } from '../model/make-toc.ts'
import { resolveAnchors } from '../model/resolve-anchors.ts'
import { collectImages } from './book-images.ts'
import { openBookZip } from './book-zip.ts'
import {
  childOf,
  childrenOf,
  decodeBookXml,
  parseXmlTree,
  trimmedText,
  type XmlTreeNode,
  xmlText,
} from './xml-tree.ts'

interface ReadSettings {
  readonly name: string
  readonly maxPixels: number
  readonly maxUnpackedBytes: number
}

export async function readFb2(file: Buffer, settings: ReadSettings): Promise<Book> {
  const root = childOf(parseXmlTree(decodeBookXml(unzipped(file, settings))), 'fictionbook')
  if (root === undefined) throw new JobFailure('file-damaged', {}, { cause: new Error('no FictionBook') })
  const images = collectImages(settings.maxPixels)
  const binaries = new Map(childrenOf(root, 'binary').map(node => [node.attributes.id ?? '', node]))
  const pages = childrenOf(root, 'body').flatMap(chaptersOf)
  if (pages.length === 0) throw new JobFailure('file-damaged', {}, { cause: new Error('no text') })
  const addImage = (address: string) => {
    const node = binaries.get(address.replace(/^#/, ''))
    return node && images.add(address, () => Buffer.from(xmlText(node), 'base64'))
  }
  const drafts = pages.map((page, index) => ({
    id: `section-${index + 1}`,
    nodes: cleanBookPage(page, {
      image: addImage,
      link: address => (address.startsWith('#') ? `anchor:${address.slice(1)}` : undefined),
      drawing: () => undefined,
    }),
  }))
  const info = childOf(root, 'description', 'title-info')
  const coverAddress = childOf(info, 'coverpage', 'image')?.attributes.href
  if (coverAddress !== undefined) addImage(coverAddress)
  const finished = await images.finish(resolveAnchors(drafts).map(withHeadingIds), coverAddress)
  const publishing = childOf(root, 'description', 'publish-info')
  return {
    ...finished,
    metadata: {
      title: trimmedText(childOf(info, 'book-title')) || settings.name,
      authors: childrenOf(info, 'author')
        .map(authorName)
        .filter(name => name !== ''),
      language: languageOf(trimmedText(childOf(info, 'lang'))),
      publisher: trimmedText(childOf(publishing, 'publisher')) || undefined,
      date:
        childOf(info, 'date')?.attributes.value ?? (trimmedText(childOf(publishing, 'year')) || undefined),
      description: trimmedText(childOf(info, 'annotation')) || undefined,
    },
    toc: tocOfHeadings(finished.sections),
  }
}

function unzipped(file: Buffer, { maxUnpackedBytes }: ReadSettings): Buffer {
  if (file.toString('latin1', 0, 2) !== 'PK') return file
  const zip = openBookZip(file, maxUnpackedBytes)
  const name = zip.names.find(each => /\.fb2$/i.test(each))
  const content = name === undefined ? undefined : zip.read(name)
  if (content === undefined)
    throw new JobFailure('file-damaged', {}, { cause: new Error('no book in the archive') })
  return content
}

function authorName(author: XmlTreeNode): string {
  const names = ['first-name', 'middle-name', 'last-name'].map(part => trimmedText(childOf(author, part)))
  return names.filter(name => name !== '').join(' ') || trimmedText(childOf(author, 'nickname'))
}

/** Each section of the main text is a page; what precedes them is one, too, and all notes. */
function chaptersOf(body: XmlTreeNode): string[] {
  const isNotes = body.attributes.name !== undefined
  const sections = childrenOf(body, 'section')
  const preface = body.children.filter(child => typeof child === 'string' || child.name !== 'section')
  const start = preface.map(node => htmlOf(node, 1)).join('')
  const chapters = sections.map(section => htmlOf(section, 1))
  if (isNotes) return [start + chapters.join('')]
  return [...(start.trim() === '' ? [] : [start]), ...chapters]
}

const tags: Readonly<Record<string, string>> = {
  p: 'p',
  v: 'p',
  strong: 'strong',
  emphasis: 'em',
  strikethrough: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  cite: 'blockquote',
  epigraph: 'blockquote',
  poem: 'div',
  stanza: 'div',
  annotation: 'div',
  table: 'table',
  tr: 'tr',
  th: 'th',
  td: 'td',
  'text-author': 'p',
  date: 'p',
}

/** As HTML, which `cleanBookPage` reads like the pages of every other book. */
function htmlOf(node: XmlTreeNode | string, depth: number): string {
  if (typeof node === 'string') return escapeText(node)
  const { name, attributes } = node
  const id = attributes.id === undefined ? '' : ` id="${escapeAttribute(attributes.id)}"`
  const inner = (level: number) => node.children.map(child => htmlOf(child, level)).join('')
  if (name === 'section') return `<section${id}>${inner(depth + 1)}</section>`
  if (name === 'title') return titleOf(node, depth, id)
  if (name === 'subtitle')
    return `<h${Math.min(6, depth + 1)}${id}>${inner(depth)}</h${Math.min(6, depth + 1)}>`
  if (name === 'empty-line') return '<p><br></p>'
  if (name === 'image')
    return `<img${id} src="${escapeAttribute(attributes.href ?? '')}" alt="${escapeAttribute(attributes.alt ?? '')}">`
  if (name === 'a') return `<a${id} href="${escapeAttribute(attributes.href ?? '')}">${inner(depth)}</a>`
  const tag = tags[name]
  if (tag === undefined) return inner(depth)
  const spans = ['colspan', 'rowspan'].flatMap(key =>
    attributes[key] ? [` ${key}="${escapeAttribute(attributes[key])}"`] : [],
  )
  return `<${tag}${id}${spans.join('')}>${inner(depth)}</${tag}>`
}

/** Several paragraphs of a title are one heading. */
function titleOf(node: XmlTreeNode, depth: number, id: string): string {
  const level = Math.max(1, Math.min(6, depth - 1 || 1))
  const lines = childrenOf(node, 'p').map(line => line.children.map(child => htmlOf(child, depth)).join(''))
  return `<h${level}${id}>${lines.join('<br>')}</h${level}>`
}
