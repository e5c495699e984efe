import { describe, expect, test } from 'vitest'
import { composeText } from './compose-text.ts'
import type { OcrWord } from './ocr-page.ts'

/** Words of a line on a grid of letters six points wide. */
function lineOf(text: string, row: number, column: number, block: number): OcrWord[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    left: 60 + 6 * (column + index),
    right: 60 + 6 * (column + index + word.length) - 1,
    top: 60 + 14 * row,
    bottom: 71 + 14 * row,
    baseline: 70 + 14 * row,
    size: 10,
    confidence: 90,
    line: `${block}.${row}`,
    block,
  }))
}

function blockOf(lines: readonly string[], row: number, column: number, block: number): OcrWord[] {
  return lines.flatMap((line, at) => lineOf(line, row + at, column, block))
}

function textLines(words: readonly OcrWord[]): string[] {
  const placement = { rotation: 0, width: 595, height: 842, skewDegrees: 0 } as const
  const page = { page: 1, width: 595, height: 842, hasTextLayer: false, languages: ['eng'], words, placement }
  const { text } = composeText([page], { preservesLayout: true, includesConfidence: false })
  return text
    .split('\n')
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
    const rightToLeft = [...blockOf(hebrew, 0, 34, 1), ...blockOf(hebrew.map(line => line.replace('בבוקר', 'בערב')), 0, 0, 1)]
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
})
