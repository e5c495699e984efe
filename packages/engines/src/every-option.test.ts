/** Walks every option of every operation: each changes the execution plan, or is refused; one without any effect fails here. */
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { optionsJsonSchema, parseOptions } from '@filesmith/contract/operations/parse-options'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildExecutionPlan } from './build-execution-plan.ts'

interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly FieldSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

/** Values of options whose schema does not list any. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  subtitles: ['1\n00:00:01,000 --> 00:00:02,000\nHello\n', '1\n00:00:01,000 --> 00:00:02,000\nBye\n'],
  caption: ['Hello'],
  foreground: ['#123456'],
  background: ['#fedcba'],
  delays: ['100,200'],
  width: [64],
  height: [64],
  pages: ['2'],
  onPages: ['2'],
  ...Object.fromEntries(
    ['topLeft', 'topCenter', 'topRight', 'bottomLeft', 'bottomCenter', 'bottomRight'].map(place => [
      place,
      ['{page}'],
    ]),
  ),
  stamps: [[{ text: 'Paid', x: 10, y: 10, width: 40 }], [{ text: 'Draft', x: 10, y: 10, width: 40 }]],
  ...Object.fromEntries(['title', 'author', 'subject', 'keywords'].map(name => [name, ['Harbor', 'Pier']])),
  created: ['2026-11-01'],
  modified: ['2026-11-02'],
  areas: [[{ page: 1, x: 1, y: 1, width: 10, height: 10 }]],
  words: [['Ember'], ['Harbor']],
  patterns: [['email']],
  label: ['Removed'],
  name: ['Harbor'],
  values: [{ name: 'Ada' }],
  color: ['#123456'],
  text: ['Draft', 'Copy'],
  options: [
    { preserveLayout: false },
    { enhanceAccuracy: false },
    { detectLanguage: false },
    { includeConfidence: true },
    { language: 'deu' },
  ],
}

/** Passed on beside the execution plan, sealed; tests/integration/archive-password.test.ts and the engines' tests open what it protects. */
const besideExecutionPlan = ['password', 'passwords']

function fieldsOf(operation: Operation): Record<string, FieldSchema> {
  const schema = optionsJsonSchema(operation)
  return (schema.properties ?? {}) as Record<string, FieldSchema>
}

function valuesOf(name: string, field: FieldSchema): readonly unknown[] {
  const listed = [field, ...(field.anyOf ?? [])].flatMap(({ type, enum: values, minimum, maximum }) => {
    if (values) return values
    if (type === 'boolean') return [true, false]
    return type === 'number' || type === 'integer' ? [minimum, maximum] : []
  })
  const values = [...new Set([...listed, ...(samples[name] ?? [])])].filter(value => value !== undefined)
  if (values.length === 0 && !besideExecutionPlan.includes(name))
    throw new Error(`${name} needs sample values`)
  return values
}

/** What holds where an option is not given: the first value that is allowed. */
function usualOptions(operation: Operation): Record<string, unknown> {
  const required = Object.entries(fieldsOf(operation)).filter(
    ([name]) => !z.safeParse(operation.options.shape[name] ?? z.unknown(), undefined).success,
  )
  const usual = Object.fromEntries(required.map(([name, field]) => [name, valuesOf(name, field)[0]]))
  return 'targetLanguage' in usual ? { ...usual, targetLanguage: 'fr' } : usual
}

type Outcome = { readonly executionPlan: string } | { readonly refused: string }

/** Operations that have nothing to do without one of several options. */
const neededOptions: Readonly<Record<string, object>> = {
  'redact-pdf': { words: ['Pier'] },
  'number-pdf': { topLeft: 'Pier' },
  'edit-pdf-metadata': { title: 'Lamp' },
  'watermark-pdf': { text: 'Pier' },
  'crop-pdf': { top: 5 },
  // The test has one file.
  'compare-pdfs': { pages: '1; 1' },
  'protect-pdf': { password: 'Ember' },
  'fill-pdf': { values: { name: 'Lamp' } },
}

function outcomeOf(id: OperationId, from: FormatId, given: Record<string, unknown>): Outcome {
  try {
    const requested = parseOptions(id, given)
    const refusal = requested.refusal('pro') ?? requested.refuseFormats([from])
    if (refusal) throw refusal
    const executionPlan = buildExecutionPlan({ operation: id, from, requested, isAvailable: () => true })
    return { executionPlan: JSON.stringify(executionPlan) }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code }
    throw error
  }
}

function effectOf(id: OperationId, name: string, field: FieldSchema): 'executionPlan' | 'refusal' | 'none' {
  const operation: Operation = operations[id]
  const usual = { ...usualOptions(operation), ...neededOptions[id] }
  const inputs = operation.inputs === 'any' ? (['other'] as const) : operation.inputs
  let isRefused = false
  for (const from of inputs)
    for (const value of valuesOf(name, field)) {
      const before = outcomeOf(id, from, usual)
      const after = outcomeOf(id, from, { ...usual, [name]: value })
      if (
        'executionPlan' in before &&
        'executionPlan' in after &&
        before.executionPlan !== after.executionPlan
      )
        return 'executionPlan'
      isRefused ||= 'executionPlan' in before && 'refused' in after
    }
  return isRefused ? 'refusal' : 'none'
}

const everyOption = operationIds.flatMap(id =>
  Object.entries(fieldsOf(operations[id])).map(([name, field]) => ({ id, name, field })),
)

test('every option of every operation: walks more than sixty of them', () => {
  expect(everyOption.length).toBeGreaterThan(60)
})

test.each(everyOption.filter(({ name }) => !besideExecutionPlan.includes(name)))(
  'every option: $id $name changes the execution plan or is refused',
  ({ id, name, field }) => {
    expect(effectOf(id, name, field)).not.toBe('none')
  },
)

test.each(Object.entries({ ...samples.options }))(
  'extract-text: switch %s changes the execution plan',
  (_index, value) => {
    expect(outcomeOf('extract-text', 'png', { options: value })).not.toEqual(
      outcomeOf('extract-text', 'png', {}),
    )
  },
)

test.each(operationIds)('%s: an unknown option is refused and named', id => {
  const given = { ...usualOptions(operations[id]), isPasswordProtcted: true }
  expect(() => parseOptions(id, given)).toThrow(
    expect.objectContaining({
      code: 'unknown-option',
      message: `${id} has no option isPasswordProtcted.`,
    }),
  )
})

test.each([
  ['compress-files', ['other'], { isPasswordProtected: false, password: 'Ember' }],
  ['compress-files', ['other'], { isPasswordProtected: 'false', password: 'Ember', compressionFormat: '7z' }],
  ['convert-document', ['txt'], { outputFormat: 'pdf', password: 'Ember' }],
  ['convert-document', ['pdf'], { outputFormat: 'pdf', password: 'Ember' }],
  ['extract-text', ['jpg'], { password: 'Ember' }],
  ['translate-document', ['txt'], { sourceLanguage: 'en', targetLanguage: 'fr', password: 'Ember' }],
  ['create-gif', ['png', 'png'], { startTime: 1 }],
  ['create-gif', ['png', 'png'], { duration: 2 }],
  ['create-gif', ['png', 'png'], { delays: '100,100,100' }],
  ['create-gif', ['mp4'], { delays: '100' }],
] as const)('%s of %j with %j: an option that would do nothing is refused', (id, formats, given) => {
  const requested = parseOptions(id, given)
  expect(requested.refusal('pro') ?? requested.refuseFormats(formats)).toMatchObject({
    code: 'option-without-effect',
    status: 400,
  })
})

test.each([
  ['edit-audio', { volume: '' }],
  ['edit-audio', { volume: null }],
  ['edit-audio', { trimStart: [] }],
  ['edit-audio', { volume: true }],
  ['edit-audio', { trimStart: '0x10' }],
  ['create-gif', { fps: 2.5 }],
  ['create-gif', { width: 10_000 }],
  ['compress-files', { compressionLevel: '' }],
  ['compress-files', { compressionLevel: 10 }],
  ['resize-image', { percent: null }],
  ['resize-image', { maxKilobytes: -1 }],
])('%s with %j: a value of another type or out of range is refused, not coerced or clamped', (id, given) => {
  const known = operationIds.find(each => each === id) ?? 'convert-image'
  expect(() => parseOptions(known, given)).toThrow(expect.objectContaining({ code: 'invalid-request' }))
})

test('compress-files: a password alone asks for protection', () => {
  const protectedBy = (given: Record<string, unknown>) =>
    operations['compress-files'].parse(given).options.isPasswordProtected
  expect(protectedBy({ password: 'Ember' })).toBe(true)
  expect(protectedBy({ password: '' })).toBe(false)
  expect(protectedBy({})).toBe(false)
  expect(protectedBy({ isPasswordProtected: true })).toBe(true)
})
