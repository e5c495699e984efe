import { describe, expect, test } from 'vitest'
import { composeText } from './compose-text.ts'
import type { OcrWord } from './ocr-page.ts'
import { lineOf as wordsOfLine } from './words.fixture.ts'

function lineOf(text: string, row: number, column: number, block: number): OcrWord[] {
  return wordsOfLine(text, row, column).map(word => ({ ...word, line: `${block}.${row}`, block }))
}

function blockOf(lines: readonly string[], row: number, column: number, block: number): OcrWord[] {
  return lines.flatMap((line, at) => lineOf(line, row + at, column, block))
}

function layoutOf(words: readonly OcrWord[]): string[] {
  const placement = { rotation: 0, width: 595, height: 842, skewDegrees: 0 } as const
  const page = { page: 1, width: 595, height: 842, hasTextLayer: false, languages: ['eng'], words, placement }
  const { text } = composeText([page], { preservesLayout: true, includesConfidence: false })
  return text.split('\n')
}

function textLines(words: readonly OcrWord[]): string[] {
  return layoutOf(words)
    .map(line => line.trim().replace(/ +/g, ' '))
    .filter(line => line !== '')
}

const left = [
  'the old lighthouse was first',
  'painted white in that spring',
  'so boats could see it better',
  'from far away at night times',
  'and the harbour stayed quiet',
  'until the autumn fleet moved',
]
const right = [
  'while the keeper stayed home',
  'in a village and kept a book',
  'of each vessel that had come',
  'in from the sea with a cargo',
  'and every one that never did',
  'return before winter arrived',
]
const inset = ['Nobody saw', 'the light']

describe('composeText: order of blocks', () => {
  test('does not join the lines of columns with a narrow gutter', () => {
    const words = [...blockOf(left, 0, 0, 1), ...blockOf(right, 0, 29, 2)]
    expect(textLines(words)).toEqual([...left, ...right])
  })

  test('reads an inset between columns after the column before it', () => {
    const words = [...blockOf(left, 0, 0, 1), ...blockOf(inset, 2, 29, 2), ...blockOf(right, 0, 40, 3)]
    expect(textLines(words)).toEqual([...left, ...inset, ...right])
  })

  test('reads all columns above a headline that spans some of them before it', () => {
    const short = ['the third column', 'is short and ends', 'above the others']
    const headline = ['A headline below the first two columns of the article']
    const words = [
      ...blockOf(left, 0, 0, 1),
      ...blockOf(right, 0, 30, 2),
      ...blockOf(headline, 8, 0, 3),
      ...blockOf(short, 0, 60, 4),
      ...blockOf(inset, 10, 0, 5),
    ]
    expect(textLines(words)).toEqual([...left, ...right, ...short, ...headline, ...inset])
  })

  test('reads the last line of a column that is a block of its own with the column', () => {
    const words = [
      ...blockOf(left.slice(0, 5), 0, 0, 1),
      ...blockOf(right, 0, 30, 2),
      ...blockOf(left.slice(5), 5, 0, 3),
    ]
    expect(textLines(words)).toEqual([...left, ...right])
  })

  test('reads columns of the same width in turn, with the insets and last lines reported after them', () => {
    const title = ['What the keeper of the lighthouse wrote about']
    const words = [
      ...blockOf(title, 0, 0, 1),
      ...blockOf(left.slice(0, 5), 2, 0, 2),
      ...blockOf(right, 2, 30, 3),
      ...blockOf(inset, 9, 2, 4),
      ...blockOf(left.slice(2, 5), 12, 0, 5),
    ]
    const first = [...left.slice(0, 5), ...inset, ...left.slice(2, 5)]
    expect(textLines(words)).toEqual([...title, ...first, ...right])
  })

  test('reads a caption below its figure before the next column', () => {
    const caption = ['The quay in the year 1890,', 'seen from the north side']
    const words = [
      ...blockOf(left.slice(0, 3), 0, 0, 1),
      ...blockOf(caption, 9, 0, 2),
      ...blockOf(right, 0, 29, 3),
      ...blockOf(left.slice(3), 6, 29, 4),
    ]
    expect(textLines(words)).toEqual([...left.slice(0, 3), ...caption, ...right, ...left.slice(3)])
  })

  test('reads a table in rows if its columns are blocks, and the note beside it after it', () => {
    const columns = [
      ['Port', 'Lisbon', 'Antwerp', 'Genoa'],
      ['Boats', '1204', '87', '310'],
      ['Fee', '38.50', '6.25', '112.00'],
    ]
    const note = [
      'fees are paid at the office',
      'that is beside the east quay',
      'and are never paid back when',
      'a boat leaves before morning',
    ]
    const words = [
      ...columns.flatMap((column, at) => blockOf(column, 0, 12 * at, at + 1)),
      ...blockOf(note, 0, 44, 4),
    ]
    expect(textLines(words)).toEqual([
      'Port Boats Fee',
      'Lisbon 1204 38.50',
      'Antwerp 87 6.25',
      'Genoa 310 112.00',
      ...note,
    ])
  })

  const body = [
    ['Lisbon', 'Antwerp', 'Genoa', 'Bergen'],
    ['1204', '87', '310', '55'],
    ['38.50', '6.25', '112.00', '9.75'],
  ]
  /** The columns are 12 letters wide. */
  const bodyFrom = (row: number, block: number) =>
    body.flatMap((column, at) => blockOf(column, row, 12 * at, block))
  const rows = ['Lisbon 1204 38.50', 'Antwerp 87 6.25', 'Genoa 310 112.00', 'Bergen 55 9.75']

  test('joins a header row in a separate block with the table below it', () => {
    const header = lineOf('Port        Boats       Fee', 1, 0, 2)
    const words = [...lineOf('Fees of the year for each night in the ports', 0, 0, 1), ...header]
    const kept = layoutOf([...words, ...bodyFrom(2, 3)])
    const [, headerLine = '', firstRow = ''] = kept.filter(line => line.trim() !== '')
    expect(headerLine.trim().split(/ {2,}/)).toEqual(['Port', 'Boats', 'Fee'])
    expect(headerLine.indexOf('Boats')).toBe(firstRow.indexOf('1204'))
    expect(kept.indexOf(firstRow) - kept.indexOf(headerLine)).toBe(1)
  })

  test('joins a header whose cells are blocks, also after the table', () => {
    const cells = ['Port', 'Boats', 'Fee'].flatMap((cell, at) => lineOf(cell, 0, 12 * at, 2 + at))
    expect(textLines([...bodyFrom(1, 1), ...cells])).toEqual(['Port Boats Fee', ...rows])
  })

  test('does not take a heading across the columns or far above the table for its header', () => {
    const across = layoutOf([...lineOf('Boats in each of the ports', 0, 0, 1), ...bodyFrom(1, 2)])
    expect(across.some(line => line.trim() === 'Boats in each of the ports')).toBe(true)
    const far = layoutOf([...lineOf('Port        Boats       Fee', 0, 0, 1), ...bodyFrom(6, 2)])
    expect(far.filter(line => line.trim() !== '')[0]?.trim()).toBe('Port Boats Fee')
  })

  test('reads the line of a drop cap before its paragraph', () => {
    const first = lineOf('S he was quiet all that day', 0, 0, 2).map((word, at) =>
      at === 0 ? { ...word, bottom: 99, size: 30 } : word,
    )
    const words = [...blockOf(left, 1, 0, 1), ...first, ...blockOf(right, 0, 34, 3)]
    expect(textLines(words)).toEqual(['S he was quiet all that day', ...left, ...right])
  })

  test('keeps the order of a line that is above another column', () => {
    const words = [
      ...blockOf(left, 1, 0, 1),
      ...lineOf('Rating Rationale', 0, 34, 2),
      ...blockOf(right, 1, 34, 3),
    ]
    expect(textLines(words)).toEqual([...left, 'Rating Rationale', ...right])
  })

  test('does not join the headings of two columns', () => {
    const words = [
      ...lineOf('Model Summary', 0, 0, 1),
      ...blockOf(left, 1, 0, 2),
      ...lineOf('Rating Rationale', 0, 34, 3),
      ...blockOf(right, 1, 34, 4),
    ]
    expect(textLines(words)).toEqual(['Model Summary', ...left, 'Rating Rationale', ...right])
  })

  test('does not join the last line of a column with the column beside it', () => {
    const numbers = [
      'in 2024 the fee for a night',
      'was 38.50 on average, which',
      'is 4.20 less than before it',
    ]
    const words = [...blockOf(numbers, 0, 0, 1), ...blockOf(right, 0, 34, 2), ...lineOf('hot day.', 2, 70, 3)]
    expect(textLines(words)).toEqual([...numbers, ...right, 'hot day.'])
  })

  test('separates columns of prose inside a block, but not a label from its value', () => {
    const prose = [...blockOf(left, 0, 0, 1), ...blockOf(right, 0, 34, 1)]
    expect(textLines(prose)).toEqual([...left, ...right])
    const hebrew = Array.from({ length: 5 }, (_, at) => `המשרד נפתח בבוקר שורה ${at}`)
    const rightToLeft = [
      ...blockOf(hebrew, 0, 34, 1),
      ...blockOf(
        hebrew.map(line => line.replace('בבוקר', 'בערב')),
        0,
        0,
        1,
      ),
    ]
    expect(textLines(rightToLeft).map(line => line.includes('בבוקר'))).toEqual([
      ...Array(5).fill(true),
      ...Array(5).fill(false),
    ])
    const parties = ['Harbour Office,', 'Plaintiff,', 'and the Fleet', 'Company Limited,', 'Defendant.']
    const form = [...blockOf(parties, 0, 0, 1), ...blockOf(['Civil', 'Action No.', 'Jury'], 1, 34, 1)]
    expect(textLines(form)).toEqual([
      'Harbour Office,',
      'Plaintiff, Civil',
      'and the Fleet Action No.',
      'Company Limited, Jury',
      'Defendant.',
    ])
  })

  test('reads numbered texts beside each other one after the other, with their line numbers', () => {
    const texts = [
      ['Q. When did you arrive', 'at the harbour office', 'that morning?', 'A. At seven.'],
      ['A. I saw the boat', 'from the east quay', 'before it left.', 'Q. Who was there?'],
    ]
    const numbered = texts.map(text => [...text, ...text].map((line, at) => [`${at + 1}`, line] as const))
    const words = numbered.flatMap((lines, column) =>
      lines.flatMap(([number, line], row) => [
        ...lineOf(number, row, 40 * column, 1),
        ...lineOf(line, row, 40 * column + 6, 1),
      ]),
    )
    expect(textLines(words)).toEqual(numbered.flat().map(([number, line]) => `${number} ${line}`))
  })

  test('keeps the rows of a table with counting numbers inside', () => {
    const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Emma', 'Fay', 'Greta', 'Hope', 'Ida']
    const words = names.flatMap((name, at) => [
      ...lineOf(name, at, 0, 1),
      ...lineOf(`${at + 1}`, at, 14, 1),
      ...lineOf('Lisbon', at, 28, 1),
    ])
    expect(textLines(words)).toEqual(names.map((name, at) => `${name} ${at + 1} Lisbon`))
  })

  test('reads the boxes of a chart one by one, from left to right', () => {
    const boxes = [
      ['    Ada Brown (0114)', 'Harbour Sales Office Lead', '        4/9/2012'],
      ['    Bea Clark (0115)', 'Western Sales Office Lead', '        1/16/2012'],
    ]
    const words = [...blockOf(boxes[1] ?? [], 0, 40, 1), ...blockOf(boxes[0] ?? [], 0, 0, 2)]
    expect(textLines(words)).toEqual(boxes.flat().map(line => line.trim()))
  })

  test('keeps centered headings above their columns', () => {
    const headings = [
      ['      The Old Lights', 'Harbour Office Lost a Boat'],
      ['      The New Lights', 'Western Office Found a Boat'],
    ]
    const words = [
      ...blockOf(headings[0] ?? [], 0, 0, 1),
      ...blockOf(left, 3, 0, 2),
      ...blockOf(headings[1] ?? [], 0, 34, 3),
      ...blockOf(right, 3, 34, 4),
    ]
    const [first = [], second = []] = headings.map(lines => lines.map(line => line.trim()))
    expect(textLines(words)).toEqual([...first, ...left, ...second, ...right])
  })

  test('reads a table that repeats its columns to the right as two tables', () => {
    const rows = [
      ['Part', 'Bin', 'Part', 'Bin'],
      ['1', '13 A', '88', '14 A'],
      ['2', '13 B', '90', '13 A'],
      ['3', '14 B', '91', '13 A'],
      ['4', '14 A', '92', '13 B'],
    ]
    const words = rows.flatMap((row, at) => row.flatMap((cell, column) => lineOf(cell, at, 14 * column, 1)))
    expect(textLines(words)).toEqual([
      ...rows.map(([part, bin]) => `${part} ${bin}`),
      ...rows.map(([, , part, bin]) => `${part} ${bin}`),
    ])
  })

  test('keeps the rows of a table whose headers repeat beside a label', () => {
    const rows = [
      ['Port', 'Fee', 'Tax', 'Fee', 'Tax'],
      ['Lisbon', '10', '2', '11', '3'],
      ['Genoa', '20', '4', '22', '5'],
      ['Turku', '30', '6', '33', '7'],
    ]
    const words = rows.flatMap((row, at) => row.flatMap((cell, column) => lineOf(cell, at, 14 * column, 1)))
    expect(textLines(words)).toEqual(rows.map(row => row.join(' ')))
  })
})
