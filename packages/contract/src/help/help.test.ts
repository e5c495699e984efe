import { expect, test } from 'vitest'
import { instances } from '../instance.ts'
import { defaultConversionsPerDay } from '../plans.ts'
import { sentencesOf, type TextSection } from '../text-section.ts'
import { hubTools } from '../tools/hub.ts'
import { helpArticle } from './articles.ts'
import { factsByPlan, formatNames, joinWith, sizeFacts } from './describe-limits.ts'
import { type HelpPageId, helpPagesOf, helpPageTexts, isHelpPageId } from './help-pages.ts'
import { helpQuestions as questionsWith } from './questions.ts'

const megabyte = 1024 * 1024

const textOf = (sections: readonly TextSection[]) =>
  sections.flatMap(({ blocks }) => blocks.flatMap(sentencesOf)).join('\n')
const helpQuestions = questionsWith('public', defaultConversionsPerDay)
const answerTo = (id: string) => helpQuestions.find(question => question.id === id)?.answer ?? ''

test('HELP-04 helpQuestions: ten distinct questions, each with an answer', () => {
  expect(helpQuestions).toHaveLength(10)
  expect(new Set(helpQuestions.map(({ question }) => question)).size).toBe(10)
  for (const { question, answer } of helpQuestions) {
    expect(question).toMatch(/[?]$/)
    expect(answer).toMatch(/[.]$/)
  }
})

test('HELP-06 helpQuestions: canceling keeps the benefits until the end of the billing period', () => {
  expect(answerTo('cancel')).toContain(
    'You keep all the benefits of your plan until the end of the billing period you have paid for',
  )
})

test('HELP-07 helpQuestions: retention by plan, and immediate deletion by the owner', () => {
  expect(answerTo('storage')).toContain('24 hours on Free, 7 days on Basic and 30 days on Pro')
  expect(answerTo('storage')).toContain('You can delete them immediately at any time')
})

test('HELP-08 helpQuestions: a batch accepts five files on Free', () => {
  expect(answerTo('batch')).toContain('up to 5 files of 10MB on Free')
})

test('HELP-03 helpArticles: every tool has an article with the same six sections', () => {
  for (const { id } of hubTools)
    expect(helpArticle('public', id).map(({ heading }) => heading)).toEqual([
      'What it does',
      'Step by step',
      'Formats',
      'Limits',
      'Tips',
      'Troubleshooting',
    ])
})

test.each([
  ['converter', ['Video, Free and Basic: up to 500MB', 'Image, Pro: up to 2GB', 'HEIC', 'MKV']],
  ['any-file', ['One file, Free and Basic: up to 500MB', 'E-books: EPUB', 'AZW3', 'Fonts: TTF', 'DjVu']],
  ['pdf', ['File size, Free: up to 100MB', 'File size, Basic: up to 250MB', 'DOCX']],
  ['batch', ['Files at once, Free and Basic: up to 5', 'Size per file, Free: up to 10MB', 'RTF']],
  ['ocr', ['File size, Free: up to 50MB', 'Languages per file, Free: 1', 'TIFF']],
  ['compress', ['up to 1GB', 'RAR, and levels 8 to 9', 'for ZIP, 7Z and RAR', 'up to 10,000']],
  ['image', ['File size, Free: up to 20MB', 'AVIF', 'Sepia']],
  ['audio', ['Audio file, Free: up to 50MB', 'Video, Free: up to 200MB', 'FLAC']],
  ['translate', ['up to 200,000 characters', 'Document, Free: up to 5MB', 'Hindi']],
  ['gif', ['up to 300', 'up to 30 seconds', '160 to 1280 pixels', 'APNG']],
  ['resize', ['Images at once, Free: up to 10', 'Size per file, Free: up to 50MB', 'smart crop']],
  ['qr', ['2,953 bytes', '64 to 4096 pixels', 'SVG and PNG', 'no conversion']],
  [
    'workbench',
    ['Size per file, Free: up to 100MB', 'up to 100', 'DOCX, DOC, ODT', 'one conversion, regardless'],
  ],
  ['video2text', ['File size, Free: up to 100MB', 'Subtitles as SRT', 'Korean']],
  [
    'account-and-billing',
    ['30 times those per day', 'PSD, OPUS and AIFF with Pro', '14 days', 'end of the billing period'],
  ],
  ['privacy', ['24 hours on Free, 7 days on Basic, 30 days on Pro', 'keyed hash']],
  ['getting-started', ['wait 7 seconds before an image', '5 seconds before a video', 'The plans page shows']],
] as const)('helpArticles: %s states the actual formats and limits', (id: HelpPageId, facts) => {
  const text = textOf(helpArticle('public', id))
  for (const fact of facts) expect(text).toContain(fact)
})

test('helpArticles: no unresolved placeholders, empty sentences or duplicate anchors', () => {
  const articles = instances.flatMap(instance =>
    helpPagesOf(instance).flatMap(({ id }) =>
      isHelpPageId(instance, id) ? [helpArticle(instance, id)] : [],
    ),
  )
  expect(articles).toHaveLength(34)
  for (const sections of articles) {
    expect(textOf(sections)).not.toMatch(/undefined|null|NaN|\[object|\$\{/)
    const ids = sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { blocks } of sections) {
      const sentences = blocks.flatMap(sentencesOf)
      expect(sentences.every(sentence => sentence.trim() !== '')).toBe(true)
      // The help page uses the first sentence of a block as its React key.
      const first = blocks.map(block => sentencesOf(block)[0])
      expect(new Set(first).size).toBe(first.length)
    }
  }
})

test('helpPageTexts: titles and descriptions are unique', () => {
  const pages = helpPagesOf('public').map(helpPageTexts)
  expect(pages).toHaveLength(17)
  expect(new Set(pages.map(({ title }) => title)).size).toBe(17)
  expect(new Set(pages.map(({ description }) => description)).size).toBe(17)
})

test('sizeFacts, factsByPlan: plans with the same limit share a row; a limit common to all names no plan', () => {
  expect(sizeFacts('public', 100 * megabyte, 'Size')).toEqual([
    { label: 'Size, Free', value: 'up to 100MB' },
    { label: 'Size, Basic', value: 'up to 250MB' },
    { label: 'Size, Pro', value: 'up to 2GB' },
  ])
  expect(sizeFacts('public', 500 * megabyte, 'Size')[0]).toEqual({
    label: 'Size, Free and Basic',
    value: 'up to 500MB',
  })
  expect(factsByPlan('public', 'Pages', () => 'any')).toEqual([{ label: 'Pages', value: 'any' }])
})

test('joinWith, formatNames: join with commas and a final conjunction, without duplicates', () => {
  expect(joinWith('or', ['a'])).toBe('a')
  expect(joinWith('or', ['a', 'b'])).toBe('a or b')
  expect(joinWith('and', ['a', 'b', 'c'])).toBe('a, b and c')
  expect(formatNames(['jpg', 'jxl', 'jpg'])).toBe('JPG and JPEG XL')
})

test('helpQuestions: the allowance follows the settings of the operator', () => {
  const answer = questionsWith('public', { free: 25, basic: null, pro: null }).find(
    ({ id }) => id === 'allowance',
  )?.answer
  expect(answer).toContain('Conversions per day: 25 on Free, unlimited on Basic, unlimited on Pro.')
})
