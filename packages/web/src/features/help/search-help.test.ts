import { expect, test } from 'vitest'
import { cutPassage } from './cut-passage.ts'
import { searchHelp } from './search-help.ts'
import { markWords, searchWords } from './search-words.ts'

const articlesFor = (text: string) => searchHelp(text).articles.map(({ page }) => page.id)
const questionsFor = (text: string) => searchHelp(text).questions.map(({ id }) => id)

test.each([
  ['gif', 'gif'],
  ['resize', 'resize'],
  ['transcribe', 'video2text'],
  ['zip password', 'compress'],
  ['refund', 'account-and-billing'],
  ['How do I delete my files?', 'privacy'],
  ['pdf to word', 'pdf'],
  ['heic', 'converter'],
])('HELP-01 "%s" finds the article %s first', (text, id) => {
  expect(articlesFor(text)[0]).toBe(id)
})

test.each([
  ['cancel', 'cancel'],
  ['how long are files kept', 'storage'],
  ['several files at once', 'batch'],
  ['failed', 'failed'],
])('HELP-01 "%s" finds the question %s first', (text, id) => {
  expect(questionsFor(text)[0]).toBe(id)
})

test('HELP-01 every word must be found, so that one more word never finds more', () => {
  const one = articlesFor('password')
  const two = articlesFor('password archive')
  expect(two.length).toBeGreaterThan(0)
  expect(two.length).toBeLessThan(one.length)
  expect(one).toEqual(expect.arrayContaining(two))
  expect(articlesFor('password teapot')).toEqual([])
})

test('HELP-01 nothing typed and nothing found are both nothing', () => {
  expect(searchHelp('  ')).toEqual({ words: [], articles: [], questions: [] })
  expect(searchHelp('?!')).toEqual({ words: [], articles: [], questions: [] })
  expect(searchHelp('abacus')).toMatchObject({ articles: [], questions: [] })
})

test('HELP-01 a result shows the sentence that was looked for, and where it stands', () => {
  const [first] = searchHelp('forgot password').articles
  expect(first?.page.id).toBe('account-and-billing')
  expect(first?.passage).toMatchObject({ sectionId: 'signing-in' })
  expect(first?.passage?.text).toMatch(/^Forgot your password\?/)
})

test('HELP-01 a section whose heading says it comes before the line about the whole page', () => {
  const [first] = searchHelp('How do I cancel?').articles
  expect(first?.passage).toMatchObject({ sectionId: 'cancelling' })
  const [gif] = searchHelp('gif').articles
  expect(gif?.page.id).toBe('gif')
  expect(gif?.passage).toBeUndefined()
})

test('cases, accents, fillers and plurals make no difference', () => {
  expect(searchWords('How do I CANCEL it?')).toEqual(['cancel'])
  expect(searchWords('Pässword')).toEqual(['password'])
  expect(searchWords('how to')).toEqual(['how', 'to'])
  expect(articlesFor('passwords')).toEqual(articlesFor('password'))
})

test('signs that mean something in patterns are only signs', () => {
  expect(searchWords('a.*b (c|d) [e')).toEqual(['b', 'c', 'd', 'e'])
  expect(() => searchHelp('((( *** \\')).not.toThrow()
})

test('words are marked where they begin, and everything stays readable', () => {
  const pieces = markWords('Convert a PDF with the converter', ['convert', 'pdf'])
  expect(pieces.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual([
    'Convert',
    'PDF',
    'convert',
  ])
  expect(pieces.map(({ text }) => text).join('')).toBe('Convert a PDF with the converter')
  expect(markWords('reconvert', ['convert'])).toEqual([{ text: 'reconvert', isFound: false, at: 0 }])
})

test('a long sentence is cut around what was found, never within a word', () => {
  const long = `${'before '.repeat(40)}needle ${'after '.repeat(40)}`.trim()
  const cut = cutPassage(long, ['needle'])
  expect(cut.length).toBeLessThan(190)
  expect(cut).toMatch(/^… (before )+needle (after )+…$/)
  expect(cutPassage('short needle', ['needle'])).toBe('short needle')
  expect(cutPassage(`needle ${'after '.repeat(40)}`.trim(), ['needle'])).toMatch(/^needle (after )+…$/)
})
