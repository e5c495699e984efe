/** Where a request takes one of several, the OpenAPI documents say so: their schemas accept and refuse what the server does. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { Validator } from '@seriousme/openapi-schema-validator'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiMember } from '../support/api-client.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

interface OpenApi {
  readonly paths: Readonly<
    Record<string, { readonly post?: { readonly requestBody?: { readonly content: Content } } }>
  >
  readonly components?: { readonly schemas?: object }
}
type Content = Readonly<Record<string, { readonly schema: object }>>

let filesmith: TestFilesmith
let postJob: (body: object) => Promise<number>

beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
  const { client } = await createApiMember(filesmith)
  postJob = async body =>
    (
      await client.fetch(apiPaths.v1Jobs, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status
})
afterAll(() => filesmith.stop())

const loadDocument = async (path: string): Promise<OpenApi> =>
  (await (await fetch(new URL(path, filesmith.baseUrl))).json()) as OpenApi

/** Whether a JSON body fits the schema that the document gives for the path. */
async function fits({ paths, components }: OpenApi, path: string, body: object): Promise<boolean> {
  const schema = paths[path]?.post?.requestBody?.content['application/json']?.schema
  if (schema === undefined) throw new Error(`no JSON body at ${path}`)
  const asIs = { removeAdditional: false, coerceTypes: false, useDefaults: false, strict: false } as const
  const app = fastify({ ajv: { customOptions: asIs } })
  // References are relative to the document.
  app.post('/', { schema: { body: { ...schema, components } } }, async () => 'valid')
  const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: body })
  return statusCode === 200
}

test.for([apiPaths.v1OpenApi, '/api/openapi.json'])('%s: is a valid OpenAPI document', async path => {
  expect(await new Validator().validate({ ...(await loadDocument(path)) })).toEqual({ valid: true })
})

describe('POST /api/v1/jobs', () => {
  const url = 'https://example.com/photo.png'
  const fileId = '00000000-0000-4000-8000-000000000000'
  const toJpg = { operation: 'convert-image', options: { outputFormat: 'jpg' } }
  const jobWith = (input: object, step: object = toJpg) => ({ inputs: [input], steps: [step] })

  test.for([
    ['a URL', jobWith({ url })],
    ['a URL with a file name', jobWith({ url, fileName: 'a.png' })],
    [
      'a step with the options of its operation',
      jobWith({ url }, { operation: 'resize-image', options: { width: 40 } }),
    ],
    ['a step without options', jobWith({ url }, { operation: 'resize-image' })],
  ] as const)('schema and server accept %s', async ([, body]) => {
    expect(await fits(await loadDocument(apiPaths.v1OpenApi), apiPaths.v1Jobs, body)).toBe(true)
    expect(await postJob(body)).toBe(201)
  })

  test.for([
    ['both a URL and an uploaded file', jobWith({ url, fileId })],
    ['neither', jobWith({})],
    ['a file name for an uploaded file', jobWith({ fileId, fileName: 'a.png' })],
    ['an unknown operation', jobWith({ url }, { operation: 'paint-image' })],
    [
      'the option of another operation',
      jobWith({ url }, { ...toJpg, options: { outputFormat: 'jpg', width: 40 } }),
    ],
    [
      'a value that the operation does not have',
      jobWith({ url }, { ...toJpg, options: { outputFormat: 'mp4' } }),
    ],
    ['a step without a required option', jobWith({ url }, { operation: 'convert-image' })],
  ] as const)('schema and server refuse %s', async ([, body]) => {
    expect(await fits(await loadDocument(apiPaths.v1OpenApi), apiPaths.v1Jobs, body)).toBe(false)
    expect(await postJob(body)).toBe(400)
  })
})

describe('calls of the pages', () => {
  const uploadId = '00000000-0000-4000-8000-000000000000'
  const files = [{ uploadId }]
  const post = async (path: string, body: object) =>
    (
      await createVisitor(filesmith.baseUrl).fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status

  // The upload does not exist: a body that is accepted is answered by 404.
  test.for([
    ['/api/convert/image', 'an upload', { uploadId, outputFormat: 'jpg' }, true],
    ['/api/convert/image', 'several uploads to resize', { files, width: 40 }, true],
    ['/api/convert/image', 'both', { uploadId, files, outputFormat: 'jpg' }, false],
    ['/api/convert/image', 'neither', { outputFormat: 'jpg' }, false],
    ['/api/convert/image', 'an unknown option', { uploadId, outputFormat: 'jpg', colour: 'red' }, false],
    ['/api/convert/video', 'an upload', { uploadId, outputFormat: 'mp4' }, true],
    ['/api/convert/video', 'neither', { outputFormat: 'mp4' }, false],
  ] as const)('%s: schema and server agree on %s', async ([path, , body, isAccepted]) => {
    expect(await fits(await loadDocument('/api/openapi.json'), path, body)).toBe(isAccepted)
    expect(await post(path, body)).toBe(isAccepted ? 404 : 400)
  })
})
