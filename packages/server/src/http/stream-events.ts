/** Server-sent events; each carries the whole state, so a client may miss any and resume at any point. */
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeJson } from '../domain/base-path.ts'
import { closeSignal } from './close-signal.ts'
import type { AppDrain } from './drain-app.ts'

const keepAliveMs = 15_000
const reconnectMs = 1_000

interface Watch {
  readonly afterRevision: number
  readonly signal: AbortSignal
}

type States = (watch: Watch) => AsyncIterable<{ readonly revision: number; readonly state: object }>

/** Ends early on shutdown: the client reconnects to another process. */
export function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { begun }: AppDrain,
  states: States,
): FastifyReply {
  const afterRevision = Number(request.headers['last-event-id'] ?? 0) || 0
  return sendEvents(
    request,
    reply,
    describeStates(
      states({ afterRevision, signal: AbortSignal.any([closeSignal(reply), begun]) }),
      request.server.basePath,
    ),
  )
}

/** Streams the reply to one request; it cannot be resumed. */
export function streamItems(
  request: FastifyRequest,
  reply: FastifyReply,
  items: AsyncIterable<object>,
): FastifyReply {
  return sendEvents(request, reply, describeItems(items, request.server.basePath))
}

async function* describeStates(states: ReturnType<States>, basePath: string): AsyncGenerator<string> {
  yield `retry: ${reconnectMs}\n\n`
  for await (const { revision, state } of states)
    yield `id: ${revision}\ndata: ${writeJson(state, basePath)}\n\n`
}

async function* describeItems(items: AsyncIterable<object>, basePath: string): AsyncGenerator<string> {
  for await (const item of items) yield `data: ${writeJson(item, basePath)}\n\n`
}

function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  lines: AsyncIterable<string>,
): FastifyReply {
  const events = new PassThrough()
  pump(lines, events).catch(error => {
    request.log.warn({ err: error }, 'event stream failed')
    events.destroy()
  })
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(events)
}

async function pump(lines: AsyncIterable<string>, events: PassThrough): Promise<void> {
  const keepAlive = setInterval(() => events.write(': still here\n\n'), keepAliveMs)
  try {
    for await (const line of lines) events.write(line)
    events.end()
  } finally {
    clearInterval(keepAlive)
  }
}
