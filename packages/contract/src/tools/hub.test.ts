import { expect, test } from 'vitest'
import { comingSoon, findHubTool, hubTools, searchHubTools } from './hub.ts'

test('HUB-11 ten tools, in the order of their tabs', () => {
  expect(hubTools.map(({ id, label }) => `${id} ${label}`)).toEqual([
    'pdf PDF Converter',
    'batch Batch Converter',
    'ocr Text Extractor OCR',
    'compress File Compressor',
    'image Image Editor',
    'audio Audio Suite',
    'translate Text Translator',
    'gif GIF Maker',
    'resize Image Resizer',
    'video2text Video to Text',
  ])
})

test.each([
  ['conv', ['pdf', 'batch']],
  ['TEXT', ['ocr', 'translate', 'video2text']],
  ['  gif ', ['gif']],
  ['teapot', []],
])('HUB-08 a search for "%s" finds %s', (text, ids) => {
  expect(searchHubTools(text).map(({ id }) => id)).toEqual(ids)
})

test('HUB-13 what is planned', () => {
  expect(comingSoon).toEqual(['Video Editor', 'SVG Creator', 'AI Content Generator'])
})

test('HUB-05 nobody knows a tool that is not among them', () => {
  expect(findHubTool('teapot')).toBeUndefined()
  expect(findHubTool(null)).toBeUndefined()
  expect(findHubTool('toString')).toBeUndefined()
})
