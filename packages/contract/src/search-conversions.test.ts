import { expect, test } from 'vitest'
import { pairName } from './pair-pages.ts'
import { searchConversions } from './search-conversions.ts'

const namesOf = (text: string) => searchConversions(text).map(pairName)

test.each([
  ['srt to vtt', ['SRT to VTT']],
  ['XLSX to pdf', ['XLSX to PDF']],
  ['excel to csv', ['XLSX to CSV', 'XLS to CSV']],
  ['teapot', []],
  ['epub to teapot', ['EPUB to PDF', 'EPUB to MOBI', 'EPUB to DOCX', 'EPUB to TXT']],
])('searchConversions: %s', (text, names) => {
  expect(namesOf(text).slice(0, 4)).toEqual(names)
})

test('searchConversions: those from a format come before those to it', () => {
  expect(namesOf('epub').slice(0, 6)).toEqual([
    'EPUB to PDF',
    'EPUB to MOBI',
    'EPUB to DOCX',
    'EPUB to TXT',
    'EPUB to CBZ',
    'PDF to EPUB',
  ])
})
