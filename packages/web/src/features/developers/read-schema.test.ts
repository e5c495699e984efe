import { expect, test } from 'vitest'
import { describeType, describeValue, objectSchemasOf, sampleOf } from './read-schema.ts'

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
  [
    { items: { anyOf: [{ title: 'From a URL' }, { title: 'Uploaded' }] } },
    'list of (From a URL or Uploaded)',
  ],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'string by name'],
  [{}, 'anything'],
])('describeType: %j is "%s"', (schema, text) => {
  expect(describeType(schema)).toBe(text)
})

test('describeValue: joins description, enum values and default', () => {
  expect(describeValue({ description: 'How good.', enum: ['high', 'low'], default: 'low' })).toBe(
    'How good. One of: high, low. Default: "low".',
  )
})

test('objectSchemasOf: finds objects inside lists and unions', () => {
  const list = { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Job' }, { type: 'null' }] } }
  expect(objectSchemasOf(list, named)).toEqual([named.Job])
})

test('sampleOf: contains the required properties, or is the example of the schema', () => {
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
