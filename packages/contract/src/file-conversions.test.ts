import { expect, test } from 'vitest'
import { conversionFields, mainFormatOf, operationsForFile, outputsOfFile } from './file-conversions.ts'

test('outputsOfFile: starts with the most wanted output and never has the format itself', () => {
  const outputs = outputsOfFile({ fileName: 'a.heic', format: 'heic' })
  expect(outputs.slice(0, 2)).toEqual(['jpg', 'png'])
  expect(outputs).not.toContain('heic')
  expect(new Set(outputs).size).toBe(outputs.length)
})

test('outputsOfFile: a file whose name says more than its content also becomes what its content can', () => {
  const outputs = outputsOfFile({ fileName: 'readme.md', format: 'txt' })
  expect(outputs).toContain('pdf')
  expect(outputs).not.toContain('md')
})

test.each(['letter.eml', 'people.vcf', 'plan.ics'])(
  'outputsOfFile: %s never becomes its source text',
  fileName => {
    const outputs = outputsOfFile({ fileName, format: 'txt' })
    expect(outputs.length).toBeGreaterThan(1)
    for (const to of ['docx', 'png', 'rtf'] as const) expect(outputs).not.toContain(to)
  },
)

test('outputsOfFile: a ZIP file of one Markdown text and its images becomes a document, and another archive', () => {
  const outputs = outputsOfFile({ fileName: 'guide.zip', format: 'textpack' })
  expect(outputs[0]).toBe('pdf')
  expect(mainFormatOf({ fileName: 'guide.zip', format: 'textpack' })).toBe('textpack')
  expect(mainFormatOf({ fileName: 'guide.cbz', format: 'textpack' })).toBe('cbz')
  expect(outputs).toEqual(expect.arrayContaining(['docx', 'html', 'epub', '7z', 'tar']))
  expect(operationsForFile({ fileName: 'guide.zip', format: 'textpack' }, 'docx')).toEqual(['convert-markup'])
  expect(operationsForFile({ fileName: 'guide.zip', format: 'textpack' }, '7z')).toEqual(['convert-archive'])
  expect(outputsOfFile({ fileName: 'guide.zip', format: 'zip' })).not.toContain('pdf')
})

test('outputsOfFile: nothing for a file that no operation takes', () => {
  expect(outputsOfFile({ fileName: 'list.m3u8', format: 'playlist' })).toEqual([])
})

test('operationsForFile: the preferred operation of a pair is first', () => {
  expect(operationsForFile({ fileName: 'a.png', format: 'png' }, 'jpg')[0]).toBe('convert-image')
})

test('conversionFields: sound of a video is extracted, that of an audio file is converted', () => {
  const video = { fileName: 'a.mov', format: 'mov' } as const
  const audio = { fileName: 'a.wav', format: 'wav' } as const
  expect(conversionFields('convert-audio', video, 'mp3', { quality: '320' })).toEqual({
    quality: '320',
    outputFormat: 'mp3',
    isExtraction: true,
  })
  expect(conversionFields('convert-audio', audio, 'mp3', {})).toEqual({ outputFormat: 'mp3' })
})

test('conversionFields: sends no format to an operation without one', () => {
  const file = { fileName: 'a.mp4', format: 'mp4' } as const
  expect(conversionFields('extract-video-text', file, 'txt', {})).toEqual({})
})
