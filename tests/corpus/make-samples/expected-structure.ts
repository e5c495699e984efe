/** Expected content of a converted sample, in a countable form. */
import type { SampleBlock, SampleCell, SampleDocument, SampleItem } from './flat-odt.ts'

export interface Structure {
  /** All text in reading order. */
  readonly text: string
  /** Level and text. */
  readonly headings: readonly string[]
  readonly items: readonly string[]
  /** Rows, columns and merged cells. */
  readonly tables: readonly string[]
  readonly images: number
  readonly links: readonly string[]
  readonly notes: number
}

export function expectedStructure(document: SampleDocument): Structure {
  const blocks = document.blocks.flatMap(flatten)
  return {
    text: blocks.map(textOf).join(' '),
    headings: blocks.flatMap(block => (block.kind === 'heading' ? [`${block.level} ${block.text}`] : [])),
    items: blocks.flatMap(block => (block.kind === 'list' ? itemsOf(block.items, 0) : [])),
    tables: blocks.flatMap(block => (block.kind === 'table' ? [shapeOf(block.rows)] : [])),
    images: blocks.filter(block => block.kind === 'image').length,
    links: blocks.flatMap(block => (block.kind === 'link' ? [block.url] : [])),
    notes: blocks.filter(block => block.kind === 'note').length,
  }
}

function flatten(block: SampleBlock): SampleBlock[] {
  return block.kind === 'columns' ? block.blocks.flatMap(flatten) : [block]
}

function itemsOf(items: readonly SampleItem[], level: number): string[] {
  return items.flatMap(item => [`${level} ${item.text}`, ...itemsOf(item.items ?? [], level + 1)])
}

function shapeOf(rows: readonly (readonly SampleCell[])[]): string {
  const merged = rows.flat().filter(cell => cell !== null && typeof cell === 'object').length
  return `${rows.length} x ${rows[0]?.length}, ${merged} merged`
}

function textOf(block: SampleBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.text
    case 'link':
      return block.before + block.text
    case 'note':
      return block.before + block.after
    case 'list':
      return itemsOf(block.items, 0)
        .map(item => item.slice(2))
        .join(' ')
    case 'table':
      return block.rows
        .flat()
        .map(cell => (typeof cell === 'string' ? cell : (cell?.text ?? '')))
        .filter(text => text !== '')
        .join(' ')
    default:
      return ''
  }
}
