/** Graceful shutdown of the web process: reports unready, finishes open requests, closes the rest at the deadline. */
import type { FastifyInstance } from 'fastify'

/** For handlers to clean up after their connection was closed. */
const cleanupMs = 5_000

export interface AppDrain {
  /** Aborts when shutdown begins. */
  readonly begun: AbortSignal
  /** Keeps accepting connections for `noticeMs`, and answers open requests until `deadline`. */
  run(noticeMs: number, deadline: AbortSignal): Promise<void>
}

/** Must be registered before the routes, whose handlers it tracks. */
export function registerDrain(app: FastifyInstance): AppDrain {
  const begin = new AbortController()
  const working = new Set<Promise<unknown>>()

  app.addHook('onRoute', route => {
    const { handler } = route
    route.handler = function handle(request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      const settled: Promise<unknown> = Promise.resolve(answer)
        .catch(() => undefined)
        .finally(() => working.delete(settled))
      working.add(settled)
      return answer
    }
  })
  // A keep-alive connection would bring its next request to this process.
  app.addHook('onSend', async (_request, reply) => {
    if (begin.signal.aborted) reply.header('connection', 'close')
  })

  return {
    begun: begin.signal,
    async run(noticeMs, deadline) {
      begin.abort()
      await wait(noticeMs, deadline)
      const closed = app.close()
      const cut = () => app.server.closeAllConnections()
      deadline.addEventListener('abort', cut)
      if (deadline.aborted) cut()
      await closed
      deadline.removeEventListener('abort', cut)
      await Promise.race([Promise.all(working), wait(cleanupMs)])
    },
  }
}

async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (milliseconds === 0 || signal?.aborted) return
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    timer.unref()
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}
