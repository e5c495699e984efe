import { expect, test } from 'vitest'
import { createExecutionPlan, readExecutionPlan } from './execution-plan.ts'

const step = { ability: 'sharp-convert', from: 'jpg', to: 'png', options: { quality: 'low' } } as const

test('readExecutionPlan: reads what createExecutionPlan stored', () => {
  const stored: unknown = JSON.parse(JSON.stringify(createExecutionPlan([step])))
  expect(readExecutionPlan(stored)).toEqual({ version: 2, steps: [step] })
})

test('readExecutionPlan: upgrades a plan of the previous version, which has no version', () => {
  expect(readExecutionPlan({ steps: [step] })).toEqual({ version: 2, steps: [step] })
})

test('readExecutionPlan: a translation that was kept under a name is kept as an intermediate result', () => {
  const languages = { sourceLanguage: 'en', targetLanguage: 'es' }
  const translation = { ability: 'translate-docx', from: 'docx', to: 'docx' } as const
  expect(
    readExecutionPlan({ steps: [{ ...translation, options: { ...languages, keptAs: 'translated.docx' } }] }),
  ).toEqual({ version: 2, steps: [{ ...translation, options: { ...languages, isIntermediate: true } }] })
})

test.each([
  ['an unknown version', { version: 3, steps: [step] }],
  ['no steps', { version: 2, steps: [] }],
  ['an unknown format', { version: 2, steps: [{ ...step, to: 'exe' }] }],
])('readExecutionPlan: refuses %s', (_what, stored) => {
  expect(() => readExecutionPlan(stored)).toThrow()
})
