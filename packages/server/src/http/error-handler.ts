/** The one place where an error becomes a reply: {code, message}, never a stack, a path or an engine's words. */
import { AppError, errorTable } from '@filesmith/contract/errors'
import type { ErrorReply } from '@filesmith/contract/schemas/error-reply'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { discardRest } from './discard-rest.ts'

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfterSeconds } = describeError(error)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  discardRest(request)
  // The rest of the request will not come, so the connection cannot carry another one.
  if (status === 408) reply.header('connection', 'close')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.status(status).send(body)
}

interface DescribedError {
  readonly status: number
  readonly body: ErrorReply
  readonly retryAfterSeconds?: number | undefined
}

function describeError(error: unknown): DescribedError {
  if (error instanceof AppError) {
    const body = { code: error.code, message: error.message }
    return { status: error.status, body, retryAfterSeconds: retryAfterSecondsOf(error) }
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const reason = error.validation.map(issue => issue.message ?? 'Invalid value').join(' ')
    return { status: 400, body: { code: 'invalid-request', message: reason } }
  }
  const status = clientErrorStatus(error)
  if (status !== undefined && error instanceof Error) {
    return { status, body: { code: 'invalid-request', message: error.message } }
  }
  return { status: 500, body: { code: 'internal', message: errorTable.internal.message } }
}

function retryAfterSecondsOf(error: AppError): number | undefined {
  const { retryAfterSeconds } = error.params
  if (typeof retryAfterSeconds === 'number') return retryAfterSeconds
  return error.status === 503 ? 5 : undefined
}

/** Fastify's own refusals (a malformed body, a wrong content type) say what is wrong without telling secrets. */
function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('FST_'))
    return undefined
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? status : undefined
}
