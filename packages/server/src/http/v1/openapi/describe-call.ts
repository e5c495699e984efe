/** Describes a route of the public API as an OpenAPI operation. */
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
    'A unique value, for example a random UUID. A request repeated with the same key within 24 hours is not executed again: it returns the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

export function describeCall(route: PublicRoute, registry: SchemaRegistry): ApiCall {
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
      ...parametersOf('path', schema.params, registry),
      ...parametersOf('query', schema.querystring, registry),
      ...(method === 'post' ? [idempotencyKey] : []),
    ],
    ...describeBody(schema, registry),
    responses: { ...describeAnswers(schema, registry), ...errorResponses },
  }
}

function parametersOf(place: 'path' | 'query', schema: unknown, registry: SchemaRegistry): ApiParameter[] {
  if (!(schema instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = registry.describe(schema, 'input')
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
  registry: SchemaRegistry,
): Pick<ApiCall, 'requestBody'> {
  if (!(body instanceof z.ZodType)) return {}
  const described = registry.describe(body, 'input')
  const content = Object.fromEntries(consumes.map(type => [type, { schema: described }]))
  return { requestBody: { required: true, content } }
}

/** Routes without a response schema send bytes: a download or events. */
function describeAnswers(
  { response, produces = ['application/octet-stream'] }: PublicRoute['schema'],
  registry: SchemaRegistry,
): Record<string, ApiResponse> {
  const successes = Object.entries(Object(response)).filter(([status]) => status.startsWith('2'))
  if (successes.length === 0) {
    const content = Object.fromEntries(produces.map(type => [type, {}]))
    return { 200: { description: 'OK', headers: rateLimitHeaders, content } }
  }
  return Object.fromEntries(
    successes.map(([status, schema]) => [status, describeAnswer(status, schema, registry)]),
  )
}

function describeAnswer(status: string, schema: unknown, registry: SchemaRegistry): ApiResponse {
  const described = {
    description: statusDescriptions[status] ?? 'OK',
    headers: rateLimitHeaders,
  }
  if (!(schema instanceof z.ZodType) || schema instanceof z.ZodNull) return described
  return { ...described, content: { 'application/json': { schema: registry.describe(schema, 'output') } } }
}

const statusDescriptions: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
}
