import { describe, expect, test } from 'vitest'
import type { Fragment } from '../read/page-model.ts'
import { gridRules, type Looks, lineOfText, pageOf } from './fragments.fixture.ts'
import { layOutDocument } from './lay-out-document.ts'
import { type Block, type LaidOutDocument, type Paragraph, pageNumberMark, plainText } from './model.ts'

function lay(...pages: readonly (readonly Fragment[])[]): LaidOutDocument {
  return layOutDocument(
    pages.map((fragments, index) => pageOf(index + 1, fragments)),
    { outline: [] },
  )
}

function lines(texts: readonly string[], left: number, top: number, looks: Looks = {}): Fragment[] {
  return texts.flatMap((text, index) => lineOfText(text, left, top + index * 12, looks))
}

function blocks(document: LaidOutDocument): Block[] {
  return document.pages.flatMap(page =>
    page.bands.flatMap(band => band.columns.flatMap(column => [...column.blocks])),
  )
}

function texts(document: LaidOutDocument): string[] {
  return blocks(document)
    .filter((block): block is Paragraph => block.kind === 'paragraph')
    .map(block => plainText(block.spans))
}

describe('paragraphs', () => {
  test('lines that fill the column flow on; a short one ends the paragraph', () => {
    const page = lines(
      ['one two three four five six seven', 'eight nine.', 'Ten eleven twelve thirteen fourteen'],
      60,
      100,
    )
    expect(texts(lay(page))).toEqual([
      'one two three four five six seven eight nine.',
      'Ten eleven twelve thirteen fourteen',
    ])
  })

  test('a word divided at the end of a line is whole again, a compound keeps its hyphen', () => {
    const page = lines(
      ['the quick brown fox explains exten-', 'sively what a state-of-the-art', 'self-'],
      60,
      100,
    )
    expect(texts(lay([...page, ...lineOfText('made thing is to many', 60, 136)]))[0]).toContain(
      'explains extensively what',
    )
    const compound = lines(
      ['a well-known fox and another well-', 'known fox who is known to everyone'],
      60,
      100,
    )
    expect(texts(lay(compound))).toEqual([
      'a well-known fox and another well-known fox who is known to everyone',
    ])
  })

  test('an indented line begins a paragraph', () => {
    const page = [
      ...lineOfText('first line of the first paragraph', 72, 100),
      ...lineOfText('second line which is as long as it', 60, 112),
      ...lineOfText('first line of the other paragraph', 72, 124),
      ...lineOfText('its second line is as long as that', 60, 136),
    ]
    expect(texts(lay(page))).toHaveLength(2)
  })

  test('a paragraph goes on after the end of the page', () => {
    const first = lines(
      ['this line is long enough to fill it', 'and so is this one that goes on and'],
      60,
      700,
    )
    const second = lines(
      ['on until it ends here on page two.', 'This is another paragraph of that.'],
      60,
      100,
    )
    expect(texts(lay(first, second))[0]).toContain('goes on and on until it ends here')
  })
})

test('columns are read one after the other', () => {
  const left = Array.from({ length: 8 }, (_, index) => `left column line number ${index}`)
  const right = Array.from({ length: 8 }, (_, index) => `right column line number ${index}`)
  const page = [
    ...lineOfText('A title that stands over both of the columns of the page', 60, 60, { size: 12 }),
    ...lines(left, 60, 100),
    ...lines(right, 330, 103),
  ]
  const document = lay(page)
  expect(document.pages[0]?.bands.map(band => band.columns.length)).toEqual([1, 2])
  const text = texts(document).join(' ')
  expect(text.indexOf('left column line number 7')).toBeLessThan(text.indexOf('right column line number 0'))
})

test('headings rank by size, the largest first; bold lines of body size come last', () => {
  const document = lay([
    ...lineOfText('Title', 60, 60, { size: 20, isBold: true }),
    ...lines(['some words of the body that follow it', 'and some more.'], 60, 100),
    ...lineOfText('Section', 60, 150, { size: 14, isBold: true }),
    ...lines(['some words of the body that follow it', 'and some more.'], 60, 180),
    ...lineOfText('Part', 60, 240, { isBold: true }),
    ...lines(['some words of the body that follow it', 'and some more.'], 60, 260),
  ])
  const headings = blocks(document).flatMap(block =>
    block.kind === 'paragraph' && block.role.kind === 'heading'
      ? [[block.role.level, plainText(block.spans)]]
      : [],
  )
  expect(headings).toEqual([
    [1, 'Title'],
    [2, 'Section'],
    [3, 'Part'],
  ])
})

test('lists nest by their indent; a number alone is no list', () => {
  const document = lay([
    ...lineOfText('1. First thing', 60, 100),
    ...lineOfText('• inside of it', 80, 112),
    ...lineOfText('2. Second thing', 60, 124),
    ...lineOfText('7. This is a sentence that begins with a number', 60, 200),
  ])
  const items = blocks(document).map(block =>
    block.kind === 'paragraph' && block.role.kind === 'item' ? [block.role.level, block.role.marker] : null,
  )
  expect(items).toEqual([[0, '1.'], [1, '•'], [0, '2.'], null])
})

test('rules that cross make a table; a missing line merges cells', () => {
  const rules = gridRules([60, 160, 260], [100, 120, 140]).filter(
    rule => rule.isHorizontal || rule.left !== 160,
  )
  const short = {
    left: 160,
    right: 160,
    top: 120,
    bottom: 140,
    isHorizontal: false,
    thickness: 0.5,
    color: '#000000',
  }
  const page = pageOf(
    1,
    [...lineOfText('Both', 70, 113), ...lineOfText('One', 70, 133), ...lineOfText('Two', 170, 133)],
    [...rules, short],
  )
  const [table] = blocks(layOutDocument([page], { outline: [] }))
  expect(table).toMatchObject({
    kind: 'table',
    rows: [[{ columnSpan: 2 }], [{ columnSpan: 1 }, { columnSpan: 1 }]],
  })
})

test('texts that stand in line make a table without rules', () => {
  const rows = ['Name Age City', 'Anna 31 Bonn', 'Bert 29 Kiel', 'Carl 44 Ulm']
  const page = rows.flatMap((row, index) =>
    row.split(' ').flatMap((cell, column) => lineOfText(cell, 60 + column * 120, 100 + index * 16)),
  )
  const [table] = blocks(lay(page))
  expect(table).toMatchObject({ kind: 'table', isRuled: false })
  expect(table?.kind === 'table' && table.rows.map(row => row.length)).toEqual([3, 3, 3, 3])
})

test('what stands on every page leaves the text, and its number counts', () => {
  const page = (number: number) => [
    ...lineOfText('The Book', 60, 40),
    ...lines([`words of page ${['a', 'b', 'c'][number]} and more of them`, 'and a second line.'], 60, 300),
    ...lineOfText(`${number + 11}`, 290, 770),
  ]
  const document = lay(page(0), page(1), page(2))
  expect(document.header.map(line => plainText(line.spans))).toEqual(['The Book'])
  expect(document.footer.map(line => plainText(line.spans))).toEqual([pageNumberMark])
  expect(texts(document).join(' ')).not.toContain('The Book')
})

test('a page without anything is a page', () => {
  expect(lay([]).pages).toHaveLength(1)
})

test('a large line at the top of every page is a title, not a header', () => {
  const page = (number: number) => [
    ...lineOfText(`Lesson ${number}`, 60, 60, { size: 24 }),
    ...lines(['words of the lesson that follow the', 'title of it.'], 60, 300),
  ]
  const document = lay(page(1), page(2))
  expect(document.header).toEqual([])
  expect(texts(document)).toContain('Lesson 2')
})
