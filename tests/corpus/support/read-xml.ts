/** Parses XML strictly, like Word: throws on anything that is not well-formed. */

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** Direct text content, with entity references unresolved. */
  readonly text: string
}

const tag =
  /<(?:\?[\s\S]*?\?|!--[\s\S]*?--|(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?))>/y
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const badReference = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/
/** Characters that XML 1.0 forbids, even as a reference. */
const badCharacter =
  /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]|&#(?:[0-8]|1[124-9]|2\d|3[01]|x(?:[0-8bcef]|1[\da-f]));/iu

export function readXml(xml: string): XmlElement {
  const bad = badCharacter.exec(xml) ?? badReference.exec(xml)
  if (bad) throw new Error(`not well formed: ${JSON.stringify(xml.slice(bad.index, bad.index + 30))}`)
  const root = { name: '', attributes: new Map<string, string>(), children: [] as XmlElement[], text: '' }
  const open = [root]
  for (let at = 0; at < xml.length; ) {
    const next = xml.indexOf('<', at)
    if (next < 0) break
    const inside = open.at(-1)
    if (inside) inside.text += xml.slice(at, next)
    tag.lastIndex = next
    const found = tag.exec(xml)
    if (!found) throw new Error(`not well formed: ${JSON.stringify(xml.slice(next, next + 40))}`)
    at = tag.lastIndex
    const [, closing, name, attributes = '', selfClosing] = found
    if (name === undefined) continue
    if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`)
      continue
    }
    const element = {
      name,
      attributes: attributesOf(attributes, name),
      children: [] as XmlElement[],
      text: '',
    }
    open.at(-1)?.children.push(element)
    if (!selfClosing) open.push(element)
  }
  const [first, ...others] = root.children
  if (!first || others.length > 0 || open.length !== 1) throw new Error('an element is not closed')
  return first
}

function attributesOf(text: string, name: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, key = '', one, other] of text.matchAll(attribute)) {
    if (attributes.has(key)) throw new Error(`<${name}> has ${key} twice`)
    attributes.set(key, one ?? other ?? '')
  }
  return attributes
}

export function descendants(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const visit = (node: XmlElement) => {
    if (node.name === name) found.push(node)
    node.children.forEach(visit)
  }
  visit(element)
  return found
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(child => child.name === name)
}

export function attributeOf(element: XmlElement | undefined, attributeName = 'w:val'): string | undefined {
  return element?.attributes.get(attributeName)
}
