import { expect, test } from 'vitest'
import { operations } from './operations/registry.ts'
import { optionControls } from './option-controls.ts'

const namesOf = (...given: Parameters<typeof optionControls>) =>
  optionControls(...given).map(({ name }) => name)

test('optionControls: leave out options that the plan does not include', () => {
  expect(namesOf(operations['convert-image'], 'jpg', 'free')).toEqual(['quality', 'page'])
  expect(namesOf(operations['convert-image'], 'jpg', 'pro')).toContain('qualityPercent')
})

test('optionControls: leave out options and values that the output format does not have', () => {
  expect(namesOf(operations['convert-image'], 'png', 'pro')).not.toContain('qualityPercent')
  expect(namesOf(operations['convert-document'], 'pdf', 'free')).not.toContain('images')
  expect(namesOf(operations['convert-document'], 'md', 'free')).toContain('images')
  const codec = optionControls(operations['convert-video'], 'mp4', 'pro').find(
    ({ name }) => name === 'videoCodec',
  )
  expect(codec).toMatchObject({ type: 'choice', values: ['h264', 'hevc'], initial: '' })
})

test('optionControls: have the defaults and limits of the operation, and never ask for a password', () => {
  const controls = optionControls(operations['create-gif'], 'gif', 'free')
  expect(controls).toContainEqual({ type: 'number', name: 'fps', min: 1, max: 30, initial: 10 })
  expect(controls).toContainEqual({ type: 'switch', name: 'isReversed', initial: false })
  expect(namesOf(operations['convert-pdf'], 'docx', 'free')).not.toContain('password')
})
