import { convertImage } from '@filesmith/contract/operations/convert-image'
import { planSchema } from '@filesmith/contract/schemas/plan'
import { describe, expect, test } from 'vitest'
import type { EngineId } from './engine.ts'
import { operationAvailability } from './operation-availability.ts'
import { planConversion } from './plan.ts'

const everything = () => true
const nothing = () => false
const only = (engine: EngineId) => (asked: EngineId) => asked === engine

const planImage = (
  from: (typeof convertImage.inputs)[number] | 'pdf',
  outputFormat: (typeof convertImage.outputs)[number],
  isAvailable: (engine: EngineId) => boolean = everything,
) =>
  planConversion({ operation: 'convert-image', from, options: { outputFormat, quality: 'low' }, isAvailable })

describe('planConversion', () => {
  test('one step where one engine does it all', () => {
    expect(planImage('jpg', 'webp')).toEqual({
      steps: [{ ability: 'sharp-convert', from: 'jpg', to: 'webp', options: { quality: 'low' } }],
    })
  })

  test('quality belongs to the last step only', () => {
    expect(planImage('heic', 'jpg').steps).toEqual([
      { ability: 'magick-decode', from: 'heic', to: 'tiff', options: { isIntermediate: true } },
      { ability: 'sharp-convert', from: 'tiff', to: 'jpg', options: { quality: 'low' } },
    ])
  })

  test('every declared pair has a plan the queue accepts', () => {
    for (const from of convertImage.inputs) {
      for (const to of convertImage.outputs) {
        const plan = planSchema.parse(planImage(from, to))
        expect(plan.steps.at(-1)).toMatchObject({ to, options: { quality: 'low' } })
      }
    }
  })

  test('a format the call does not take is named in the answer', () => {
    expect(() => planImage('pdf', 'png')).toThrow('This is a PDF file, which cannot be used here.')
  })

  test('CALL-09 a missing engine is a plain 503', () => {
    expect(() => planImage('heic', 'jpg', only('sharp'))).toThrow(
      expect.objectContaining({ code: 'engine-missing', status: 503 }),
    )
    expect(planImage('jpg', 'png', only('sharp')).steps).toHaveLength(1)
  })

  test('films have no engine yet, and that is what is said', () => {
    const options = { outputFormat: 'mp4', quality: '720p' } as const
    expect(() =>
      planConversion({ operation: 'convert-video', from: 'mov', options, isAvailable: everything }),
    ).toThrow('Video conversion is not available on this server at the moment.')
  })
})

describe('operationAvailability', () => {
  test('pictures are offered as long as anything of them works', () => {
    expect(operationAvailability('convert-image', everything)).toEqual({ isAvailable: true, reason: null })
    expect(operationAvailability('convert-image', only('sharp'))).toEqual({ isAvailable: true, reason: null })
  })

  test('CALL-09 otherwise the reason is given in plain words', () => {
    expect(operationAvailability('convert-image', nothing)).toEqual({
      isAvailable: false,
      reason: 'Image conversion is not available on this server at the moment.',
    })
    expect(operationAvailability('convert-audio', everything)).toMatchObject({ isAvailable: false })
  })
})

test('planning loads no native library', async () => {
  const { execFileSync } = await import('node:child_process')
  const script = `
    await import(${JSON.stringify(new URL('./plan.ts', import.meta.url).href)})
    await import(${JSON.stringify(new URL('./runtime.ts', import.meta.url).href)})
    const loaded = process.report.getReport().sharedObjects
    console.log(loaded.filter(name => /sharp|vips/.test(name)).length)`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(output.trim()).toBe('0')
})
