import { helpQuestions } from '@filesmith/contract/help/questions'
import { defaultConversionsPerDay } from '@filesmith/contract/plans'
import { expect, test } from 'vitest'
import { cutPassage } from './help.tsx'
import { searchHelp as searchAll } from './search-help.ts'
import { markWords, searchWords } from './search-words.ts'

const questions = helpQuestions('public', defaultConversionsPerDay)
const searchHelp = (text: string) => searchAll(text, questions)
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
])('HELP-01 searchHelp: "%s" finds the article %s first', (text, id) => {
  expect(articlesFor(text)[0]).toBe(id)
})

test.each([
  ['cancel', 'cancel'],
  ['how long are files kept', 'storage'],
  ['several files at once', 'batch'],
  ['failed', 'failed'],
])('HELP-01 searchHelp: "%s" finds the question %s first', (text, id) => {
  expect(questionsFor(text)[0]).toBe(id)
})

test('HELP-01 searchHelp: requires every word, so that additional words only narrow the results', () => {
  const one = articlesFor('password')
  const two = articlesFor('password archive')
  expect(two.length).toBeGreaterThan(0)
  expect(two.length).toBeLessThan(one.length)
  expect(one).toEqual(expect.arrayContaining(two))
  expect(articlesFor('password teapot')).toEqual([])
})

test('HELP-01 searchHelp: is empty for empty input and without matches', () => {
  expect(searchHelp('  ')).toEqual({ words: [], articles: [], questions: [] })
  expect(searchHelp('?!')).toEqual({ words: [], articles: [], questions: [] })
  expect(searchHelp('abacus')).toMatchObject({ articles: [], questions: [] })
})

test('HELP-01 searchHelp: a result contains the best sentence and its section', () => {
  const [first] = searchHelp('forgot password').articles
  expect(first?.page.id).toBe('account-and-billing')
  expect(first?.passage).toMatchObject({ sectionId: 'signing-in' })
  expect(first?.passage?.text).toMatch(/^Forgot your password\?/)
})

test('HELP-01 searchHelp: prefers a section with a matching heading over the summary of the page', () => {
  const [first] = searchHelp('How do I cancel?').articles
  expect(first?.passage).toMatchObject({ sectionId: 'cancelling' })
  const [gif] = searchHelp('gif').articles
  expect(gif?.page.id).toBe('gif')
  expect(gif?.passage).toBeUndefined()
})

test.each([
  ['pasword', 'password'],
  ['refnud', 'refund'],
  ['transcirbe', 'transcribe'],
  ['compresion level', 'compression level'],
  ['Tranlsation', 'translation'],
])('searchHelp: finds for "%s" what "%s" finds', (typed, meant) => {
  const found = searchHelp(typed)
  expect(found.articles.length).toBeGreaterThan(0)
  expect(found).toEqual({ ...searchHelp(meant), isCorrected: true })
})

test('searchHelp: does not correct words that occur, short ones, or those that resemble nothing', () => {
  expect(searchHelp('password').isCorrected).toBeUndefined()
  expect(searchHelp('gfi').articles).toEqual([])
  expect(searchHelp('teapot').articles).toEqual([])
})

test('searchWords: ignores case, accents, stop words and plurals', () => {
  expect(searchWords('How do I CANCEL it?')).toEqual(['cancel'])
  expect(searchWords('Pässword')).toEqual(['password'])
  expect(searchWords('how to')).toEqual(['how', 'to'])
  expect(articlesFor('passwords')).toEqual(articlesFor('password'))
})

test('searchWords: treats regular expression characters literally', () => {
  expect(searchWords('a.*b (c|d) [e')).toEqual(['b', 'c', 'd', 'e'])
  expect(() => searchHelp('((( *** \\')).not.toThrow()
})

test('markWords: marks matches at word starts and preserves the text', () => {
  const segments = markWords('Convert a PDF with the converter', ['convert', 'pdf'])
  expect(segments.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual([
    'Convert',
    'PDF',
    'convert',
  ])
  expect(segments.map(({ text }) => text).join('')).toBe('Convert a PDF with the converter')
  expect(markWords('reconvert', ['convert'])).toEqual([{ text: 'reconvert', isFound: false, at: 0 }])
})

test('cutPassage: shortens a long sentence around the match at word boundaries', () => {
  const long = `${'before '.repeat(40)}needle ${'after '.repeat(40)}`.trim()
  const cut = cutPassage(long, ['needle'])
  expect(cut.length).toBeLessThan(190)
  expect(cut).toMatch(/^… (before )+needle (after )+…$/)
  expect(cutPassage('short needle', ['needle'])).toBe('short needle')
  expect(cutPassage(`needle ${'after '.repeat(40)}`.trim(), ['needle'])).toMatch(/^needle (after )+…$/)
})
