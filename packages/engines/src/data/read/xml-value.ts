/** XML as values: attributes are `@name`, text beside elements is `#text`, repeated elements are lists. */
import type { DataMap, DataValue } from '../values/data-value.ts'
import { readXml, type XmlNode } from '../xml/read-xml.ts'

export interface XmlContent {
  readonly value: DataMap
  readonly unresolved: number
}

export function readXmlValue(text: string): XmlContent {
  const { root, unresolved } = readXml(text)
  return { value: new Map([[root.name, toValue(root)]]), unresolved }
}

const nilAttribute = 'xsi:nil'

/** The reader bounds the depth. */
function toValue(node: XmlNode): DataValue {
  const elements = node.children.filter(child => typeof child !== 'string')
  const text = node.children.filter(child => typeof child === 'string').join('')
  if (node.attributes.get(nilAttribute) === 'true') return null
  if (elements.length === 0 && node.attributes.size === 0) return text
  const map: DataMap = new Map()
  for (const [name, value] of node.attributes) map.set(`@${name}`, value)
  for (const [name, group] of Map.groupBy(elements, ({ name }) => name)) {
    const [first] = group
    if (first !== undefined) map.set(name, group.length === 1 ? toValue(first) : group.map(toValue))
  }
  const shown = elements.length === 0 ? text : text.trim()
  if (shown !== '') map.set('#text', shown)
  return map
}
