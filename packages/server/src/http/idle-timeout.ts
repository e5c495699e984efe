/** Aborts requests whose body stalls, handlers that never reply to one, and clients that stop reading their reply (slow HTTP denial of service). */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Multiple of the idle timeout allowed for: a body that is read before its handler (JSON), in total; a handler that
 * has its whole body, or whose body was cut off, to answer; a reply that waits for its reader.
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
  isComplete: boolean
  isCut: boolean
}

const unseen = {
  ...{ seenBytes: 0, idleChecks: 0, checks: 0 },
  ...{ isBuffered: true, isComplete: false, isCut: false },
}

/** Must be registered before every asynchronous hook. */
export function registerIdleTimeout(app: FastifyInstance, idleMs: number): void {
  const watched = new Map<IncomingMessage, Body>()
  app.decorateReply('isWaiting', false)

  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding !== undefined || Number(length) > 0) watched.set(request.raw, { ...unseen, reply })
    done()
  })
  // Content type parsers are done: a body still arriving is a stream and may take as long as it makes progress.
  app.addHook('preValidation', (request, _reply, done) => {
    const body = watched.get(request.raw)
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
    for (const [request, body] of watched) {
      if (isOver(request, body)) watched.delete(request)
      else if (request.complete) checkHandler(request, body)
      else checkBody(request, body)
    }
  }, idleMs / checksPerLimit)
  timer.unref()
  // Not onClose: during shutdown, stalled requests must not block draining.
  app.server.once('close', () => clearInterval(timer))
}

/** A complete body may still have a reader that waits forever, so the request is watched until its reply has begun. */
function isOver(request: IncomingMessage, { reply }: Body): boolean {
  if (!request.complete) return request.destroyed
  return reply.raw.headersSent || reply.raw.destroyed || reply.isWaiting
}

function checkHandler(request: IncomingMessage, body: Body): void {
  if (!body.isComplete) body.checks = 0
  body.isComplete = true
  body.checks += 1
  if (body.checks <= longFactor * checksPerLimit) return
  // A reader of the body cleans up and answers before the next check.
  if (!body.isCut && request.listenerCount('error') > 0) {
    body.isCut = true
    request.emit('error', new AppError('unavailable'))
  } else if (body.reply.sent) request.destroy()
  else body.reply.send(new AppError('unavailable'))
}

function checkBody(request: IncomingMessage, body: Body): void {
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
