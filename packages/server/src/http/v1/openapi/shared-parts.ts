/** Components shared by all operations of the public API: rate-limit headers and error responses. */
import type { ApiResponse, OpenApiDocument } from '@filesmith/contract/openapi-document'

type Components = OpenApiDocument['components']

const wholeNumber = { type: 'integer', minimum: 0 }

export const headers: Components['headers'] = {
  'RateLimit-Limit': {
    description: 'Requests per minute of the limit that is closest to being reached.',
    schema: wholeNumber,
  },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: wholeNumber },
  'RateLimit-Reset': { description: 'Seconds until the limit resets.', schema: wholeNumber },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: wholeNumber },
}

export const rateLimitHeaders = Object.fromEntries(
  ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map(name => [name, headerNamed(name)]),
)

const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } }

export const responses: Record<string, ApiResponse> = {
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

export const errorResponses = {
  401: responseNamed('Unauthorized'),
  403: responseNamed('Forbidden'),
  429: responseNamed('TooManyCalls'),
  default: responseNamed('Refused'),
}

export const securitySchemes: Components['securitySchemes'] = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'fsk_...',
    description: 'An API key created in the profile. The listed names are the scopes that the key needs.',
  },
}

function headerNamed(name: string) {
  return { $ref: `#/components/headers/${name}` }
}

function responseNamed(name: string) {
  return { $ref: `#/components/responses/${name}` }
}
