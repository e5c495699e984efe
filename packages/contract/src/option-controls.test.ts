import { expect, test } from 'vitest'
import { operationsFor, outputsFrom } from './conversions.ts'
import { formatIds } from './formats.ts'
import type { Operation } from './operations/operation.ts'
import { type OperationId, operations } from './operations/registry.ts'
import { hiddenOptions, optionControls, refusalOfOptions } from './option-controls.ts'

const namesOf = (...given: Parameters<typeof optionControls>) =>
  optionControls(...given).map(({ name }) => name)

test('optionControls: leave out options that the plan does not include', () => {
  expect(namesOf('convert-image', { from: 'tiff', to: 'jpg' }, 'free')).toEqual(['quality', 'page'])
  expect(namesOf('convert-image', { from: 'tiff', to: 'jpg' }, 'pro')).toContain('qualityPercent')
})

test('optionControls: leave out options and values that the output format does not have', () => {
  expect(namesOf('convert-image', { from: 'tiff', to: 'png' }, 'pro')).not.toContain('qualityPercent')
  expect(namesOf('convert-document', { from: 'docx', to: 'pdf' }, 'free')).not.toContain('images')
  expect(namesOf('convert-document', { from: 'docx', to: 'md' }, 'free')).toContain('images')
  const codec = optionControls('convert-video', { from: 'mov', to: 'mp4' }, 'pro').find(
    ({ name }) => name === 'videoCodec',
  )
  expect(codec).toMatchObject({ type: 'choice', values: ['h264', 'hevc'], initial: '' })
})

test('optionControls: have the defaults and limits of the operation, and never ask for a password', () => {
  const controls = optionControls('create-gif', { from: 'mp4', to: 'gif' }, 'free')
  expect(controls).toContainEqual({ type: 'number', name: 'fps', min: 1, max: 30, initial: 10 })
  expect(controls).toContainEqual({ type: 'switch', name: 'isReversed', initial: false })
  expect(namesOf('convert-pdf', { from: 'pdf', to: 'docx' }, 'free')).not.toContain('password')
})

test('optionControls: every option of every conversion has a control, or a reason to be hidden', () => {
  const shown = new Map<OperationId, Set<string>>()
  for (const from of formatIds)
    for (const to of outputsFrom(from))
      for (const id of operationsFor(from, to).slice(0, 1)) {
        const names = shown.get(id) ?? new Set()
        for (const name of namesOf(id, { from, to }, 'pro')) names.add(name)
        shown.set(id, names)
      }
  const left = [...shown].flatMap(([id, names]) => {
    const { fields, formatField }: Operation = operations[id]
    return Object.keys(fields.shape)
      .filter(name => name !== formatField && !names.has(name) && !Object.hasOwn(hiddenOptions, name))
      .map(name => `${id}: ${name}`)
  })
  expect(left).toEqual([])
})

test('optionControls: a frame-rate change of subtitles, and frames per second only of frame-based ones', () => {
  const named = (from: 'srt' | 'sub') => namesOf('convert-subtitles', { from, to: 'vtt' }, 'free')
  expect(named('srt')).toEqual(['shiftMs', 'fromFrameRate', 'toFrameRate'])
  expect(named('sub')).toContain('frameRate')
})

test('optionControls: texts and colors', () => {
  expect(optionControls('create-favicons', { from: 'png', to: 'zip' }, 'free')).toEqual([
    { type: 'text', name: 'name', maxLength: 60 },
    { type: 'color', name: 'background', initial: '#ffffff' },
  ])
})

test('optionControls: leave out what the input makes useless', () => {
  expect(namesOf('convert-data', { from: 'json', to: 'csv' }, 'free')).toEqual(['delimiter'])
  expect(namesOf('convert-image', { from: 'jpg', to: 'png' }, 'free')).toEqual(['quality'])
  expect(namesOf('convert-pdf', { from: 'pdf', to: 'txt' }, 'free')).toEqual([])
})

test('refusalOfOptions: names an option that lacks its partner, and one beyond its limits', () => {
  const refusal = (given: object) =>
    refusalOfOptions('convert-subtitles', { outputFormat: 'srt', ...given }, 'free')
  expect(refusal({ fromFrameRate: 25 })).toContain('fromFrameRate and toFrameRate are used together')
  expect(refusal({ fromFrameRate: 25, toFrameRate: 24 })).toBeUndefined()
  expect(refusal({ shiftMs: 1e12 })).toContain('shiftMs must be')
})
