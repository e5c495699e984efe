/** Server-sent events; each carries the whole state, so a client may miss any and resume anywhere. */
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { closeSignal } from './close-signal.ts'

const keepAliveMs = 15_000
const reconnectMs = 1_000

interface Watch {
  readonly afterRevision: number
  readonly signal: AbortSignal
}

type States = (watch: Watch) => AsyncIterable<{ readonly revision: number; readonly state: object }>

export function streamEvents(request: FastifyRequest, reply: FastifyReply, states: States): FastifyReply {
  const events = new PassThrough()
  const afterRevision = Number(request.headers['last-event-id'] ?? 0) || 0
  pump(states({ afterRevision, signal: closeSignal(reply) }), events).catch(error => {
    request.log.warn({ err: error }, 'an event stream broke off')
    events.destroy()
  })
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(events)
}

async function pump(states: ReturnType<States>, events: PassThrough): Promise<void> {
  const keepAlive = setInterval(() => events.write(': still here\n\n'), keepAliveMs)
  try {
    events.write(`retry: ${reconnectMs}\n\n`)
    for await (const { revision, state } of states)
      events.write(`id: ${revision}\ndata: ${JSON.stringify(state)}\n\n`)
    events.end()
  } finally {
    clearInterval(keepAlive)
  }
}
