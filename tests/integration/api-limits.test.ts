/** Rate limits, operation list and OpenAPI document of the public API. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { OpenApiDocument } from '@filesmith/contract/openapi-document'
import { operationIds } from '@filesmith/contract/operations/registry'
import type { ApiOperations } from '@filesmith/contract/schemas/v1/api-operation'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiClient, createApiKey, createApiMember } from '../support/api-client.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith(
    { API_CALLS_PER_MINUTE: '5', API_ACCOUNT_CALLS_PER_MINUTE: '8' },
    { hasWorker: false },
  )
})
afterAll(() => filesmith.stop())

const limitsOf = ({ status, headers }: Response) => [
  status,
  headers.get('ratelimit-limit'),
  headers.get('ratelimit-remaining'),
]

test('API-35 rate limit: every response has RateLimit headers, and the call above the limit answers 429', async () => {
  const { client } = await createApiMember(filesmith)
  for (const left of ['4', '3', '2', '1', '0'])
    expect(limitsOf(await client.fetch(apiPaths.v1Account))).toEqual([200, '5', left])
  const refused = await client.fetch(apiPaths.v1Account)
  expect(limitsOf(refused)).toEqual([429, '5', '0'])
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.headers.get('ratelimit-reset')).toBe(String(seconds))
  expect(await refused.json()).toMatchObject({ code: 'too-many-calls' })
})

test('API-35 rate limit: holds under concurrency', async () => {
  const { client } = await createApiMember(filesmith)
  const replies = await Promise.all(Array.from({ length: 12 }, () => client.fetch(apiPaths.v1Account)))
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(5)
  expect(replies.filter(reply => reply.status === 429)).toHaveLength(7)
})

test('API-35 rate limit: all keys of an account share an account limit', async () => {
  const { member, client } = await createApiMember(filesmith)
  const other = createApiClient(filesmith.baseUrl, (await createApiKey(member)).key)
  for (let call = 0; call < 5; call++) await client.fetch(apiPaths.v1Account)
  const seen = []
  for (let call = 0; call < 4; call++) seen.push(limitsOf(await other.fetch(apiPaths.v1Account)))
  expect(seen).toEqual([
    [200, '8', '2'],
    [200, '8', '1'],
    [200, '8', '0'],
    [429, '8', '0'],
  ])
})

test('API-35 operations: lists Pro limits and JSON Schemas of the options', async () => {
  const { client } = await createApiMember(filesmith)
  const { operations } = await client.json<ApiOperations>(apiPaths.v1Operations)
  expect(operations.map(({ id }) => id)).toEqual(operationIds)
  const image = operations.find(({ id }) => id === 'convert-image')
  expect(image).toMatchObject({ makesOneOfMany: false, maxFileBytes: 2048 * 1024 * 1024 })
  expect(image?.inputs).toContain('heic')
  expect(image?.options).toMatchObject({
    type: 'object',
    properties: { quality: { enum: ['high', 'medium', 'low'], default: 'medium' } },
    required: ['outputFormat'],
  })
  expect(operations.find(({ id }) => id === 'compress-files')).toMatchObject({
    inputs: null,
    makesOneOfMany: true,
  })
})

test('API-35 /api/v1/openapi.json: is valid OpenAPI 3.1 and describes exactly the existing routes', async () => {
  const reply = await fetch(new URL(apiPaths.v1OpenApi, filesmith.baseUrl))
  const document = (await reply.json()) as OpenApiDocument
  expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true })
  expect(document.openapi).toBe('3.1.0')
  const described = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map(method => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const existing = filesmith.declaredRoutes
    .filter(({ access, method }) => access === 'key' && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`)
  expect(described.sort()).toEqual(existing.sort())
  const calls = Object.values(document.paths).flatMap(path => Object.values(path))
  expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length)
  for (const call of calls) {
    expect(call.security).toHaveLength(1)
    expect(call.responses).toHaveProperty('429')
    expect(call.description).toMatch(/\.$/)
  }
  const named = JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)
  for (const [, kind = '', name = ''] of named) expect(document.components).toHaveProperty([kind, name])
})
