/** One call of the public API in the words of OpenAPI. */
import type { ApiCall, ApiParameter, ApiResponse } from '@filesmith/contract/openapi-document'
import { z } from 'zod'
import type { PublicRoute } from './public-routes.ts'
import type { SchemaRegistry } from './schema-registry.ts'
import { errorResponses, rateLimitHeaders } from './shared-parts.ts'

const idempotencyKey: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Yours, for example a random UUID. A call sent again with it within 24 hours is not made twice: it gets the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

export function describeCall(route: PublicRoute, shelf: SchemaRegistry): ApiCall {
  const { method, url, scope, schema } = route
  const { operationId, summary, description, tags = [] } = schema
  if (operationId === undefined || summary === undefined)
    throw new Error(`${method} ${url} has no operationId or no summary`)
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags,
    security: [{ apiKey: scope === null ? [] : [scope] }],
    parameters: [
      ...parametersOf('path', schema.params, shelf),
      ...parametersOf('query', schema.querystring, shelf),
      ...(method === 'post' ? [idempotencyKey] : []),
    ],
    ...describeBody(schema, shelf),
    responses: { ...describeAnswers(schema, shelf), ...errorResponses },
  }
}

function parametersOf(place: 'path' | 'query', schema: unknown, shelf: SchemaRegistry): ApiParameter[] {
  if (!(schema instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = shelf.describe(schema, 'input')
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }))
}

function describeBody(
  { body, consumes = ['application/json'] }: PublicRoute['schema'],
  shelf: SchemaRegistry,
): Pick<ApiCall, 'requestBody'> {
  if (!(body instanceof z.ZodType)) return {}
  const described = shelf.describe(body, 'input')
  const content = Object.fromEntries(consumes.map(type => [type, { schema: described }]))
  return { requestBody: { required: true, content } }
}

/** What answers without a schema of its own sends bytes: a download, or events. */
function describeAnswers(
  { response, produces = ['application/octet-stream'] }: PublicRoute['schema'],
  shelf: SchemaRegistry,
): Record<string, ApiResponse> {
  const successes = Object.entries(Object(response)).filter(([status]) => status.startsWith('2'))
  if (successes.length === 0) {
    const content = Object.fromEntries(produces.map(type => [type, {}]))
    return { 200: { description: 'OK', headers: rateLimitHeaders, content } }
  }
  return Object.fromEntries(
    successes.map(([status, schema]) => [status, describeAnswer(status, schema, shelf)]),
  )
}

function describeAnswer(status: string, schema: unknown, shelf: SchemaRegistry): ApiResponse {
  const said = {
    description: statusWords[status] ?? 'OK',
    headers: rateLimitHeaders,
  }
  if (!(schema instanceof z.ZodType) || schema instanceof z.ZodNull) return said
  return { ...said, content: { 'application/json': { schema: shelf.describe(schema, 'output') } } }
}

const statusWords: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; there is nothing to say',
}
