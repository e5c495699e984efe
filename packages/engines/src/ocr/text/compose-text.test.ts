import { describe, expect, test } from 'vitest'
import { composeText, type TextOptions } from './compose-text.ts'
import type { OcrPage, OcrWord } from './ocr-page.ts'
import { lineOf } from './words.fixture.ts'

function pageOf(words: readonly OcrWord[], page = 1): OcrPage {
  const placement = { rotation: 0, width: 595, height: 842, skewDegrees: 0 } as const
  return { page, width: 595, height: 842, hasTextLayer: false, languages: ['eng'], words, placement }
}

const preserved: TextOptions = { preservesLayout: true, includesConfidence: false }
const flowing: TextOptions = { preservesLayout: false, includesConfidence: false }

function compose(pages: readonly OcrPage[], options: TextOptions) {
  const composed = composeText(pages, options)
  for (const { text, start, end } of composed.words) expect(composed.text.slice(start, end)).toBe(text)
  return composed
}

const paragraph = pageOf([
  ...lineOf('    The harbour office opens at seven in the mor-', 0),
  ...lineOf('ning and closes when the last boat has been regis-', 1),
  ...lineOf('tered. Visitors find a list beside the door.', 2),
  ...lineOf('Every vessel needs a permit, which is written by', 5),
  ...lineOf('the office itself.', 6),
])

describe('composeText: preserved layout', () => {
  test('puts a name directly below a large logo on a separate line', () => {
    const emblem = {
      ...(lineOf('linn', 0)[0] as OcrWord),
      right: 140,
      top: 30,
      bottom: 68,
      baseline: 68,
      size: 46,
    }
    const name = lineOf('Linn Electronics, Inc.', 1).map(word => ({ ...word, line: '1.2' }))
    expect(compose([pageOf([emblem, ...name])], preserved).text).toMatch(/^linn\n+Linn Electronics, Inc\.\n$/)
  })

  test('keeps lines, indents and blank lines', () => {
    expect(compose([paragraph], preserved).text.split('\n')).toEqual([
      '    The harbour office opens at seven in the mor-',
      'ning and closes when the last boat has been regis-',
      'tered. Visitors find a list beside the door.',
      '',
      '',
      'Every vessel needs a permit, which is written by',
      'the office itself.',
      '',
    ])
  })

  test('writes columns of prose one after the other', () => {
    const left = [
      'the old lighthouse was',
      'painted white in spring',
      'so that boats could see',
      'it from far away now',
    ]
    const right = [
      'while the keeper stayed',
      'in the village and kept',
      'the keys of every door',
      'in a small tin box',
    ]
    const words = left.flatMap((line, row) => [...lineOf(line, row), ...lineOf(right[row] ?? '', row, 34)])
    expect(
      compose([pageOf(words)], preserved)
        .text.trim()
        .split(/\n+/),
    ).toEqual([...left, ...right])
  })

  test('keeps table rows aligned', () => {
    const rows = [
      ['Port', 'Boats', 'Fee'],
      ['Lisbon', '1204', '38.50'],
      ['Antwerp', '87', '6.25'],
      ['Genoa', '310', '112.00'],
    ]
    const words = rows.flatMap((row, at) => row.flatMap((cell, column) => lineOf(cell, at, 22 * column)))
    expect(
      compose([pageOf(words)], preserved)
        .text.trimEnd()
        .split('\n'),
    ).toEqual([
      'Port     Boats  Fee',
      'Lisbon   1204   38.50',
      'Antwerp  87     6.25',
      'Genoa    310    112.00',
    ])
  })
})

describe('composeText: flowing text', () => {
  test('joins the lines of a paragraph and removes hyphenation', () => {
    expect(
      compose([paragraph], flowing)
        .text.split('\n\n')
        .map(text => text.trim()),
    ).toEqual([
      'The harbour office opens at seven in the morning and closes when the last boat has been registered. Visitors find a list beside the door.',
      'Every vessel needs a permit, which is written by the office itself.',
    ])
  })

  test('inserts no spaces in scripts without them', () => {
    const words = lineOf('港口 办公室', 0).map((word, at) => ({ ...word, isGlued: at > 0 }))
    expect(compose([pageOf(words)], flowing).text).toBe('港口办公室\n')
  })
})

test('composeText: writes the confidence before each line and at the end', () => {
  const words = [...lineOf('Sure words', 0, 0, 98), ...lineOf('Doubtful ones', 4, 0, 60)]
  const { text } = compose([pageOf(words)], { preservesLayout: true, includesConfidence: true })
  expect(text).toMatch(/^\[98%\] Sure words\n\n+\[60%\] Doubtful ones\n\nOverall confidence: 76%\n$/)
})

test('composeText: writes nothing for empty pages and separates pages', () => {
  expect(compose([pageOf([])], preserved).text).toBe('')
  const pages = [pageOf(lineOf('First', 0)), pageOf([], 2), pageOf(lineOf('Third', 0), 3)]
  expect(compose(pages, preserved).text).toBe('First\n\nThird\n')
})
