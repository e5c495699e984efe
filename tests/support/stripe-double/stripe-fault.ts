/** Stripe's error responses. */

interface FaultBody {
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error'
  readonly message: string
  readonly code?: string
  readonly param?: string
}

export class StripeFault extends Error {
  readonly status: number
  readonly body: { readonly error: FaultBody }

  constructor(status: number, error: FaultBody) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export function missing(kind: string, id: string, param = 'id'): StripeFault {
  const message = `No such ${kind.replaceAll('_', ' ')}: '${id}'`
  return new StripeFault(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

export function invalid(message: string, more: { code?: string; param?: string } = {}): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', message, ...more })
}
