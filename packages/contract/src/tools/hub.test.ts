import { expect, test } from 'vitest'
import { comingSoon, findHubTool, hubTools } from './hub.ts'

test('HUB-11 the hub has ten tools, in the order of their tabs, and further tools after them', () => {
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
    'qr QR Code Maker',
    'workbench PDF Workbench',
  ])
})

test('HUB-13 planned tools', () => {
  expect(comingSoon).toEqual(['Video Editor', 'SVG Creator', 'AI Content Generator'])
})

test('findHubTool: HUB-05 undefined for an unknown tool', () => {
  expect(findHubTool('teapot')).toBeUndefined()
  expect(findHubTool(null)).toBeUndefined()
  expect(findHubTool('toString')).toBeUndefined()
})
