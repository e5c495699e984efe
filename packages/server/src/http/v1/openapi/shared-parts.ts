/** What all calls of the public API have in common: headers about limits, and how refusals look. */
import type { ApiResponse, OpenApiDocument } from '@filesmith/contract/openapi-document'

type Components = OpenApiDocument['components']

const wholeNumber = { type: 'integer', minimum: 0 }

export const headers: Components['headers'] = {
  'RateLimit-Limit': { description: 'Calls a minute, of the limit that is nearest.', schema: wholeNumber },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: wholeNumber },
  'RateLimit-Reset': { description: 'Seconds until there are new ones.', schema: wholeNumber },
  'Retry-After': { description: 'Seconds to wait before the next call.', schema: wholeNumber },
}

export const rateLimitHeaders = Object.fromEntries(
  ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map(name => [name, headerNamed(name)]),
)

const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } }

export const responses: Record<string, ApiResponse> = {
  Unauthorized: { description: 'There is no key, or it is unknown, has ended or was revoked.', content },
  Forbidden: {
    description: 'The key lacks the scope, or the account is not on Pro.',
    headers: rateLimitHeaders,
    content,
  },
  TooManyCalls: {
    description: 'Too many calls in this minute, or nothing is left of the allowance.',
    headers: { ...rateLimitHeaders, 'Retry-After': headerNamed('Retry-After') },
    content,
  },
  Refused: { description: 'Any other refusal.', headers: rateLimitHeaders, content },
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
    description: 'A key from the profile. The names beside it are the scopes a key needs.',
  },
}

function headerNamed(name: string) {
  return { $ref: `#/components/headers/${name}` }
}

function responseNamed(name: string) {
  return { $ref: `#/components/responses/${name}` }
}
