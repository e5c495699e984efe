import { expect, test } from 'vitest'
import { gridRules, lineOfText, pageOf } from './fragments.fixture.ts'
import { layOutDocument } from './lay-out-document.ts'
import { buildSegments } from './lines.ts'
import { plainText, type Table } from './model.ts'
import { sideOf } from './table-side.ts'
import { alignedTable } from './tables.ts'

const box = (left: number, right: number) => ({ left, right, top: 0, bottom: 10 })

function tableOf(fragments: Parameters<typeof pageOf>[1], rules: Parameters<typeof pageOf>[2]): Table {
  const { pages } = layOutDocument([pageOf(1, fragments, rules)], { outline: [] })
  const blocks = pages.flatMap(page =>
    page.bands.flatMap(band => band.columns.flatMap(({ blocks }) => blocks)),
  )
  return blocks.find(block => block.kind === 'table') as Table
}

test('sideOf: returns the edge that most cells share', () => {
  expect(sideOf([box(10, 20), box(10, 40), box(10, 33)])).toBe('start')
  expect(sideOf([box(10, 40), box(25, 40), box(20, 40.5)])).toBe('end')
  expect(sideOf([box(10, 40), box(20, 30), box(15, 35)])).toBe('center')
  expect(sideOf([box(10, 40), box(90, 99), box(15, 70)])).toBeUndefined()
  expect(sideOf([box(10, 40), box(10, 30)])).toBeUndefined()
})

test('layOutDocument: aligns all numbers of a column alike', () => {
  const ys = [100, 120, 140, 160, 180]
  const values = ['1000', '20', '300', '40000']
  const fragments = values.flatMap((value, index) => [
    ...lineOfText(`row${index}`, 105, 114 + index * 20),
    ...lineOfText(value, 260 - value.length * 6, 114 + index * 20),
  ])
  const table = tableOf(fragments, gridRules([100, 200, 300], ys))
  const alignments = table.rows.map(row =>
    row[1]?.blocks.map(block => (block.kind === 'paragraph' ? block.alignment : block.kind)),
  )
  expect(alignments).toEqual([['end'], ['end'], ['end'], ['end']])
})

test('layOutDocument: splits lines of numbers between two rules into rows', () => {
  const fragments = [114, 126, 138].flatMap((y, index) => [
    ...lineOfText(`name${index}`, 105, y),
    ...['11', '22', '33', '44'].flatMap((value, column) => lineOfText(value, 205 + column * 50, y)),
  ])
  const heading = ['State', 'A', 'B', 'C', 'D'].flatMap((text, column) =>
    lineOfText(text, column === 0 ? 105 : 155 + column * 50, 94),
  )
  const table = tableOf([...heading, ...fragments], gridRules([100, 200, 250, 300, 350, 400], [80, 100, 145]))
  expect(table.rows).toHaveLength(4)
  expect(table.rows.slice(1).map(row => textOf(row[0]))).toEqual(['name0', 'name1', 'name2'])
})

test('layOutDocument: keeps wrapped cell text in one row', () => {
  const cells = ['the first', 'another one', 'some more']
  const fragments = [114, 126].flatMap(y => cells.flatMap((text, at) => lineOfText(text, 105 + at * 100, y)))
  const heading = ['One', 'Two', 'Three'].flatMap((text, at) => lineOfText(text, 105 + at * 100, 94))
  const table = tableOf([...heading, ...fragments], gridRules([100, 200, 300, 400], [80, 100, 135]))
  expect(table.rows).toHaveLength(2)
  expect(textOf(table.rows[1]?.[0])).toBe('the first the first')
})

test('alignedTable: gives every column a width when the texts of neighbors overlap', () => {
  const texts = [
    ['a very long text', 'dd', 'e', 200],
    ['b', 'dd', 'ffffff', 220],
    ['c', 'dd', 'ggg', 180],
  ] as const
  const rows = texts.map(([first, second, third, x], row) =>
    [
      lineOfText(first, 60, 100 + row * 14),
      lineOfText(second, 110, 100 + row * 14),
      lineOfText(third, x, 100 + row * 14),
    ].map(words => buildSegments(words)),
  )
  const found = { left: 60, top: 90, right: 260, bottom: 140, columnEdges: [60, 105, 140, 260], rows }
  const table = alignedTable(found, { hyphenated: new Set(), fillAt: () => undefined, isRightToLeft: false })
  expect(Math.min(...table.columnWidths)).toBeGreaterThan(8)
})

function textOf(cell: Table['rows'][number][number] | undefined): string {
  return (cell?.blocks ?? [])
    .map(block => (block.kind === 'paragraph' ? plainText(block.spans) : ''))
    .join(' ')
}
