/** Reads the properties of an XMP packet: those of the descriptions at its top, as text. */

export interface XmpProperty {
  readonly namespace: string
  readonly name: string
  /** Items of a list are joined by line breaks; of languages, the default one. */
  readonly text: string
}

const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const maxDepth = 100

interface OpenElement {
  readonly namespace: string
  readonly name: string
  readonly attributes: readonly XmpProperty[]
  readonly scope: ReadonlyMap<string, string>
  readonly items: string[]
  text: string
}

const tokenPattern =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[(?<data>[\s\S]*?)\]\]>|<(?<closing>\/?)(?<name>[\w.:-]+)(?<attributes>(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/gy

/** Undefined if it is not well-formed, or has no RDF. */
export function readXmp(packet: string): readonly XmpProperty[] | undefined {
  const reader = new XmpReader()
  let at = 0
  for (const token of packet.matchAll(tokenPattern)) {
    at += token[0].length
    const { data, closing, name, attributes = '', empty, text } = token.groups ?? {}
    if (data !== undefined || text !== undefined) reader.addText(data ?? decoded(text ?? ''))
    if (name === undefined) continue
    const isOpened = closing === '/' || reader.open(name, attributes)
    const isClosed = (closing !== '/' && empty !== '/') || reader.close()
    if (!isOpened || !isClosed) return undefined
  }
  return at === packet.length ? reader.finish() : undefined
}

class XmpReader {
  readonly #open: OpenElement[] = []
  readonly #properties: XmpProperty[] = []
  #hasRdf = false

  addText(text: string): void {
    const current = this.#open.at(-1)
    if (current !== undefined) current.text += text
  }

  /** False for a prefix that is not declared, and for too many levels. */
  open(name: string, attributes: string): boolean {
    const element = openElement(name, attributes, this.#open.at(-1)?.scope ?? new Map())
    if (element === undefined || this.#open.length > maxDepth) return false
    this.#hasRdf ||= element.namespace === rdfNamespace && element.name === 'RDF'
    this.#open.push(element)
    if (this.#isTop(this.#open.length - 1)) this.#properties.push(...element.attributes)
    return true
  }

  close(): boolean {
    const isProperty = this.#isTop(this.#open.length - 2)
    const element = this.#open.pop()
    if (element === undefined) return false
    const value = element.items.length > 0 ? element.items.join('\n') : element.text.trim()
    if (element.namespace === rdfNamespace && element.name === 'li') this.#open.at(-2)?.items.push(value)
    if (isProperty) this.#properties.push({ namespace: element.namespace, name: element.name, text: value })
    return true
  }

  finish(): readonly XmpProperty[] | undefined {
    return this.#open.length === 0 && this.#hasRdf ? this.#properties : undefined
  }

  /** A description directly in the RDF. */
  #isTop(index: number): boolean {
    const [element, outer] = [this.#open[index], this.#open[index - 1]]
    return element !== undefined && isDescription(element) && outer?.name === 'RDF'
  }
}

function isDescription({ namespace, name }: OpenElement): boolean {
  return namespace === rdfNamespace && name === 'Description'
}

function openElement(
  qualified: string,
  attributes: string,
  outer: ReadonlyMap<string, string>,
): OpenElement | undefined {
  const given = [...attributes.matchAll(/(?<![\w.:-])([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, name = '', double, single]) => ({ name, value: decoded(double ?? single ?? '') }),
  )
  const scope = new Map(outer)
  for (const { name, value } of given) {
    if (name === 'xmlns') scope.set('', value)
    if (name.startsWith('xmlns:')) scope.set(name.slice('xmlns:'.length), value)
  }
  const expanded = (name: string) => {
    const [prefix = '', local] = name.includes(':') ? name.split(':') : ['', name]
    const namespace = scope.get(prefix)
    return namespace === undefined || local === undefined ? undefined : { namespace, name: local }
  }
  const element = expanded(qualified)
  if (element === undefined) return undefined
  const properties = given.flatMap(({ name, value }) => {
    const found = /^xml(?:ns)?(?::|$)/.test(name) || !name.includes(':') ? undefined : expanded(name)
    return found === undefined || found.namespace === rdfNamespace ? [] : [{ ...found, text: value }]
  })
  return { ...element, attributes: properties, scope, items: [], text: '' }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const character = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return character <= 0x10ffff ? String.fromCodePoint(character) : whole
  })
}
