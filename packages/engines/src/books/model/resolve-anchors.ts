/** Finds the sections of links that name only an anchor: `anchor:ID`, unique in the whole book. */
import { type BookSection, elementsIn } from './book.ts'

export function resolveAnchors(sections: readonly BookSection[]): BookSection[] {
  const homes = new Map<string, string>()
  for (const { id, nodes } of sections)
    for (const { attributes } of elementsIn(nodes))
      if (attributes.id !== undefined && !homes.has(attributes.id)) homes.set(attributes.id, id)
  const link = (nodes: BookSection['nodes']): BookSection['nodes'] =>
    nodes.map(node => {
      if (typeof node === 'string') return node
      const { href, ...others } = node.attributes
      const children = link(node.children)
      if (href === undefined || !href.startsWith('anchor:')) return { ...node, children }
      const anchor = href.slice('anchor:'.length)
      const home = homes.get(anchor)
      return {
        ...node,
        attributes: home === undefined ? others : { ...others, href: `section:${home}#${anchor}` },
        children,
      }
    })
  return sections.map(({ id, nodes }) => ({ id, nodes: link(nodes) }))
}
