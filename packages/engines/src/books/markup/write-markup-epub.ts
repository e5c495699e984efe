/** Makes an e-book of a text: one file for each chapter, which begins with a heading of the highest level. */
import { readDataUrl } from '../../libreoffice/sanitize/images.ts'
import type { BookJob } from '../job.ts'
import { type Book, type BookNode, type BookSection, isElement, languageOf } from '../model/book.ts'
import { type ImageContent, readBookImage } from '../model/book-image.ts'
import { cleanBookPage, hasContent } from '../model/clean-page.ts'
import { headingLevel, tocOfHeadings, withHeadingIds } from '../model/make-toc.ts'
import { resolveAnchors } from '../model/resolve-anchors.ts'
import { writeEpub } from '../write/write-epub.ts'
import type { Ast } from './ast.ts'
import { textOfInlines } from './ast.ts'
import { authorsOf, titleOf } from './markup-metadata.ts'

export async function writeMarkupEpub(ast: Ast, html: string, { name, maxPixels }: BookJob): Promise<Buffer> {
  const sources: string[] = []
  const nodes = cleanBookPage(html, {
    image: source => {
      const known = sources.indexOf(source)
      return `image:${known < 0 ? sources.push(source) - 1 : known}`
    },
    link: address => (address.startsWith('#') ? `anchor:${decodeURIComponent(address.slice(1))}` : undefined),
    drawing: () => undefined,
  })
  const { images, names } = await readImages(sources, maxPixels)
  const placed = mapNodes(nodes, names)
  const sections = resolveAnchors(splitChapters(placed).map(withHeadingIds))
  const date = textOfInlines(ast.meta.date).trim()
  const book: Book = {
    metadata: {
      title: titleOf(ast) || name,
      authors: authorsOf(ast),
      language: languageOf(textOfInlines(ast.meta.lang)),
      ...(date !== '' && { date }),
    },
    sections,
    toc: tocOfHeadings(sections),
    images,
    warnings: [],
  }
  return writeEpub(book)
}

async function readImages(sources: readonly string[], maxPixels: number) {
  const images = new Map<string, ImageContent>()
  const names = new Map<string, string>()
  for (const [index, source] of sources.entries()) {
    const bytes = readDataUrl(source)
    const image = bytes && (await readBookImage(bytes, 'book', maxPixels))
    if (image === undefined) continue
    const fileName = `${index + 1}.${image.extension}`
    images.set(fileName, image)
    names.set(`image:${index}`, `image:${fileName}`)
  }
  return { images, names }
}

function mapNodes(nodes: readonly BookNode[], names: ReadonlyMap<string, string>): BookNode[] {
  return nodes.flatMap((node): BookNode[] => {
    if (!isElement(node)) return [node]
    if (node.name === 'img') {
      const src = names.get(node.attributes.src ?? '')
      return src === undefined
        ? [node.attributes.alt ?? '']
        : [{ ...node, attributes: { ...node.attributes, src } }]
    }
    return [{ ...node, children: mapNodes(node.children, names) }]
  })
}

function splitChapters(nodes: readonly BookNode[]): BookSection[] {
  const levels = nodes.flatMap(node => (isElement(node) ? (headingLevel(node) ?? []) : []))
  const highest = Math.min(...levels)
  const chapters: BookNode[][] = [[]]
  for (const node of nodes) {
    const isStart = isElement(node) && headingLevel(node) === highest
    if (isStart && hasContent(chapters.at(-1) ?? [])) chapters.push([])
    chapters.at(-1)?.push(node)
  }
  return chapters.map((chapter, index) => ({ id: `chapter-${index + 1}`, nodes: chapter }))
}
