/** Serializes the elements of a book as XHTML, which is HTML as well. */
import { escapeAttribute, escapeText } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import type { BookNode } from '../model/book.ts'

const voidNames = new Set(['br', 'img', 'hr'])

export interface XhtmlRules {
  /** Address of a link `section:...`; undefined leaves the link out. */
  readonly link: (target: string) => string | undefined
  /** Address of `image:...`. */
  readonly image: (target: string) => string
  /** Id of an anchor in this file; undefined if it has one of the same name. */
  readonly id: (id: string) => string | undefined
}

export function writeXhtml(nodes: readonly BookNode[], rules: XhtmlRules): string {
  return nodes.map(node => writeNode(node, rules)).join('')
}

function writeNode(node: BookNode, rules: XhtmlRules): string {
  if (typeof node === 'string') return escapeText(node)
  const { name, children } = node
  const attributes = Object.entries(node.attributes).flatMap(([key, value]) => {
    if (key === 'href') {
      const link = value.startsWith('section:') ? rules.link(value) : value
      return link === undefined ? [] : [[key, link]]
    }
    if (key === 'src') return [[key, rules.image(value)]]
    if (key === 'lang')
      return [
        ['lang', value],
        ['xml:lang', value],
      ]
    if (key === 'reversed') return [[key, 'reversed']]
    if (key !== 'id') return [[key, value]]
    const id = rules.id(value)
    return id === undefined ? [] : [[key, id]]
  })
  const namespace = name === 'math' ? ' xmlns="http://www.w3.org/1998/Math/MathML"' : ''
  const written = attributes.map(([key, value = '']) => ` ${key}="${escapeAttribute(value)}"`).join('')
  if (voidNames.has(name)) return `<${name}${written}/>`
  const isDeadLink = name === 'a' && !attributes.some(([key]) => key === 'href')
  const tag = isDeadLink ? 'span' : name
  return `<${tag}${namespace}${written}>${writeXhtml(children, rules)}</${tag}>`
}
