/** The OpenAPI document of the public API: a second document of @fastify/swagger, with the schemas that validate requests. */
import swagger from '@fastify/swagger'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Instance } from '@filesmith/contract/instance'
import type { ApiCall, ApiResponse, JsonSchema, OpenApiDocument } from '@filesmith/contract/openapi-document'
import { optionsJsonSchema } from '@filesmith/contract/operations/parse-options'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import { documentWithoutPlans } from '@filesmith/contract/private-texts'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import { publicApiPrefix } from '../../v1/public-api.ts'

const info = {
  title: 'Filesmith API',
  version: '1',
  description:
    'Convert, compress, edit, extract, transcribe and translate files from your own programs. Requests need the API key of an account on Pro: `Authorization: Bearer fsk_...`.',
}

const tags = [
  { name: 'Account', description: 'The account of a key, and the available operations.' },
  { name: 'Files', description: 'Files uploaded for jobs.' },
  {
    name: 'Jobs',
    description: 'Convert files in one or more steps, with optional delivery of the results.',
  },
  { name: 'Webhooks', description: 'Notifications when a job finishes.' },
]

/** Before the routes, which it collects. */
export async function registerApiDescription(
  app: FastifyInstance,
  instance: Instance,
  siteUrl: string,
): Promise<void> {
  const schemas: Record<string, JsonSchema> = {}
  await app.register(swagger, {
    decorator: 'describePublicApi',
    openapi: { openapi: '3.1.0', info, servers: [{ url: siteUrl }], tags, components: { securitySchemes } },
    stripBasePath: false,
    convertConstToEnum: false,
    transform: ({ schema, url, route }) => ({
      url,
      schema: isPublic(route) ? describeCall(route, schema, schemas) : { hide: true },
    }),
  })
  app.addHook('onRoute', route => {
    if (isPublic(route) && (route.schema?.operationId === undefined || route.schema.summary === undefined))
      throw new Error(`${route.method} ${route.url} has no operationId or no summary`)
  })
  const describe = () => {
    toJsonSchema(errorReplySchema, 'output', schemas)
    const { paths, ...document } = app.getDecorator<() => MadeDocument>('describePublicApi')()
    const components = { ...document.components, schemas: withStepOptions(schemas), headers, responses }
    const whole = { ...document, paths: withSharedParts(paths), components }
    return JSON.stringify(instance === 'private' ? documentWithoutPlans(whole) : whole)
  }
  // Described for the first request: few processes are asked for it, and it would be a tenth of the time of a start.
  let described: string | undefined
  app.get(apiPaths.v1OpenApi, { config: { access: 'anyone' }, schema: { hide: true } }, (_request, reply) => {
    described ??= describe()
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(described)
  })
}

function isPublic({ url, config, schema }: RouteOptions): boolean {
  return url.startsWith(publicApiPrefix) && config?.access === 'key' && schema?.hide !== true
}

const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'A unique value, for example a random UUID. A request repeated with the same key within 24 hours is not executed again: it returns the first response.',
}

function describeCall(
  { method, config }: RouteOptions,
  schema: FastifySchema,
  schemas: Record<string, JsonSchema>,
): FastifySchema {
  const { operationId, summary, description, tags: own, consumes } = schema
  const input = (part: unknown) =>
    part instanceof z.ZodType ? toJsonSchema(part, 'input', schemas) : undefined
  const parts = {
    params: input(schema.params),
    querystring: input(schema.querystring),
    body: input(schema.body),
  }
  return {
    ...(operationId !== undefined && { operationId }),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(own && { tags: own }),
    ...(consumes && { consumes }),
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
    ...(method === 'POST' && {
      headers: { type: 'object', properties: { 'Idempotency-Key': idempotencyKey } },
    }),
    security: [{ apiKey: config?.scope ? [config.scope] : [] }],
    response: describeAnswers(schema, schemas),
  }
}

/** Routes without a response schema send bytes: a download or events. */
function describeAnswers(
  { response, produces = ['application/octet-stream'] }: FastifySchema,
  schemas: Record<string, JsonSchema>,
) {
  const successes = Object.entries(Object(response)).filter(([status]) => status.startsWith('2'))
  if (successes.length === 0) {
    const content = Object.fromEntries(produces.map(type => [type, { schema: {} }]))
    return { 200: { description: 'OK', content } }
  }
  return Object.fromEntries(
    successes.map(([status, schema]) => {
      const description = statusDescriptions[status] ?? 'OK'
      if (!(schema instanceof z.ZodType) || schema instanceof z.ZodNull)
        return [status, { type: 'null', description }]
      return [
        status,
        { description, content: { 'application/json': { schema: toJsonSchema(schema, 'output', schemas) } } },
      ]
    }),
  )
}

const statusDescriptions: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
}

interface MadeSchema extends JsonSchema {
  readonly $schema?: string
  readonly $defs?: Record<string, JsonSchema>
}

/** Named schemas are added to `schemas` and referenced. */
function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const made = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  const parsed: MadeSchema = JSON.parse(made.replaceAll('"#/$defs/', '"#/components/schemas/'))
  const { $schema, $defs = {}, ...own } = parsed
  for (const [name, definition] of Object.entries($defs)) {
    const kept = schemas[name]
    // A schema used for input and output may differ, for example by defaults: then it needs two names.
    if (kept && JSON.stringify(kept) !== JSON.stringify(definition))
      throw new Error(`two schemas of the public API are called ${name}`)
    schemas[name] = definition
  }
  return own
}

/**
 * The options of a step depend on its operation. The schema of the body accepts any, because errors in options name their step; the
 * description lists the options of each operation.
 */
function withStepOptions(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const steps = operationIds.map(operation => {
    const { $schema, ...options }: MadeSchema = JSON.parse(
      JSON.stringify(optionsJsonSchema(operations[operation])),
    )
    const needsOptions = (options.required ?? []).length > 0
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        operation: { type: 'string', const: operation },
        options: { ...options, additionalProperties: false },
      },
      required: ['operation', ...(needsOptions ? ['options'] : [])],
      additionalProperties: false,
    }
    const words = operation.split('-').map(word => word.charAt(0).toUpperCase() + word.slice(1))
    return { operation, name: `${words.join('')}Step`, schema }
  })
  const refs = steps.map(({ operation, name }) => [operation, `#/components/schemas/${name}`] as const)
  return {
    ...schemas,
    JobStep: {
      ...schemas.JobStep,
      oneOf: refs.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: 'operation', mapping: Object.fromEntries(refs) },
    },
    ...Object.fromEntries(steps.map(({ name, schema }) => [name, schema])),
  }
}

/** As swagger makes it. */
interface MadeDocument extends Omit<OpenApiDocument, 'paths'> {
  readonly paths: Record<string, Record<string, Omit<ApiCall, 'parameters'> & Partial<ApiCall>>>
}

const places = ['path', 'query', 'header']

/** Adds references to shared headers and error responses, which Fastify's schemas cannot express, and puts parameters in order. */
function withSharedParts(paths: MadeDocument['paths']): OpenApiDocument['paths'] {
  const addTo = <Item, Result>(items: Readonly<Record<string, Item>>, change: (item: Item) => Result) =>
    Object.fromEntries(Object.entries(items).map(([name, item]) => [name, change(item)]))
  return addTo(paths, calls =>
    addTo(calls, ({ parameters = [], ...call }) => ({
      ...call,
      parameters: parameters.toSorted((one, other) => places.indexOf(one.in) - places.indexOf(other.in)),
      responses: {
        ...addTo(call.responses, success => ({ ...success, headers: rateLimitHeaders })),
        ...errorResponses,
      },
    })),
  )
}

const wholeNumber = { type: 'integer', minimum: 0 }

const headers = {
  'RateLimit-Limit': {
    description: 'Requests per minute of the limit that is closest to being reached.',
    schema: wholeNumber,
  },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: wholeNumber },
  'RateLimit-Reset': { description: 'Seconds until the limit resets.', schema: wholeNumber },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: wholeNumber },
}

const rateLimitHeaders = Object.fromEntries(
  ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map(name => [name, headerNamed(name)]),
)

const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } }

const responses: Record<string, ApiResponse> = {
  Unauthorized: { description: 'The API key is missing, unknown, expired or revoked.', content },
  Forbidden: {
    description: 'The key lacks the scope, or the account is not on Pro.',
    headers: rateLimitHeaders,
    content,
  },
  TooManyCalls: {
    description: 'Too many requests in this minute, or the allowance is used up.',
    headers: { ...rateLimitHeaders, 'Retry-After': headerNamed('Retry-After') },
    content,
  },
  Refused: { description: 'Any other error.', headers: rateLimitHeaders, content },
}

const errorResponses = {
  401: responseNamed('Unauthorized'),
  403: responseNamed('Forbidden'),
  429: responseNamed('TooManyCalls'),
  default: responseNamed('Refused'),
}

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'fsk_...',
    description: 'An API key created in the profile. The listed names are the scopes that the key needs.',
  },
} as const

function headerNamed(name: string) {
  return { $ref: `#/components/headers/${name}` }
}

function responseNamed(name: string) {
  return { $ref: `#/components/responses/${name}` }
}
