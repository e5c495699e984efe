import { expect, test } from 'vitest'
import { operationsFor } from './conversions.ts'
import { hasPairPage, pairAt, pairPage, pairPaths, relatedPairs } from './pair-pages.ts'
import { pairFacts, pairSections } from './pair-sections.ts'

const paths = pairPaths()

test('pairAt: finds the pair of a path, and nothing for unknown, impossible and unwanted pairs', () => {
  expect(pairAt('/convert/heic-to-jpg')).toEqual({ from: 'heic', to: 'jpg' })
  for (const path of [
    '/convert/jpg-to-jpg',
    '/convert/png-to-mp3',
    '/convert/a-to-b',
    '/convert/',
    '/convert',
  ])
    expect([path, pairAt(path)]).toEqual([path, undefined])
  expect(pairAt('/convert/heic-to-jpg-to-png')).toBeUndefined()
})

test('pairPaths: every page is of a pair that an operation converts, and has texts that no other page has', () => {
  const pairs = paths.map(path => pairAt(path))
  expect(pairs.every(pair => pair && operationsFor(pair.from, pair.to).length > 0)).toBe(true)
  const titles = pairs.map(pair => pair && pairPage(pair).title)
  expect(new Set(titles).size).toBe(titles.length)
})

test('pairFacts: say what each pair keeps and loses', () => {
  for (const path of paths) {
    const pair = pairAt(path)
    const { kept, lost } = pair ? pairFacts(pair) : { kept: [], lost: [] }
    expect([path, kept.length > 0, lost.length > 0]).toEqual([path, true, true])
    expect([...kept, ...lost].filter(text => !text.endsWith('.'))).toEqual([])
  }
})

test.each([
  ['png', 'jpg', 'Transparency'],
  ['gif', 'png', 'animation'],
  ['mp4', 'mp3', 'picture'],
  ['pdf', 'txt', 'Images'],
  ['cbz', 'pdf', 'only the images'],
  ['djvu', 'pdf', 'neither searched nor copied'],
  ['json', 'csv', 'Nesting'],
  ['yaml', 'json', 'Comments'],
  ['vcf', 'csv', 'Photos'],
  ['ics', 'csv', 'Alarms'],
  ['eml', 'pdf', 'Attachments'],
  ['eml', 'pdf', 'Images on the internet'],
  ['epub', 'pdf', 'layout of the book'],
  ['epub', 'mobi', 'Formulas'],
  ['xlsx', 'csv', 'Formulas'],
  ['pptx', 'pdf', 'Animations'],
  ['emf', 'png', 'become pixels'],
  ['md', 'pdf', 'nothing is loaded'],
  ['srt', 'txt', 'All times'],
  ['rar', 'zip', 'Links'],
] as const)('pairFacts: %s to %s loses %s', (from, to, word) => {
  expect(pairFacts({ from, to }).lost.join(' ')).toContain(word)
})

test.each([
  ['svg', 'pdf', 'Text that can be searched', 'stays an image'],
  ['cbr', 'cbz', 'same image', 'headings'],
  ['djvu', 'pdf', 'as an image', 'Text that can be searched'],
  ['vcf', 'json', 'Photos', 'headings'],
  ['vcf', 'csv', 'phone numbers', 'page layout'],
  ['ics', 'json', 'Alarms', 'page layout'],
  ['csv', 'xlsx', 'Every row and column', 'headings'],
  ['csv', 'json', 'true and false are recognized', 'sheets'],
  ['numbers', 'xlsx', 'All sheets', 'headings'],
  ['xlsx', 'json', 'all sheets', 'as text'],
  ['epub', 'pdf', 'chapters', 'looks the same'],
  ['eml', 'pdf', 'Sender', 'headings'],
  ['txt', 'pdf', 'The text', 'images'],
  ['jpg', 'zip', 'favicons', 'As far as'],
] as const)('pairFacts: %s to %s keeps "%s", and says nothing about "%s"', (from, to, word, other) => {
  const { kept, lost } = pairFacts({ from, to })
  expect(kept.join(' ')).toContain(word)
  expect([...kept, ...lost].join(' ')).not.toContain(other)
})

test('pairFacts: JPG to PNG keeps every pixel and loses no transparency', () => {
  const { kept, lost } = pairFacts({ from: 'jpg', to: 'png' })
  expect(kept.join(' ')).toContain('Every pixel')
  expect(lost.join(' ')).not.toContain('Transparency')
})

test('pairFacts: metadata can be kept only where it is read and written', () => {
  const lost = (from: 'jpg' | 'heic', to: 'webp' | 'heic' | 'jpg') => pairFacts({ from, to }).lost.join(' ')
  expect(lost('jpg', 'webp')).toContain('unless you choose to keep it')
  expect(lost('jpg', 'heic')).not.toContain('unless')
  expect(lost('heic', 'jpg')).not.toContain('unless')
})

test('relatedPairs: have pages, and the reverse only if it is wanted', () => {
  const { reverse, others, sources } = relatedPairs({ from: 'png', to: 'jpg' })
  expect(reverse).toEqual({ from: 'jpg', to: 'png' })
  expect([...others, ...sources].every(hasPairPage)).toBe(true)
  expect(relatedPairs({ from: 'heic', to: 'jpg' }).reverse).toEqual({ from: 'jpg', to: 'heic' })
  expect(relatedPairs({ from: 'psd', to: 'jpg' }).reverse).toBeUndefined()
})

test('pairSections: name no plan in a private instance', () => {
  const text = JSON.stringify(pairSections('private', { from: 'heic', to: 'jpg' }))
  expect(text).not.toMatch(/Free|Basic|Pro\b/)
  expect(JSON.stringify(pairSections('public', { from: 'heic', to: 'jpg' }))).toContain('Free')
})
