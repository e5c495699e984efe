/** Errors of API-key authentication, rate limiting and idempotency; part of the error table. */

export const apiErrors = {
  'key-missing': {
    status: 401,
    message: 'Missing API key. Send Authorization: Bearer fsk_... Create keys in your account settings.',
  },
  'key-invalid': { status: 401, message: 'This API key is invalid, expired or revoked.' },
  'pro-needed': { status: 403, message: 'The API requires the Pro plan.' },
  'scope-missing': { status: 403, message: 'This API key does not have the scope {scope}.' },
  'key-not-found': { status: 404, message: 'API key not found.' },
  'too-many-keys': {
    status: 409,
    message: 'You can have up to {most} API keys. Please revoke one you no longer use.',
  },
  'too-many-calls': {
    status: 429,
    message: 'Rate limit exceeded: {limit} requests per minute. Please try again in {wait}.',
  },
  'idempotency-key-invalid': {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 visible characters.',
  },
  'idempotency-key-reused': {
    status: 422,
    message: 'This Idempotency-Key was already used for a different request. Please use a new one.',
  },
  'idempotent-call-running': {
    status: 409,
    message:
      'The first request with this Idempotency-Key is still in progress. Please try again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>
