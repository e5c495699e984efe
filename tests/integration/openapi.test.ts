/** The OpenAPI document is generated from the schemas that validate the requests. */
import { operations } from '@filesmith/contract/operations/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

interface OpenApi {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: unknown }> } }>>
}

let filesmith: TestFilesmith
let openApi: OpenApi

beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
  openApi = await createVisitor(filesmith.baseUrl).json<OpenApi>('/api/openapi.json')
})
afterAll(() => filesmith.stop())

test('openapi.json: describes every operation with its options', () => {
  for (const { path, fields } of Object.values(operations)) {
    const content = openApi.paths[path]?.post?.requestBody?.content ?? {}
    expect(Object.keys(content)).toContain('multipart/form-data')
    for (const name of Object.keys(fields.shape)) expect(JSON.stringify(content)).toContain(`"${name}"`)
  }
})

test.each([
  ['/api/conversions/recent', 'get'],
  ['/api/conversions/{id}', 'get'],
  ['/api/conversions/{id}', 'delete'],
  ['/api/conversions/{id}/events', 'get'],
  ['/api/download/{id}', 'get'],
  ['/api/conversions/{id}/parts/{name}', 'get'],
  ['/api/conversions/{id}/receipt', 'get'],
  ['/api/translate/text', 'post'],
  ['/api/translate/pairs', 'get'],
  ['/api/translate/detect', 'post'],
  ['/api/estimate/gif', 'post'],
  ['/api/uploads', 'post'],
  ['/api/uploads/{id}', 'patch'],
  ['/api/capabilities', 'get'],
])('openapi.json: describes %s %s', (path, method) => {
  expect(openApi.paths[path]).toHaveProperty(method)
})
