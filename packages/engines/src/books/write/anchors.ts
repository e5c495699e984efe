/** Names of anchors, and where links lead: only to what the book has. */
import { type Book, elementsIn } from '../model/book.ts'

/** A valid XML name for any id, and different for different ids. */
export function anchorName(id: string): string {
  if (/^[A-Za-z_][\w.-]*$/.test(id) && !id.startsWith('id-')) return id
  return `id-${Buffer.from(id).toString('hex')}`
}

export interface LinkTarget {
  readonly section: string
  readonly anchor: string | undefined
}

export interface BookLinks {
  /** Undefined if the book has no such section; without an anchor if the section has no such anchor. */
  find(link: string): LinkTarget | undefined
}

export function createLinks({ sections }: Book): BookLinks {
  const anchors = new Map(
    sections.map(({ id, nodes }) => [
      id,
      new Set([...elementsIn(nodes)].flatMap(({ attributes }) => attributes.id ?? [])),
    ]),
  )
  return {
    find(link) {
      const [section = '', anchor] = splitLink(link)
      const known = anchors.get(section)
      if (known === undefined) return undefined
      return { section, anchor: anchor !== undefined && known.has(anchor) ? anchor : undefined }
    },
  }
}

function splitLink(link: string): [string, string | undefined] {
  const path = link.slice('section:'.length)
  const mark = path.indexOf('#')
  return mark < 0 ? [path, undefined] : [path.slice(0, mark), path.slice(mark + 1)]
}

/** Ids once each: two elements of a file must not have the same. */
export function uniqueIds(nameOf: (id: string) => string): (id: string) => string | undefined {
  const used = new Set<string>()
  return id => {
    const name = nameOf(id)
    if (used.has(name)) return undefined
    used.add(name)
    return name
  }
}
