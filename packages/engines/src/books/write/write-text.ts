/** Writes a book as plain text: paragraphs separated by empty lines, lists with marks, tables by tabs. */
import type { Book, BookElement, BookNode } from '../model/book.ts'
import { isElement } from '../model/book.ts'
import { blockNames } from '../model/fit-content.ts'

export function writeBookText({ metadata, sections }: Book): string {
  const head = [metadata.title, ...metadata.authors].join('\n')
  const chapters = sections.map(({ nodes }) => blocksOf(nodes).join('\n\n')).filter(text => text !== '')
  return `${[head, ...chapters].join('\n\n\n')}\n`
}

/** Blocks in order; inline content between them is a block, too. */
function blocksOf(nodes: readonly BookNode[]): string[] {
  const blocks: string[] = []
  let line = ''
  const endLine = () => {
    const text = collapsed(line)
    if (text !== '') blocks.push(text)
    line = ''
  }
  for (const node of nodes) {
    if (isElement(node) && blockNames.has(node.name)) {
      endLine()
      blocks.push(...blockText(node))
    } else line += inlineText(node)
  }
  endLine()
  return blocks
}

function blockText(element: BookElement): string[] {
  const { name, children } = element
  if (name === 'hr') return ['* * *']
  if (name === 'pre') return [inlineText(element).trimEnd()]
  if (name === 'ul' || name === 'ol') return [listText(element)]
  if (name === 'table') return [tableText(element)]
  if (name === 'blockquote') return blocksOf(children).map(block => indented(block, '    '))
  return blocksOf(children)
}

function listText({ name, children, attributes }: BookElement): string {
  const first = Number(attributes.start ?? 1)
  return children
    .filter(isElement)
    .map((item, index) => {
      const mark = name === 'ol' ? `${first + index}. ` : '- '
      return `${mark}${indented(blocksOf(item.children).join('\n'), ' '.repeat(mark.length)).trimStart()}`
    })
    .join('\n')
}

function tableText(table: BookElement): string {
  const rows = (element: BookElement): string[] =>
    element.children.filter(isElement).flatMap(child => {
      if (child.name === 'tr')
        return [
          child.children
            .filter(isElement)
            .map(cell => blocksOf(cell.children).join(' '))
            .join('\t'),
        ]
      return child.name === 'caption' ? [blocksOf(child.children).join(' ')] : rows(child)
    })
  return rows(table).join('\n')
}

function inlineText(node: BookNode): string {
  if (!isElement(node)) return node
  if (node.name === 'br') return '\u2028'
  if (node.name === 'img') return node.attributes.alt ? `[${node.attributes.alt}]` : ''
  return node.children.map(inlineText).join('')
}

function collapsed(text: string): string {
  return text
    .replace(/[^\S\u2028\u00a0]+/g, ' ')
    .replace(/ ?\u2028 ?/g, '\n')
    .trim()
}

function indented(text: string, by: string): string {
  return text
    .split('\n')
    .map(line => (line === '' ? line : by + line))
    .join('\n')
}
