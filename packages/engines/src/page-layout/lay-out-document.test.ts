import { describe, expect, test } from 'vitest'
import { gridRules, type LineStyle, lineOfText, pageOf } from './fragments.fixture.ts'
import { isHeadingContinued } from './headings.ts'
import { layOutDocument } from './lay-out-document.ts'
import { type Block, type LaidOutDocument, type Paragraph, pageNumberMark, plainText } from './model.ts'
import type { Fragment } from './page-model.ts'

function layOut(...pages: readonly (readonly Fragment[])[]): LaidOutDocument {
  return layOutDocument(
    pages.map((fragments, index) => pageOf(index + 1, fragments)),
    { outline: [] },
  )
}

function lines(texts: readonly string[], left: number, top: number, style: LineStyle = {}): Fragment[] {
  return texts.flatMap((text, index) => lineOfText(text, left, top + index * 12, style))
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

describe('layOutDocument: paragraphs', () => {
  test('joins full lines and ends the paragraph at a short one', () => {
    const page = lines(
      ['one two three four five six seven', 'eight nine.', 'Ten eleven twelve thirteen fourteen'],
      60,
      100,
    )
    expect(texts(layOut(page))).toEqual([
      'one two three four five six seven eight nine.',
      'Ten eleven twelve thirteen fourteen',
    ])
  })

  test('joins hyphenated words and keeps the hyphen of compounds', () => {
    const page = lines(
      ['the quick brown fox explains exten-', 'sively what a state-of-the-art', 'self-'],
      60,
      100,
    )
    expect(texts(layOut([...page, ...lineOfText('made thing is to many', 60, 136)]))[0]).toContain(
      'explains extensively what',
    )
    const compound = lines(
      ['a well-known fox and another well-', 'known fox who is known to everyone'],
      60,
      100,
    )
    expect(texts(layOut(compound))).toEqual([
      'a well-known fox and another well-known fox who is known to everyone',
    ])
  })

  test('starts a paragraph at an indented line', () => {
    const page = [
      ...lineOfText('first line of the first paragraph', 72, 100),
      ...lineOfText('second line which is as long as it', 60, 112),
      ...lineOfText('first line of the other paragraph', 72, 124),
      ...lineOfText('its second line is as long as that', 60, 136),
    ]
    expect(texts(layOut(page))).toHaveLength(2)
  })

  test('continues a paragraph across a page break', () => {
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
    expect(texts(layOut(first, second))[0]).toContain('goes on and on until it ends here')
  })
})

test('layOutDocument: reads columns one after the other', () => {
  const left = Array.from({ length: 8 }, (_, index) => `left column line number ${index}`)
  const right = Array.from({ length: 8 }, (_, index) => `right column line number ${index}`)
  const page = [
    ...lineOfText('A title that stands over both of the columns of the page', 60, 60, { size: 12 }),
    ...lines(left, 60, 100),
    ...lines(right, 330, 103),
  ]
  const document = layOut(page)
  expect(document.pages[0]?.bands.map(band => band.columns.length)).toEqual([1, 2])
  const text = texts(document).join(' ')
  expect(text.indexOf('left column line number 7')).toBeLessThan(text.indexOf('right column line number 0'))
})

describe('layOutDocument: columns', () => {
  const left = [
    'the first column is as long as',
    'the second one and ends in the',
    'middle of a sentence that will',
    'go on where the other one has',
    'its first line, and the reader',
    'finds the rest of it up in the',
  ]
  const right = [
    'other column, which is as long',
    'as this one and has the rest of',
    'the sentence. After it there is',
    'another one which fills all the',
    'lines that are left and ends at',
    'the bottom of the second column',
  ]
  const columns = [...lines(left, 60, 100), ...lines(right, 330, 103)]
  const columnCounts = (document: LaidOutDocument) =>
    document.pages[0]?.bands.map(band => band.columns.length)

  test('a title that ends before the gutter extends over all columns', () => {
    const document = layOut([...lineOfText('A short title', 60, 60, { size: 16 }), ...columns])
    expect(columnCounts(document)).toEqual([1, 2])
    expect(texts(document)[0]).toBe('A short title')
  })

  test('a heading beside an image stays in its column', () => {
    const page = pageOf(1, [...lineOfText('A heading', 60, 60, { size: 16 }), ...columns])
    const image = { id: 'image', left: 330, right: 500, top: 40, bottom: 85 }
    expect(columnCounts(layOutDocument([{ ...page, images: [image] }], { outline: [] }))).toEqual([2])
  })

  test('records where a paragraph continues in the next column', () => {
    const document = layOut(columns)
    const [paragraph] = blocks(document)
    if (paragraph?.kind !== 'paragraph') throw new Error('no paragraph')
    const text = plainText(paragraph.spans)
    expect(text).toContain('up in the other column')
    expect(paragraph.columnBreaks).toEqual([text.indexOf('other column')])
    expect(document.pages[0]?.bands[0]?.columns.map(column => column.isContinued)).toEqual([undefined, true])
  })

  test('vertical text in the margin is beside the columns', () => {
    const stamp = lineOfText('a stamp in the margin', -500, 30).map(word => ({ ...word, angle: 270 }))
    const document = layOut([...columns, ...stamp])
    expect(columnCounts(document)).toEqual([2])
    const vertical = blocks(document).find(block => block.kind === 'paragraph' && block.vertical === 'up')
    expect(vertical?.box.bottom).toBeCloseTo(500, 0)
    expect(vertical?.box.right).toBeLessThan(60)
  })

  test('a page starts with a block of its own or continues a paragraph', () => {
    const startsPage = (first: readonly Fragment[], second: readonly Fragment[]) =>
      layOut(first, second).pages.map(page => page.startsPage)
    const ended = lines(
      ['this line is long enough to fill it', 'and so is this one that ends it all.'],
      60,
      700,
    )
    const open = lines(
      ['this line is long enough to fill it', 'and so is this one that goes on and'],
      60,
      700,
    )
    const next = lines(['on until it ends here on page two.', 'This is another paragraph of that.'], 60, 100)
    const inTimes = (page: readonly Fragment[]) =>
      page.map(word => ({ ...word, font: { ...word.font, name: 'Times New Roman' } }))
    expect(startsPage(inTimes(ended), inTimes(next))).toEqual([false, true])
    expect(startsPage(inTimes(open), inTimes(next))).toEqual([false, false])
    // A substitute for an unknown font may need more lines than a full page has.
    expect(startsPage(ended, next)).toEqual([false, false])
  })

  test('keeps two stretched words of a justified line in one paragraph', () => {
    const justified = lines(['the quick brown fox jumps over', 'a lazy dog and then they often'], 60, 100)
    const stretched = [...lineOfText('require', 60, 124), ...lineOfText('extraordinary', 162, 124)]
    const rest = lines(
      ['measures and run away together', 'until the evening of that day,', 'and nobody sees them any more.'],
      60,
      136,
    )
    const [text, ...others] = texts(layOut([...justified, ...stretched, ...rest]))
    expect(others).toEqual([])
    expect(text).toContain('often require extraordinary measures')
  })
})

test('layOutDocument: ranks headings by size, with bold body-size lines last', () => {
  const document = layOut([
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

test('layOutDocument: nests lists by indent and ignores a lone numbered sentence', () => {
  const document = layOut([
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

test('layOutDocument: builds a table from crossing rules and merges cells without a rule between them', () => {
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

test('layOutDocument: builds a table from aligned texts without rules', () => {
  const rows = ['Name Age City', 'Anna 31 Bonn', 'Bert 29 Kiel', 'Carl 44 Ulm']
  const page = rows.flatMap((row, index) =>
    row.split(' ').flatMap((cell, column) => lineOfText(cell, 60 + column * 120, 100 + index * 16)),
  )
  const [table] = blocks(layOut(page))
  expect(table).toMatchObject({ kind: 'table', isRuled: false })
  expect(table?.kind === 'table' && table.rows.map(row => row.length)).toEqual([3, 3, 3, 3])
})

test('layOutDocument: extracts headers and footers and detects page numbers', () => {
  const page = (number: number) => [
    ...lineOfText('The Book', 60, 40),
    ...lines([`words of page ${['a', 'b', 'c'][number]} and more of them`, 'and a second line.'], 60, 300),
    ...lineOfText(`${number + 11}`, 290, 770),
  ]
  const document = layOut(page(0), page(1), page(2))
  expect(document.header.map(line => plainText(line.spans))).toEqual(['The Book'])
  expect(document.footer.map(line => plainText(line.spans))).toEqual([pageNumberMark])
  expect(texts(document).join(' ')).not.toContain('The Book')
})

test('layOutDocument: keeps an empty page', () => {
  expect(layOut([]).pages).toHaveLength(1)
})

test('layOutDocument: does not treat a large title on every page as a header', () => {
  const page = (number: number) => [
    ...lineOfText(`Lesson ${number}`, 60, 60, { size: 24 }),
    ...lines(['words of the lesson that follow the', 'title of it.'], 60, 300),
  ]
  const document = layOut(page(1), page(2))
  expect(document.header).toEqual([])
  expect(texts(document)).toContain('Lesson 2')
})

describe('layOutDocument: what TeX and books do', () => {
  const body = (top: number) =>
    lines(
      [
        'one two three four five six seven eight nine ten',
        'another line of text that is as long as the first',
        'and a third one that has the same length as these',
      ],
      60,
      top,
    )

  test('removes hyphens of any code at line ends, also between capitals, and none between numbers', () => {
    const page = lines(
      [
        'the quick brown fox sees some dif‑',
        'ferences of a famous old DETEC-',
        'TIVE which is on the pages 410-',
        '430 of it',
      ],
      60,
      100,
    )
    expect(texts(layOut(page)).join(' ')).toBe(
      'the quick brown fox sees some differences of a famous old DETECTIVE which is on the pages 410-430 of it',
    )
  })

  test('joins the lines of a long heading, but not two numbered ones', () => {
    const large = { size: 14, isBold: true }
    const page = [
      ...lineOfText('2.2 Effects of the shapes of the grains examined', 60, 100, large),
      ...lineOfText('by spectroscopy', 90, 117, large),
      ...body(150),
    ]
    expect(texts(layOut(page))[0]).toBe('2.2 Effects of the shapes of the grains examined by spectroscopy')
    const [first] = blocks(layOut(page))
    if (first?.kind !== 'paragraph') throw new Error('no heading')
    const below = {
      ...first,
      box: { ...first.box, top: first.box.bottom + 4, bottom: first.box.bottom + 18 },
    }
    const numbered = { ...below, spans: first.spans.map(span => ({ ...span, text: '2.3 More effects' })) }
    const unnumbered = { ...below, spans: first.spans.map(span => ({ ...span, text: 'and more' })) }
    expect(isHeadingContinued(first, numbered, 480)).toBe(false)
    expect(isHeadingContinued(first, unnumbered, 480)).toBe(true)
    expect(isHeadingContinued(first, { ...unnumbered, size: 11 }, 480)).toBe(false)
  })

  test('takes a header that counts the pages, even if it is only on every second page', () => {
    const page = (header: string) => [...lineOfText(header, 60, 40), ...body(300)]
    const document = layOut(
      page('A Title'),
      page('2 Ann Author'),
      page('Its Title 3'),
      page('4 Ann Author'),
      page('Its Title 5'),
      page('6 Ann Author'),
      page('Other 9'),
    )
    expect(texts(document).filter(text => /Author|Its Title/.test(text))).toEqual([])
    expect(texts(document).join(' ')).toContain('Other 9')
  })

  test('finds footnotes with raised marks below the text without a rule, also where the mark is a line of its own', () => {
    const small = { size: 8 }
    const mark = (left: number, baseline: number) => lineOfText('1', left, baseline, { size: 6 })
    const text = [...body(400), ...lineOfText('a last line of text with a mark', 60, 436), ...mark(247, 432)]
    const note = [...mark(60, 700), ...lineOfText('The note in smaller type.', 68, 704, small)]
    const document = layOut([...text, ...note])
    const notes = blocks(document).flatMap(block =>
      block.kind === 'paragraph' ? block.spans.flatMap(span => span.note ?? []) : [],
    )
    expect(notes.map(({ paragraphs }) => paragraphs.map(({ spans }) => plainText(spans)))).toEqual([
      ['The note in smaller type.'],
    ])
    expect(texts(document).join(' ')).not.toContain('The note')
  })

  test('leaves small type without a mark where it is', () => {
    const page = [...body(400), ...lineOfText('Printed by the harbor press.', 60, 700, { size: 8 })]
    expect(texts(layOut(page))).toContain('Printed by the harbor press.')
  })
})
