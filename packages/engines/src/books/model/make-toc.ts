/** Contents of a book that has none: its headings. */
import { type BookElement, type BookSection, elementsIn, type TocEntry, textOfNode } from './book.ts'

interface OpenEntry extends TocEntry {
  readonly level: number
  readonly children: OpenEntry[]
}

const maxLevel = 3
const maxTitleLength = 200

export function headingLevel({ name }: BookElement): number | undefined {
  return /^h[1-6]$/.test(name) ? Number(name.slice(1)) : undefined
}

/** Each heading has an id. */
export function tocOfHeadings(sections: readonly BookSection[]): TocEntry[] {
  const root: OpenEntry = { title: '', target: '', level: 0, children: [] }
  const open = [root]
  for (const { id, nodes } of sections)
    for (const element of elementsIn(nodes)) {
      const level = headingLevel(element)
      const title = titleText(element)
      if (level === undefined || level > maxLevel || title === '') continue
      while ((open.at(-1)?.level ?? 0) >= level) open.pop()
      const anchor = element.attributes.id
      const target = anchor === undefined ? `section:${id}` : `section:${id}#${anchor}`
      const entry: OpenEntry = { title, target, level, children: [] }
      open.at(-1)?.children.push(entry)
      open.push(entry)
    }
  return root.children
}

function titleText(element: BookElement): string {
  return textOfNode(element).replace(/\s+/g, ' ').trim().slice(0, maxTitleLength)
}

/** With an id for every heading, so that the contents can link to it. */
export function withHeadingIds(section: BookSection): BookSection {
  let count = 0
  const visit = (nodes: BookSection['nodes']): BookSection['nodes'] =>
    nodes.map(node => {
      if (typeof node === 'string') return node
      const children = visit(node.children)
      if (headingLevel(node) === undefined || node.attributes.id !== undefined) return { ...node, children }
      count += 1
      return { ...node, attributes: { ...node.attributes, id: `heading-${count}` }, children }
    })
  return { ...section, nodes: visit(section.nodes) }
}

/** Contents of the file itself, or of its headings if it has none or only one entry. */
export function completeToc(toc: readonly TocEntry[], sections: readonly BookSection[]): readonly TocEntry[] {
  if (toc.length > 1) return toc
  const headings = tocOfHeadings(sections)
  return headings.length > 0 ? headings : toc
}
