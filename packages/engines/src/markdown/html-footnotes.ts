/**
 * Takes footnotes out of an HTML page: a link to an element of the page that has a link back. This is how LibreOffice,
 * pandoc, GitHub and the HTML output of the PDF engine write them.
 */
import type { Element, Nodes, Root } from 'hast'

export interface HtmlFootnote {
  readonly number: number
  readonly content: Root
}

/** In place of the link; not an HTML element. */
export const noteReferenceTag = 'note-reference'

const noteTags = /^(?:li|div|p|aside|dd|section|td)$/

export function takeFootnotes(tree: Root): HtmlFootnote[] {
  const { parents, byId, links } = index(tree)
  const byHref = new Map<string, Element>()
  for (const link of links) if (!byHref.has(hrefOf(link))) byHref.set(hrefOf(link), link)
  const notes: HtmlFootnote[] = []
  const numbers = new Map<Element, number>()
  const backLinks = new Set<Element>()
  for (const link of links) {
    const target = byId.get(hrefOf(link).slice(1))
    const note = target && noteAround(target, parents)
    if (!note || backLinks.has(link) || isInside(link, note, parents)) continue
    const known = numbers.get(note)
    const back = idsAround(link, parents)
      .map(id => byHref.get(`#${id}`))
      .find(other => other && isInside(other, note, parents))
    if (known === undefined && !back) continue
    const number = known ?? notes.length + 1
    refer(link, number)
    if (known !== undefined || !back) continue
    numbers.set(note, number)
    backLinks.add(back)
    remove(back, parents)
    remove(note, parents)
    notes.push({ number, content: { type: 'root', children: note.children } })
  }
  return notes
}

function index(tree: Root) {
  const parents = new Map<Nodes, Root | Element>()
  const byId = new Map<string, Element>()
  const links: Element[] = []
  const stack: (Root | Element)[] = [tree]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const child of node.children.toReversed()) {
      parents.set(child, node)
      if (child.type === 'element') stack.push(child)
    }
    if (node.type !== 'element') continue
    const id = node.properties.id ?? (node.tagName === 'a' ? node.properties.name : undefined)
    if (typeof id === 'string' && !byId.has(id)) byId.set(id, node)
    if (node.tagName === 'a' && hrefOf(node).startsWith('#')) links.push(node)
  }
  return { parents, byId, links }
}

function hrefOf(link: Element): string {
  return typeof link.properties.href === 'string' ? link.properties.href : ''
}

/** The block that is the note, or that its anchor is in. */
function noteAround(target: Element, parents: ReadonlyMap<Nodes, Root | Element>): Element | undefined {
  let node: Root | Element | undefined = target
  while (node?.type === 'element' && !noteTags.test(node.tagName)) node = parents.get(node)
  if (node?.type !== 'element') return undefined
  // LibreOffice: the anchor is in the first paragraph of the note.
  const around = parents.get(node)
  const isFirst =
    around?.type === 'element' && around.children.find(child => child.type === 'element') === node
  return isFirst && node.tagName === 'p' && noteTags.test(around.tagName) ? around : node
}

function idsAround(link: Element, parents: ReadonlyMap<Nodes, Root | Element>): string[] {
  const around = parents.get(link)
  const ids = [
    link.properties.id,
    link.properties.name,
    around?.type === 'element' ? around.properties.id : undefined,
  ]
  return ids.filter((id): id is string => typeof id === 'string')
}

function isInside(inner: Element, outer: Element, parents: ReadonlyMap<Nodes, Root | Element>): boolean {
  let node: Root | Element | undefined = inner
  while (node !== undefined && node !== outer) node = parents.get(node)
  return node === outer
}

function refer(link: Element, number: number): void {
  link.tagName = noteReferenceTag
  link.properties = { number }
  link.children = []
}

/** With the elements that are empty without it. */
function remove(element: Element, parents: ReadonlyMap<Nodes, Root | Element>): void {
  const parent = parents.get(element)
  if (!parent) return
  parent.children = parent.children.filter(child => child !== element) as Element['children']
  const isEmpty = parent.children.every(
    child =>
      child.type === 'comment' ||
      (child.type === 'text' && child.value.trim() === '') ||
      (child.type === 'element' && child.tagName === 'hr'),
  )
  if (isEmpty && parent.type === 'element' && /^(?:ol|ul|section|div|footer|sup|dl)$/.test(parent.tagName))
    remove(parent, parents)
}
