/** Fits elements into the content model of HTML: what may be inside of what. */
import type { BookElement, BookNode } from './book.ts'
import { isElement } from './book.ts'

export const blockNames: ReadonlySet<string> = new Set(
  'p div section aside h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td blockquote pre hr figure figcaption'.split(
    ' ',
  ),
)

const tableParts = new Set(['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'])
const phrasingOnly = /^(?:p|h[1-6]|pre)$/

/** Of a page or of an element that holds blocks. */
export function fitContent(nodes: readonly BookNode[]): BookNode[] {
  return nodes.flatMap(node => (isElement(node) ? fitElement(node) : [node]))
}

function fitElement(element: BookElement): BookNode[] {
  const { name } = element
  if (name === 'ul' || name === 'ol') return fitList(element)
  if (name === 'dl') return fitDefinitions(element)
  if (name === 'table') return fitTable(element)
  if (name === 'li' || name === 'dt' || name === 'dd' || name === 'figcaption' || tableParts.has(name))
    return fitElement({ ...element, name: 'div', attributes: withoutCellAttributes(element.attributes) })
  if (name === 'figure') return fitFigure(element)
  if (phrasingOnly.test(name)) return fitPhrasing(element)
  if (name === 'br' || name === 'img' || name === 'hr' || name === 'math') return [element]
  const children = fitContent(element.children)
  if (blockNames.has(name)) return [{ ...element, children }]
  // An inline element around blocks: the blocks stay, and a link target becomes an empty element.
  if (containsBlock(children)) return [...anchor(element), ...children]
  if (name === 'a' && element.attributes.href === undefined) return [...anchor(element), ...children]
  return [{ ...element, children }]
}

function withoutCellAttributes({
  colspan: _colspan,
  rowspan: _rowspan,
  scope: _scope,
  value: _value,
  ...rest
}: BookElement['attributes']) {
  return rest
}

function anchor({ attributes: { id } }: BookElement): BookNode[] {
  return id === undefined ? [] : [{ name: 'span', attributes: { id }, children: [] }]
}

function containsBlock(nodes: readonly BookNode[]): boolean {
  return nodes.some(node => isElement(node) && (blockNames.has(node.name) || containsBlock(node.children)))
}

/** A paragraph with blocks inside is a division; a heading keeps only their text. */
function fitPhrasing(element: BookElement): BookNode[] {
  const children = fitContent(element.children)
  if (!containsBlock(children)) return [{ ...element, children }]
  if (element.name === 'p') return [{ ...element, name: 'div', children }]
  return [{ ...element, children: phrasing(children) }]
}

function phrasing(nodes: readonly BookNode[]): BookNode[] {
  return nodes.flatMap((node): BookNode[] => {
    if (!isElement(node)) return [node]
    const children = phrasing(node.children)
    return blockNames.has(node.name) ? [' ', ...anchor(node), ...children] : [{ ...node, children }]
  })
}

function isBlank(node: BookNode): boolean {
  return typeof node === 'string' && node.trim() === ''
}

function fitList(element: BookElement): BookNode[] {
  const children = element.children
    .filter(child => !isBlank(child))
    .map((child): BookElement => {
      if (isElement(child) && child.name === 'li') return fitItem(child, element.name)
      return { name: 'li', attributes: {}, children: fitContent([child]) }
    })
  return children.length === 0 ? anchor(element) : [{ ...element, children }]
}

/** Only items of an ordered list have a number. */
function fitItem(item: BookElement, list: string): BookElement {
  const { value, ...others } = item.attributes
  const attributes = list === 'ol' && value !== undefined ? { ...others, value } : others
  return { ...item, attributes, children: fitContent(item.children) }
}

/** Terms and definitions must alternate; other lists become divisions. */
function fitDefinitions(element: BookElement): BookNode[] {
  const children = element.children.filter(child => !isBlank(child))
  const names = children.map(child => (isElement(child) ? child.name : 'text')).join(' ')
  if (!/^(?:dt )+dd(?: (?:dd|(?:dt )+dd))*$/.test(names))
    return [{ ...element, name: 'div', children: fitContent(children) }]
  const fitted = children.filter(isElement).map(child => {
    const inner = fitContent(child.children)
    return { ...child, children: child.name === 'dt' ? phrasing(inner) : inner }
  })
  return [{ ...element, children: fitted }]
}

function fitFigure(element: BookElement): BookNode[] {
  const captions = element.children
    .filter(child => isElement(child) && child.name === 'figcaption')
    .filter(isElement)
  const others = element.children.filter(child => !(isElement(child) && child.name === 'figcaption'))
  const caption = captions.map(each => ({ ...each, children: fitContent(each.children) })).slice(0, 1)
  const more = captions.slice(1).flatMap(each => fitContent(each.children))
  return [{ ...element, children: [...fitContent(others), ...more, ...caption] }]
}

function fitTable(element: BookElement): BookNode[] {
  const parts = element.children.filter(isElement)
  const caption = parts.filter(({ name }) => name === 'caption').slice(0, 1)
  const rowsIn = (name: string) =>
    parts.filter(part => part.name === name).flatMap(part => fitRows(part.children.filter(isElement)))
  const head = rowsIn('thead')
  const body = [...fitRows(parts.filter(({ name }) => name === 'tr')), ...rowsIn('tbody')]
  const foot = rowsIn('tfoot')
  const group = (name: string, rows: readonly BookElement[]): BookElement[] =>
    rows.length === 0 ? [] : [{ name, attributes: {}, children: rows }]
  const groups = [...group('thead', head), ...group('tbody', body), ...group('tfoot', foot)]
  if (groups.length === 0) return anchor(element)
  const captions = caption.map(each => ({ ...each, children: fitContent(each.children) }))
  return [{ ...element, children: [...captions, ...groups] }]
}

function fitRows(rows: readonly BookElement[]): BookElement[] {
  return rows
    .filter(({ name }) => name === 'tr')
    .map(row => ({ ...row, children: row.children.filter(isElement).filter(isCell).map(fitCell) }))
    .filter(({ children }) => children.length > 0)
}

function isCell({ name }: BookElement): boolean {
  return name === 'td' || name === 'th'
}

function fitCell(cell: BookElement): BookElement {
  return { ...cell, children: fitContent(cell.children) }
}
