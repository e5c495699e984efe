/** Cuts off requests whose body stops arriving and clients that stop reading their reply (slow HTTP denial of service). */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * How many times the silence limit is allowed to: a body that is read before its handler (JSON), in all; a reply that
 * waits for its reader; a handler whose body was cut off, to answer.
 */
const longFactor = 4
const checksPerLimit = 4

interface Body {
  readonly reply: FastifyReply
  seenBytes: number
  silentChecks: number
  checks: number
  /** Read whole before the handler runs; otherwise the handler takes it as a stream. */
  isBuffered: boolean
  isCut: boolean
}

const unseen = { seenBytes: 0, silentChecks: 0, checks: 0, isBuffered: true, isCut: false }

/** Must come before every hook that waits for something. */
export function registerSilenceLimit(app: FastifyInstance, silenceMs: number): void {
  const incomplete = new Map<IncomingMessage, Body>()

  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding !== undefined || Number(length) > 0) incomplete.set(request.raw, { ...unseen, reply })
    done()
  })
  // Content type parsers are done: what is still arriving is a stream and takes as long as it keeps moving.
  app.addHook('preValidation', (request, _reply, done) => {
    const body = incomplete.get(request.raw)
    if (body) body.isBuffered = false
    done()
  })
  // Reset by every write, and by the next request of the connection. Event streams write regularly.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (payload instanceof Readable) request.raw.socket.setTimeout(longFactor * silenceMs)
    done()
  })

  // Counts checks instead of reading a clock: after a pause of this process, what has arrived meanwhile is read before
  // the next check.
  const timer = setInterval(() => {
    for (const [request, body] of incomplete) {
      if (request.complete || request.destroyed) incomplete.delete(request)
      else check(request, body)
    }
  }, silenceMs / checksPerLimit)
  timer.unref()
  // Not onClose: while this process drains, silent requests must not hold it up.
  app.server.once('close', () => clearInterval(timer))
}

function check(request: IncomingMessage, body: Body): void {
  const { socket } = request
  // While the socket is paused, the client waits for us (backpressure), not we for it.
  const hasMoved = socket.bytesRead !== body.seenBytes || socket.isPaused()
  body.seenBytes = socket.bytesRead
  body.silentChecks = hasMoved ? 0 : body.silentChecks + 1
  body.checks += 1
  const isTooLong = body.checks >= longFactor * checksPerLimit
  if (body.isCut && isTooLong) request.destroy()
  else if (!body.isCut && (body.silentChecks >= checksPerLimit || (body.isBuffered && isTooLong)))
    cutOff(request, body)
}

/** Whatever reads the body fails with an error that is answered with 408. */
function cutOff(request: IncomingMessage, body: Body): void {
  body.isCut = true
  // From now on this counts the time for the answer.
  body.checks = 0
  if (body.reply.raw.headersSent || request.listenerCount('error') === 0) request.destroy()
  else request.emit('error', new AppError('request-timeout'))
}
