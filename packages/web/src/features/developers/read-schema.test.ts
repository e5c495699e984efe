import { expect, test } from 'vitest'
import { describeType, describeValue, partsOf, sampleOf } from './read-schema.ts'

const named = {
  Job: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  NewJob: { type: 'object', properties: {}, examples: [{ tag: 'an example' }] },
}

test.each([
  [{ $ref: '#/components/schemas/Job' }, 'Job'],
  [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
  [{ type: 'string', format: 'binary' }, 'file'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Job' } }, 'list of Job'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'string by name'],
  [{}, 'anything'],
])('%j is called %s', (schema, words) => {
  expect(describeType(schema)).toBe(words)
})

test('beside its type stands what a value means, what it can be, and its default', () => {
  expect(describeValue({ description: 'How good.', enum: ['high', 'low'], default: 'low' })).toBe(
    'How good. One of: high, low. Default: "low".',
  )
})

test('the objects inside lists and choices are found', () => {
  const list = { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Job' }, { type: 'null' }] } }
  expect(partsOf(list, named)).toEqual([named.Job])
})

test('a sample has what must be there, or is the example', () => {
  const schema = {
    type: 'object',
    properties: {
      job: { $ref: '#/components/schemas/Job' },
      count: { type: 'integer', minimum: 1 },
      more: {},
    },
    required: ['job', 'count'],
  }
  expect(sampleOf(schema, named)).toEqual({ job: { id: '' }, count: 1 })
  expect(sampleOf({ $ref: '#/components/schemas/NewJob' }, named)).toEqual({ tag: 'an example' })
})
