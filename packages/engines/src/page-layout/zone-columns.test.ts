import { expect, test } from 'vitest'
import { lineOfText, pageOf } from './fragments.fixture.ts'
import { layOutDocument } from './lay-out-document.ts'
import type { Fragment } from './page-model.ts'

/** A block of lines as OCR reports it. */
function blockOf(lines: readonly string[], left: number, top: number, block: number): Fragment[] {
  return lines.flatMap((line, at) =>
    lineOfText(line, left, top + 12 * at).map(word => ({ ...word, block, isAfterSpace: true })),
  )
}

/** Text of each column, by bands. */
function bandsOf(fragments: readonly Fragment[]): string[][] {
  const { pages } = layOutDocument([pageOf(1, fragments)], { outline: [] })
  return pages.flatMap(({ bands }) =>
    bands.map(({ columns }) =>
      columns.map(({ blocks }) =>
        blocks
          .flatMap(block => (block.kind === 'paragraph' ? block.spans.map(({ text }) => text.trim()) : []))
          .join(' / '),
      ),
    ),
  )
}

const left = ['the old lighthouse was first', 'painted white in that spring', 'so boats could see it now.']
const right = ['while the keeper stayed home', 'in a village and kept a book', 'of each vessel of the port.']
const joined = (lines: readonly string[]) => lines.join(' ')

test('layOutDocument: keeps the blocks of OCR apart where the gutter is as narrow as a word gap', () => {
  const page = [...blockOf(left, 60, 100, 1), ...blockOf(right, 233, 100, 2)]
  expect(bandsOf(page)).toEqual([[joined(left), joined(right)]])
})

test('layOutDocument: reads the blocks of OCR in their order, with a heading above the columns', () => {
  const page = [
    ...blockOf(['Harbour office and the lights of the coast in winter.'], 60, 70, 1),
    ...blockOf(left, 60, 100, 2),
    ...blockOf(right, 260, 100, 3),
    ...blockOf(['Both columns end here, and this line is below them'], 60, 170, 4),
  ]
  expect(bandsOf(page)).toEqual([
    ['Harbour office and the lights of the coast in winter.'],
    [joined(left), joined(right)],
    ['Both columns end here, and this line is below them'],
  ])
})

test('layOutDocument: reads the right block first if OCR did', () => {
  const page = [...blockOf(right, 260, 100, 1), ...blockOf(left, 60, 100, 2)]
  expect(bandsOf(page).flat()).toEqual([`${joined(right)} / ${joined(left)}`])
})
