/** Structured logs: one JSON line per event, with request ids and without personal data. */
import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'

export function createLog(level: string, role: string, destination?: DestinationStream): Logger {
  const options = { level, base: { role }, serializers: { req: describeRequest, err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

/** Replaces Fastify's serializer, which logs IP addresses and query strings; both may be personal data or secrets. */
function describeRequest(request: FastifyRequest): object {
  return { method: request.method, path: request.url.split('?')[0] }
}

interface DescribedError {
  readonly type: string
  readonly code: unknown
  readonly message: string
  readonly at: readonly string[]
  readonly cause?: DescribedError
}

const maxFrames = 8

/** Library errors carry connection objects and query parameters; only type, code, message and stack are logged. */
function describeError(error: unknown): DescribedError | string {
  if (!(error instanceof Error)) return typeof error
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined
  return {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    message: error.message.replace(/\nparams:.*/s, ''),
    at: error.stack?.match(/(?<=^ {4})at .*/gm)?.slice(0, maxFrames) ?? [],
    ...(typeof cause === 'object' && { cause }),
  }
}
