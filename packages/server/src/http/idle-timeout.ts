/** Aborts requests whose body stalls and clients that stop reading their reply (slow HTTP denial of service). */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Multiple of the idle timeout allowed for: a body that is read before its handler (JSON), in total; a reply that waits
 * for its reader; a handler whose body was cut off, to answer.
 */
const longFactor = 4
const checksPerLimit = 4

interface Body {
  readonly reply: FastifyReply
  seenBytes: number
  idleChecks: number
  checks: number
  /** Read whole before the handler runs; otherwise the handler takes it as a stream. */
  isBuffered: boolean
  isCut: boolean
}

const unseen = { seenBytes: 0, idleChecks: 0, checks: 0, isBuffered: true, isCut: false }

/** Must be registered before every asynchronous hook. */
export function registerIdleTimeout(app: FastifyInstance, idleMs: number): void {
  const incomplete = new Map<IncomingMessage, Body>()

  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding !== undefined || Number(length) > 0) incomplete.set(request.raw, { ...unseen, reply })
    done()
  })
  // Content type parsers are done: a body still arriving is a stream and may take as long as it makes progress.
  app.addHook('preValidation', (request, _reply, done) => {
    const body = incomplete.get(request.raw)
    if (body) body.isBuffered = false
    done()
  })
  // Reset by every write, and by the next request of the connection. Event streams write regularly.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (payload instanceof Readable) request.raw.socket.setTimeout(longFactor * idleMs)
    done()
  })

  // Counts checks instead of reading a clock: after this process was paused, bytes that arrived meanwhile are read before
  // the next check.
  const timer = setInterval(() => {
    for (const [request, body] of incomplete) {
      if (request.complete || request.destroyed) incomplete.delete(request)
      else check(request, body)
    }
  }, idleMs / checksPerLimit)
  timer.unref()
  // Not onClose: during shutdown, stalled requests must not block draining.
  app.server.once('close', () => clearInterval(timer))
}

function check(request: IncomingMessage, body: Body): void {
  const { socket } = request
  // While the socket is paused, the client waits for us (backpressure).
  const hasMoved = socket.bytesRead !== body.seenBytes || socket.isPaused()
  body.seenBytes = socket.bytesRead
  body.idleChecks = hasMoved ? 0 : body.idleChecks + 1
  body.checks += 1
  const isTooLong = body.checks >= longFactor * checksPerLimit
  if (body.isCut && isTooLong) request.destroy()
  else if (!body.isCut && (body.idleChecks >= checksPerLimit || (body.isBuffered && isTooLong)))
    cutOff(request, body)
}

/** Makes the reader of the body fail with an error that is answered with 408. */
function cutOff(request: IncomingMessage, body: Body): void {
  body.isCut = true
  // From now on this measures the time left for the reply.
  body.checks = 0
  if (body.reply.raw.headersSent || request.listenerCount('error') === 0) request.destroy()
  else request.emit('error', new AppError('request-timeout'))
}
