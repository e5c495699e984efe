/** What can go wrong at the door of the public API; part of the one table. */

export const apiErrors = {
  'key-missing': {
    status: 401,
    message: 'Please send an API key: Authorization: Bearer fsk_... Keys are made in the profile.',
  },
  'key-invalid': { status: 401, message: 'This API key is unknown, has ended or was revoked.' },
  'pro-needed': { status: 403, message: 'The API needs the Pro plan.' },
  'scope-missing': { status: 403, message: 'This API key may not do this: it lacks the scope {scope}.' },
  'key-not-found': { status: 404, message: 'There is no such API key.' },
  'too-many-keys': {
    status: 409,
    message: 'An account can have {most} API keys. Please revoke one that is not used any more.',
  },
  'too-many-calls': {
    status: 429,
    message: 'Too many calls: {limit} a minute are allowed. Please go on in {wait}.',
  },
  'idempotency-key-invalid': {
    status: 400,
    message: 'An Idempotency-Key has 1 to 255 visible characters.',
  },
  'idempotency-key-reused': {
    status: 422,
    message: 'This Idempotency-Key was sent with another call before. Please use a new one.',
  },
  'idempotent-call-running': {
    status: 409,
    message:
      'The first call with this Idempotency-Key is still being answered. Please ask again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>
