/** The only place where an error becomes a reply: {code, message}, never a stack trace, a path or engine output. */
import { STATUS_CODES } from 'node:http'
import { AppError, errorTable } from '@filesmith/contract/errors'
import type { ErrorReply } from '@filesmith/contract/schemas/error-reply'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { drainBody } from './drain-body.ts'

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfterSeconds } = describeError(error, request)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  else if (error instanceof AppError && error.cause !== undefined)
    request.log.warn({ err: error }, 'request refused')
  drainBody(request)
  // The rest of the body will not arrive, so the connection cannot be reused.
  if (status === 408) reply.header('connection', 'close')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.status(status).send(body)
}

interface DescribedError {
  readonly status: number
  readonly body: ErrorReply
  readonly retryAfterSeconds?: number | undefined
}

function describeError(error: unknown, { raw }: FastifyRequest): DescribedError {
  if (error instanceof AppError) {
    const body = { code: error.code, message: error.message }
    return { status: error.status, body, retryAfterSeconds: retryAfterSecondsOf(error) }
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const reason = error.validation.map(issue => issue.message ?? 'Invalid value').join(' ')
    return { status: 400, body: { code: 'invalid-request', message: reason } }
  }
  const status = clientErrorStatus(error)
  if (status !== undefined)
    return { status, body: { code: 'invalid-request', message: clientErrorMessage(error, status) } }
  // The client disconnected while sending its body: not a server error.
  if (raw.aborted)
    return { status: 400, body: { code: 'invalid-request', message: 'The request was aborted.' } }
  return { status: 500, body: { code: 'internal', message: errorTable.internal.message } }
}

function retryAfterSecondsOf(error: AppError): number | undefined {
  const { retryAfterSeconds } = error.params
  if (typeof retryAfterSeconds === 'number') return retryAfterSeconds
  return error.status === 503 ? 5 : undefined
}

/** Status of errors that libraries throw about the request, such as a malformed body or an unsatisfiable range. */
function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const status = 'statusCode' in error ? error.statusCode : 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined
}

/** Fastify's own messages contain no internals; of other errors only the status is safe to send. */
function clientErrorMessage(error: unknown, status: number): string {
  const isFastify = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
  return isFastify ? error.message : (STATUS_CODES[status] ?? 'Bad Request')
}
