import { expect, test } from 'vitest'
import { operations } from '../operations/registry.ts'
import { hubTools } from './hub.ts'
import { searchHubTools } from './search-hub-tools.ts'

test.each([
  ['conv', ['pdf', 'batch']],
  ['TEXT', ['ocr', 'translate', 'video2text']],
  ['  gif ', ['gif']],
  ['teapot', []],
])('searchHubTools: HUB-08 "%s" finds %s', (text, ids) => {
  expect(searchHubTools(text).map(({ id }) => id)).toEqual(ids)
})

test.each([
  ['mp3', ['audio', 'batch']],
  ['jpeg', ['pdf', 'batch', 'image', 'resize', 'ocr', 'gif']],
  ['merge', ['workbench', 'compress', 'gif']],
  ['crop a photo', ['image', 'resize']],
  ['transcribing', ['video2text']],
  ['zip folder', ['compress', 'batch']],
  ['subtitles', ['video2text']],
])('searchHubTools: the formats, verbs and keywords of "%s" find %s', (text, ids) => {
  expect(searchHubTools(text).map(({ id }) => id)).toEqual(ids)
})

test.each([
  ['heic to jpg', ['batch', 'image', 'resize']],
  ['convert HEIC into JPEG', ['batch', 'image', 'resize']],
  ['pdf to word', ['pdf', 'batch']],
  ['images to pdf', ['workbench']],
  ['video to mp3', ['audio']],
  ['mp4 -> gif', ['gif']],
  ['photo to text', ['ocr']],
  ['mp3 to jpg', []],
])('searchHubTools: "%s" finds the tools that convert so: %s', (text, ids) => {
  expect(searchHubTools(text).map(({ id }) => id)).toEqual(ids)
})

test.each([
  'redact pdf',
  'sign pdf',
  'add a signature to a pdf',
  'watermark',
  'fill form',
  'fill out pdf',
  'compress pdf',
  'protect pdf',
  'remove password from pdf',
  'page numbers',
  'compare pdf',
  'crop pdf',
  'flatten',
  'repair pdf',
  'booklet',
  'pdf metadata',
  'grayscale pdf',
])('searchHubTools: "%s" finds the PDF Workbench', text => {
  expect(searchHubTools(text).map(({ id }) => id)).toContain('workbench')
})

test.each(hubTools.filter(({ operation }) => operation !== 'batch-convert'))(
  'searchHubTools: $id converts what it is found for',
  ({ operation, conversions }) => {
    if (operation === 'batch-convert') return
    const { inputs, outputs } = operations[operation]
    // Transcripts are also saved as subtitles, by the page.
    const writable: readonly string[] =
      operation === 'extract-video-text' ? [...outputs, 'srt', 'vtt'] : outputs
    for (const { reads, writes } of conversions) {
      if (inputs !== 'any') expect(inputs).toEqual(expect.arrayContaining([...reads]))
      expect(writable).toEqual(expect.arrayContaining([...writes]))
    }
  },
)
