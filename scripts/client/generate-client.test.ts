import { expect, test } from 'vitest'
import { generateClient } from './generate-client.ts'
import type { OpenApi } from './openapi.ts'

const job = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    status: { enum: ['queued', 'done'] },
    tag: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'Yours.' },
  },
  required: ['id', 'status'],
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const

const api: OpenApi = {
  paths: {
    '/api/v1/jobs': {
      get: {
        operationId: 'listJobs',
        summary: 'Your jobs',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: json({
            type: 'object',
            properties: { jobs: { type: 'array', items: job } },
            required: ['jobs'],
          }),
        },
      },
    },
    '/api/v1/jobs/{id}': {
      get: { operationId: 'getJob', parameters: [id], responses: { 200: json(job), default: json({}) } },
      delete: { operationId: 'deleteJob', parameters: [id], responses: { 204: {} } },
    },
    '/api/v1/jobs/{id}/results': {
      get: { operationId: 'getResult', parameters: [id], responses: { 200: {} } },
    },
  },
}

const lines = (source: string) => source.split('\n').map(line => line.trim())

test('generateClient: names the response of getJob Job wherever it appears', () => {
  const written = lines(generateClient(api))
  expect(written).toContain('export interface Job {')
  expect(written).toContain('readonly status: "queued" | "done"')
  expect(written).toContain('/** Yours. */')
  expect(written).toContain('readonly tag?: string | null | undefined')
  expect(written).toContain('readonly jobs: readonly (Job)[]')
})

test('generateClient: generates a function from path, options and response', () => {
  const written = generateClient(api)
  expect(written).toContain(
    'export function getJob(send: Send, id: string, settings: CallSettings = {}): Promise<Job>',
  )
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the generated code contains.
  expect(written).toContain('path: `/api/v1/jobs/${encodeURIComponent(id)}`')
  expect(written).toMatch(/function deleteJob\(.+\): Promise<void>/)
  expect(written).toMatch(/function getResult\(.+\): Promise<Response>/)
  expect(written).toContain('readonly limit?: number | undefined')
})

test('generateClient: keeps the name of a referenced schema unless it is a global of the language', () => {
  const referring: OpenApi = {
    components: { schemas: { File: job, Color: { enum: ['red'] } } },
    paths: {
      '/api/v1/files': {
        get: {
          operationId: 'listFiles',
          responses: {
            200: json({ type: 'array', items: { $ref: '#/components/schemas/File' } }),
          },
        },
        post: { operationId: 'paint', responses: { 200: json({ $ref: '#/components/schemas/Color' }) } },
      },
    },
  }
  const written = generateClient(referring)
  expect(written).toContain('export interface ApiFile {')
  expect(written).toMatch(/function listFiles\(.+\): Promise<readonly \(ApiFile\)\[\]>/)
  expect(written).toMatch(/function paint\(.+\): Promise<"red">/)
})

test('generateClient: is deterministic and rejects an operation without operationId', () => {
  expect(generateClient(structuredClone(api))).toBe(generateClient(api))
  expect(() => generateClient({ paths: { '/x': { get: {} } } })).toThrow('get /x has no operationId')
})
