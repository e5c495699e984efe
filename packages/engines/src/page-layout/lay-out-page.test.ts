import { expect, test } from 'vitest'
import { lineOfText, pageOf } from './fragments.fixture.ts'
import { layOutDocument } from './lay-out-document.ts'
import type { Paragraph } from './model.ts'
import type { PageContent } from './page-content.ts'

function paragraphs(page: PageContent): Paragraph[] {
  return layOutDocument([page], { outline: [] }).pages.flatMap(({ bands }) =>
    bands.flatMap(band => band.columns.flatMap(({ blocks }) => blocks)),
  ) as Paragraph[]
}

const words = lineOfText('plain marked struck below end', 100, 200)
const place = (text: string) => words.find(word => word.text === text) as (typeof words)[number]
const rule = (text: string, y: number) => ({
  left: place(text).left,
  right: place(text).right,
  top: y,
  bottom: y,
  isHorizontal: true,
  thickness: 0.5,
  color: '#000000',
})

test('layOutDocument: assigns highlight, strikethrough and underline to the marked words', () => {
  const page = {
    ...pageOf(1, words, [rule('struck', 197), rule('below', 201.5)]),
    fills: [
      {
        left: place('marked').left - 1,
        right: place('marked').right + 1,
        top: 191,
        bottom: 203,
        color: '#ffff00',
      },
    ],
  }
  const [paragraph] = paragraphs(page)
  const seen = paragraph?.spans.map(({ text, style }) => [
    text.trim(),
    style.highlight ?? '',
    style.isStruck === true,
    style.isUnderlined,
  ])
  expect(paragraph?.fill).toBeUndefined()
  expect(seen).toEqual([
    ['plain', '', false, false],
    ['marked', '#ffff00', false, false],
    ['struck', '', true, false],
    ['below', '', false, true],
    ['end', '', false, false],
  ])
})

test('layOutDocument: treats a color bar wider than the words as the paragraph background', () => {
  const bar = { left: 60, right: 540, top: 190, bottom: 204, color: '#dddddd' }
  const [paragraph] = paragraphs({ ...pageOf(1, words), fills: [bar] })
  expect(paragraph?.fill).toBe('#dddddd')
  expect(paragraph?.spans.every(({ style }) => style.highlight === undefined)).toBe(true)
})

test('layOutDocument: separates short centered lines and joins long ones', () => {
  const centered = (text: string, y: number) => lineOfText(text, 300 - text.length * 3, y)
  const short = [...centered('Your Name', 100), ...centered('January 3', 112)]
  const body = [140, 152, 164].flatMap(y => lineOfText('x'.repeat(30).concat(' ', 'y'.repeat(49)), 60, y))
  const [first, second] = paragraphs(pageOf(1, [...short, ...body]))
  expect([first?.spans[0]?.text, second?.spans[0]?.text]).toEqual(['Your Name', 'January 3'])
  const long = [
    ...centered('a title that is too long to be set in one line of it', 100),
    ...centered('and goes on', 112),
  ]
  expect(paragraphs(pageOf(1, [...long, ...body]))[0]?.spans[0]?.text).toMatch(/^a title.*goes on$/)
})

test('layOutDocument: reads a line that mixes directions in the direction of the page', () => {
  const visual = (text: string) => [...text].reverse().join('')
  const line = (text: string, baseline: number) => lineOfText(text, 100, baseline)
  const body = Array.from({ length: 4 }, (_, at) => line(visual('שלום לכל הקוראים של הדף'), 200 + 14 * at))
  const contact = line(`someone@example.org ${visual('דואר')}`, 300)
  const found = paragraphs(pageOf(1, [...body.flat(), ...contact]))
  expect(
    found
      .at(-1)
      ?.spans.map(({ text }) => text)
      .join(''),
  ).toBe('דואר someone@example.org')
})

test('layOutDocument: two columns of prose with headings at the same heights are not a table', () => {
  const prose = 'A sentence that fills the line of a box.'
  const card = (name: string, left: number, top: number) => [
    ...lineOfText(name, left, top),
    ...Array.from({ length: 3 }, (_, at) => lineOfText(prose, left, top + 60 + 12 * at)).flat(),
  ]
  const cards = [
    ...card('First card', 20, 100),
    ...card('Third card', 320, 100),
    ...card('Second card', 20, 260),
    ...card('Fourth card', 320, 260),
  ]
  const text = paragraphs(pageOf(1, cards)).map(({ kind, spans }) =>
    kind === 'paragraph' ? spans.map(span => span.text).join('') : kind,
  )
  expect(text).not.toContain('table')
  expect(text.filter(line => line.includes('card'))).toEqual([
    'First card',
    'Second card',
    'Third card',
    'Fourth card',
  ])
})
