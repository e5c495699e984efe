import { expect, test } from 'vitest'
import { gridRules, lineOfText, pageOf } from './fragments.fixture.ts'
import { layOutDocument } from './lay-out-document.ts'
import { plainText, type Table } from './model.ts'
import type { Fragment, Rule } from './page-model.ts'

/** In a font with a space of 0.6 font sizes; the words of a text are separated by space characters. */
function textAt(text: string, left: number, baseline: number): Fragment[] {
  return lineOfText(text, left, baseline).map((fragment, at) => ({
    ...fragment,
    isMoved: at === 0,
    spaces: at === 0 ? 0 : 1,
    spaceWidth: 6,
    wordGap: 1.6,
  }))
}

function tablesOf(fragments: readonly Fragment[], rules: readonly Rule[] = []): string[][][] {
  const { pages } = layOutDocument([pageOf(1, fragments, rules)], { outline: [] })
  return pages
    .flatMap(page => page.bands.flatMap(band => band.columns.flatMap(({ blocks }) => blocks)))
    .filter((block): block is Table => block.kind === 'table')
    .map(({ rows, columnWidths }) =>
      rows.map(row => {
        const texts = columnWidths.map(() => '')
        for (const cell of row)
          texts.fill(
            cell.blocks.map(block => (block.kind === 'paragraph' ? plainText(block.spans) : '')).join(' '),
            cell.column,
            cell.column + cell.columnSpan,
          )
        return texts
      }),
    )
}

const rows = [
  ['01/02', 'Citibank north', '1,200.00'],
  ['03/02', 'Harbor', '7.50'],
  ['04/02', 'Meadow street shop', '88.10'],
  ['05/02', 'Lamp and wire', '640.00'],
]

test('layOutDocument: finds columns that are less than a space apart by the placement of their texts', () => {
  const fragments = rows.flatMap(([date = '', name = '', amount = ''], at) => [
    ...textAt(date, 60, 100 + 14 * at),
    ...textAt(name, 94, 100 + 14 * at),
    ...textAt(amount, 260 - 6 * amount.length, 100 + 14 * at),
  ])
  expect(tablesOf(fragments)).toEqual([rows])
})

test('layOutDocument: separates texts that touch at a vertical rule', () => {
  const fragments = rows.flatMap(([date = '', name = '', amount = ''], at) => [
    ...textAt(date, 60, 100 + 14 * at),
    ...textAt(name, 90.4, 100 + 14 * at),
    ...textAt(amount, 260 - 6 * amount.length, 100 + 14 * at),
  ])
  const rules = gridRules([90.2, 205], [90, 150]).filter(rule => !rule.isHorizontal)
  expect(tablesOf(fragments, rules)).toEqual([rows])
})

test('layOutDocument: separates texts that touch where columns end on other lines', () => {
  const wide = [...rows, ['12,000/02', 'Bridge', '3.00']]
  const fragments = wide.flatMap(([date = '', name = '', amount = ''], at) => [
    ...textAt(date, 120 - 6 * date.length, 100 + 14 * at),
    ...textAt(name, at < rows.length ? 140 : 120.5, 100 + 14 * at),
    ...textAt(amount, 330 - 6 * amount.length, 100 + 14 * at),
  ])
  expect(tablesOf(fragments)[0]?.at(-1)?.slice(0, 2)).toEqual(['12,000/02', 'Bridge'])
})

test('layOutDocument: extends a heading over the columns that it is centered on', () => {
  const body = ['11', '22', '33'].flatMap((value, at) =>
    [60, 140, 220].flatMap(x => textAt(value, x, 128 + 14 * at)),
  )
  const headings = ['aa', 'bb', 'cc'].flatMap((text, at) => textAt(text, 60 + 80 * at, 114))
  const [table] = tablesOf([...textAt('Both', 174, 100), ...headings, ...body])
  expect(table?.slice(0, 2)).toEqual([
    ['', 'Both', 'Both'],
    ['aa', 'bb', 'cc'],
  ])
})

test('layOutDocument: joins the lines of a cell between two rules', () => {
  const fragments = [100, 130, 160].flatMap((y, at) => [
    ...textAt(`K-${at}`, 60, y),
    ...textAt('some long text', 140, y),
    ...textAt('in two lines', 140, y + 12),
    ...textAt(`${at}.50`, 300, y + 12),
  ])
  const rules = gridRules([55, 340], [90, 120, 150, 180]).filter(rule => rule.isHorizontal)
  expect(tablesOf(fragments, rules)).toEqual([
    ['0', '1', '2'].map(at => [`K-${at}`, 'some long text in two lines', `${at}.50`]),
  ])
})

test('layOutDocument: does not take justified lines for a table', () => {
  const lines = ['the crossing was late', 'for more than three', 'days and the water', 'came in with the fog']
  const fragments = lines.flatMap((line, at) =>
    line.split(' ').flatMap((word, index) =>
      textAt(word, 60 + 60 * index, 100 + 14 * at).map(fragment => ({
        ...fragment,
        isAfterSpace: index > 0,
        isMoved: false,
        spaces: index > 0 ? 1 : 0,
      })),
    ),
  )
  expect(tablesOf(fragments)).toEqual([])
})

test('layOutDocument: reads slanted headings as cells of their columns', () => {
  const body = ['11', '22', '33', '44'].flatMap((value, at) =>
    [60, 140, 220].flatMap(x => textAt(value, x, 128 + 14 * at)),
  )
  const slanted = ['Left', 'Middle', 'Right'].flatMap((text, at) => {
    const [x, y] = [60 + 80 * at, 114]
    const radians = (315 * Math.PI) / 180
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
    return textAt(text, x * cos + y * sin, -x * sin + y * cos).map(fragment => ({ ...fragment, angle: 315 }))
  })
  expect(tablesOf([...body, ...slanted])[0]?.[0]).toEqual(['Left', 'Middle', 'Right'])
})

function lineOfCells(cells: readonly string[], xs: readonly number[], baseline: number): Fragment[] {
  return cells.flatMap((cell, at) => textAt(cell, xs[at] ?? 0, baseline))
}

test('layOutDocument: a long table of lowercase texts with a column of numbers is not prose', () => {
  const names = ['stainless hexagon screw', 'washer and packaging', 'bracket with anchor']
  const lines = Array.from({ length: 18 }, (_, at) => [names[at % 3] ?? '', `${17 * at}.50`, `${at + 3}`])
  const fragments = lines.flatMap((cells, at) => lineOfCells(cells, [60, 320, 420], 100 + 14 * at))
  expect(tablesOf(fragments)).toEqual([lines])
})

test('layOutDocument: separates tables with different columns that are close above each other', () => {
  const wide = Array.from({ length: 6 }, (_, at) => ['Unit', `${at}.50`, `${at}.75`, '14:00', '15:30'])
  const narrow = Array.from({ length: 6 }, (_, at) => ['Platform', `Line ${at}`, `${at}9`])
  const fragments = [
    ...wide.flatMap((cells, at) => lineOfCells(cells, [60, 150, 220, 300, 380], 100 + 14 * at)),
    ...narrow.flatMap((cells, at) => lineOfCells(cells, [60, 185, 345], 194 + 14 * at)),
  ]
  expect(tablesOf(fragments)).toEqual([wide, narrow])
})
