import type { JobStep } from '@filesmith/contract/schemas/v1/job'
import { expect, test } from 'vitest'
import { checkSteps } from './request-job.ts'

const step = (operation: JobStep['operation'], options: JobStep['options'] = {}): JobStep => ({
  operation,
  options,
})

test('checkSteps: validates options by the operation schema and separates the password', () => {
  const options = { isPasswordProtected: true, password: 'Ember' }
  const [checked] = checkSteps([step('compress-files', options)], 2, 'pro')
  expect(checked).toMatchObject({ password: 'Ember', options: { outputFormat: 'zip' } })
  expect(checked?.options).not.toHaveProperty('password')
})

test.each([
  [[step('convert-image')], 'Step 0: Output format must be one of'],
  [[step('convert-image', { outputFormat: 'png', size: 1 })], 'Step 0: convert-image has no option size.'],
  [[step('resize-image', { width: 9 }), step('create-gif', { fps: 99 })], 'Step 1: '],
  [[step('compress-files'), step('resize-image', { width: 9 })], 'This is a ZIP file'],
  [[step('compress-files', { isPasswordProtected: true })], 'Please enter a password'],
])('checkSteps: refuses %j', (steps, message) => {
  expect(() => checkSteps(steps, 1, 'pro')).toThrow(message)
})

test('checkSteps: refuses options of a paid plan on Free', () => {
  const steps = [step('resize-image', { width: 9, isSmartCrop: true })]
  expect(() => checkSteps(steps, 1, 'free')).toThrow('Smart cropping requires')
  expect(checkSteps(steps, 1, 'pro')).toHaveLength(1)
})

test('checkSteps: accepts a step after one whose output depends on its input', () => {
  expect(
    checkSteps([step('resize-image', { width: 9 }), step('convert-pdf', { outputFormat: 'txt' })], 1, 'pro'),
  ).toHaveLength(2)
})
