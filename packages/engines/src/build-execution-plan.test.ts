import type { FormatId } from '@filesmith/contract/formats'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { convertDocument } from '@filesmith/contract/operations/convert-document'
import { convertImage } from '@filesmith/contract/operations/convert-image'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import { extractionInputs } from '@filesmith/contract/operations/media-calls'
import { parseOptions } from '@filesmith/contract/operations/parse-options'
import type { OperationId } from '@filesmith/contract/operations/registry'
import { readExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import { describe, expect, test } from 'vitest'
import { buildExecutionPlan } from './build-execution-plan.ts'
import type { EngineId } from './engine.ts'
import { missingPairs, operationAvailability } from './operation-availability.ts'

const everything: (engine: EngineId) => boolean = () => true
const nothing = () => false
const only = (engine: EngineId) => (candidate: EngineId) => candidate === engine

const build = (operation: OperationId, from: FormatId, fields: object, isAvailable = everything) =>
  buildExecutionPlan({ operation, from, requested: parseOptions(operation, fields), isAvailable })

const mediaOperations = [
  ['convert-video', convertVideo],
  ['convert-audio', convertAudio],
] as const
const isVideo = (format: FormatId) => extractionInputs.some(input => input === format)

const imagePlan = (
  from: (typeof convertImage.inputs)[number] | 'pdf',
  outputFormat: (typeof convertImage.outputs)[number],
  isAvailable: (engine: EngineId) => boolean = everything,
) => build('convert-image', from, { outputFormat, quality: 'low' }, isAvailable)

describe('buildExecutionPlan', () => {
  test('builds one step where one engine covers the conversion', () => {
    expect(imagePlan('jpg', 'webp')).toEqual({
      version: 2,
      steps: [{ ability: 'sharp-convert', from: 'jpg', to: 'webp', options: { quality: 'low' } }],
    })
  })

  test('passes the quality to the last step only', () => {
    expect(imagePlan('heic', 'jxl').steps).toEqual([
      { ability: 'sharp-convert', from: 'heic', to: 'png', options: { isIntermediate: true } },
      { ability: 'magick-encode-jxl', from: 'png', to: 'jxl', options: { quality: 'low' } },
    ])
  })

  test('reads every image format in one step, without WebAssembly', () => {
    for (const from of convertImage.inputs)
      expect(imagePlan(from, from === 'webp' ? 'png' : 'webp').steps).toMatchObject([
        { ability: 'sharp-convert' },
      ])
  })

  test('recognizes the text of a HEIC image from lossless pixels that keep its pages', () => {
    expect(build('extract-text', 'heic', {}).steps).toMatchObject([
      { ability: 'sharp-convert', from: 'heic', to: 'tiff', options: { isIntermediate: true } },
      { ability: 'recognise-text' },
    ])
  })

  test('builds every declared image pair, in a form the queue accepts', () => {
    for (const from of convertImage.inputs) {
      for (const to of convertImage.outputs) {
        const executionPlan = readExecutionPlan(imagePlan(from, to))
        expect(executionPlan.steps.at(-1)).toMatchObject({ to, options: { quality: 'low' } })
      }
    }
  })

  test('rejects an unsupported input format and names it', () => {
    expect(() => imagePlan('pdf', 'png')).toThrow('This is a PDF file, which is not supported here.')
  })

  test('CALL-09 rejects with 503 engine-missing when an engine is missing', () => {
    expect(() => imagePlan('heic', 'jxl', only('sharp'))).toThrow(
      expect.objectContaining({ code: 'engine-missing', status: 503 }),
    )
    expect(imagePlan('jpg', 'png', only('sharp')).steps).toHaveLength(1)
  })

  test('builds video and audio as one step with all options', () => {
    const video = { outputFormat: 'webm', quality: '480p' } as const
    expect(build('convert-video', 'mov', video).steps).toEqual([
      { ability: 'ffmpeg-video', from: 'mov', to: 'webm', options: { quality: '480p' } },
    ])
    const audio = { outputFormat: 'mp3', quality: '192', isExtraction: true } as const
    expect(build('convert-audio', 'mov', audio).steps).toEqual([
      { ability: 'ffmpeg-audio', from: 'mov', to: 'mp3', options: { quality: '192', isExtraction: true } },
    ])
  })

  test('builds every declared video and audio pair as one step', () => {
    for (const [operation, { inputs, outputs }] of mediaOperations) {
      for (const from of inputs) {
        for (const outputFormat of outputs) {
          const fields = {
            outputFormat,
            ...(operation === 'convert-audio' && { isExtraction: isVideo(from) }),
          }
          expect(readExecutionPlan(build(operation, from, fields)).steps).toHaveLength(1)
        }
      }
    }
  })

  test('extracts audio from a video only when isExtraction is set', () => {
    const extract = (from: 'wmv' | 'mp3', isExtraction: boolean) => () =>
      build('convert-audio', from, { outputFormat: 'mp3', quality: '128', isExtraction })
    expect(extract('wmv', true)).not.toThrow()
    expect(extract('wmv', false)).toThrow('This is a WMV file, which is not supported here.')
    expect(extract('mp3', true)).toThrow('This is a MP3 file, which is not supported here.')
  })

  test('rejects a playlist with playlist-given', () => {
    const options = { outputFormat: 'mp4', quality: '720p' } as const
    expect(() => build('convert-video', 'playlist', options)).toThrow(
      expect.objectContaining({ code: 'playlist-given' }),
    )
  })

  test('CALL-09 rejects video with a readable message when ffmpeg is missing', () => {
    const options = { outputFormat: 'mp4', quality: '720p' } as const
    expect(() => build('convert-video', 'mov', options, only('sharp'))).toThrow(
      'Video conversion is currently not available on this server.',
    )
  })

  test.each(convertDocument.inputs)('builds %s to every document format', from => {
    for (const outputFormat of convertDocument.outputs) {
      const { steps } = build('convert-document', from, { outputFormat, quality: 'high' })
      const isKept = from === outputFormat && ['pdf', 'docx', 'odt', 'rtf'].includes(from)
      expect(steps.map(step => step.ability).includes('copy')).toBe(isKept)
      expect(steps.at(-1)?.to).toBe(outputFormat)
    }
  })

  test('builds PDF to RTF by way of DOCX', () => {
    const { steps } = build('convert-document', 'pdf', { outputFormat: 'rtf', quality: 'high' })
    expect(steps.map(step => step.to)).toEqual(['docx', 'rtf'])
  })

  test('builds an archive of any files as one step', () => {
    const { steps } = build('compress-files', 'other', { compressionFormat: 'rar', compressionLevel: 7 })
    expect(steps).toEqual([{ ability: 'archive/pack', from: 'other', to: 'rar', options: { level: 7 } }])
  })
})

describe('operationAvailability', () => {
  test('offers an operation as long as any of its conversions works', () => {
    expect(operationAvailability('convert-image', everything)).toEqual({ isAvailable: true, reason: null })
    expect(operationAvailability('convert-image', only('sharp'))).toEqual({ isAvailable: true, reason: null })
  })

  test('CALL-09 gives the reason when an operation is unavailable', () => {
    expect(operationAvailability('convert-image', nothing)).toEqual({
      isAvailable: false,
      reason: 'Image conversion is currently not available on this server.',
    })
    expect(operationAvailability('convert-audio', only('sharp'))).toMatchObject({ isAvailable: false })
    expect(operationAvailability('convert-audio', only('ffmpeg'))).toMatchObject({ isAvailable: true })
  })
})

test('build-execution-plan.ts and runtime.ts: import no native library', async () => {
  const { execFileSync } = await import('node:child_process')
  const script = `
    await import(${JSON.stringify(new URL('./build-execution-plan.ts', import.meta.url).href)})
    await import(${JSON.stringify(new URL('./runtime.ts', import.meta.url).href)})
    const loaded = process.report.getReport().sharedObjects
    console.log(loaded.filter(name => /sharp|vips/.test(name)).length)`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(output.trim()).toBe('0')
})

describe('buildExecutionPlan: operations with dedicated abilities', () => {
  const abilitiesOf = (from: FormatId, operation: 'extract-text' | 'translate-document') => {
    const fields = operation === 'extract-text' ? {} : { sourceLanguage: 'en', targetLanguage: 'es' }
    return build(operation, from, fields).steps.map(step => `${step.from} ${step.ability} ${step.to}`)
  }

  test.each([
    ['tiff', ['tiff recognise-text txt']],
    ['pdf', ['pdf recognise-text txt']],
  ] as const)('recognizes text of %s directly', (from, steps) => {
    expect(abilitiesOf(from, 'extract-text')).toEqual(steps)
  })

  test.each(['bmp', 'heic'] as const)('converts %s to a readable image before recognizing text', from => {
    const steps = abilitiesOf(from, 'extract-text')
    expect(steps).toHaveLength(2)
    expect(steps[1]).toMatch(/^(png|tiff) recognise-text txt$/)
  })

  test.each([
    ['txt', ['txt translate-txt txt']],
    ['docx', ['docx translate-docx docx']],
    ['doc', ['doc office-convert docx', 'docx translate-docx docx']],
    ['pdf', ['pdf pdf-to-document docx', 'docx translate-docx docx', 'docx office-convert pdf']],
  ] as const)('TRAN-26 translates %s by the shortest route', (from, steps) => {
    expect(abilitiesOf(from, 'translate-document')).toEqual(steps)
  })

  test('routes no other operation through them', () => {
    const toText = (isAvailable: (engine: EngineId) => boolean) =>
      build('convert-pdf', 'pdf', { outputFormat: 'txt', quality: 'high' }, isAvailable)
    expect(toText(everything).steps[0]?.ability).toBe('pdf-to-document')
    expect(() => toText(only('ocr'))).toThrow(expect.objectContaining({ code: 'engine-missing' }))
  })

  test('CALL-09 reports an operation unavailable without its engine', () => {
    const allExcept = (engine: EngineId) => (candidate: EngineId) => candidate !== engine
    expect(operationAvailability('extract-text', allExcept('ocr')).isAvailable).toBe(false)
    expect(operationAvailability('extract-video-text', allExcept('speech')).isAvailable).toBe(false)
    expect(operationAvailability('translate-document', allExcept('translation')).isAvailable).toBe(false)
    for (const id of ['extract-text', 'extract-video-text', 'translate-document'] as const)
      expect(operationAvailability(id, everything).isAvailable).toBe(true)
  })
})

test('buildExecutionPlan: strict is kept with the plan and with the stored options, and only for files that are read', () => {
  const fields = { outputFormat: 'mp3', strict: 'true' }
  expect(readExecutionPlan(build('convert-audio', 'wav', fields)).isStrict).toBe(true)
  expect(parseOptions('convert-audio', fields).options).toMatchObject({ strict: true })
  expect(build('convert-audio', 'wav', { outputFormat: 'mp3' })).not.toHaveProperty('isStrict')
  expect(() => parseOptions('convert-audio', { outputFormat: 'mp3', strict: 'maybe' })).toThrow(
    'strict must be',
  )
  expect(() => parseOptions('compress-files', { strict: true })).toThrow(/strict/)
})

test('missingPairs: what an available operation cannot do without an engine', () => {
  const without = (engine: EngineId) => (each: EngineId) => each !== engine
  expect(missingPairs('convert-mail', without('libreoffice'))).toEqual({ eml: ['pdf'], msg: ['pdf'] })
  const books = missingPairs('convert-book', without('libreoffice'))
  expect(books.epub).toEqual(['pdf', 'md'])
  expect(missingPairs('convert-mail', () => true)).toEqual({})
})
