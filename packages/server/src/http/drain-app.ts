/** The end of a web process: it says so, finishes what it began, and closes what is still open when its time is over. */
import type { FastifyInstance } from 'fastify'

/** For what a handler has to put in order after its connection was closed. */
const tidyingMs = 5_000

export interface AppDrain {
  /** Aborts when the process begins to stop. */
  readonly begun: AbortSignal
  /** Goes on taking connections for `noticeMs`, and answering open requests until `over`. */
  run(noticeMs: number, over: AbortSignal): Promise<void>
}

/** Must stand before the routes, whose handlers it counts. */
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
  // A connection that is kept open would bring its next request here.
  app.addHook('onSend', async (_request, reply) => {
    if (begin.signal.aborted) reply.header('connection', 'close')
  })

  return {
    begun: begin.signal,
    async run(noticeMs, over) {
      begin.abort()
      await pass(noticeMs, over)
      const closed = app.close()
      const cut = () => app.server.closeAllConnections()
      over.addEventListener('abort', cut)
      if (over.aborted) cut()
      await closed
      over.removeEventListener('abort', cut)
      await Promise.race([Promise.all(working), pass(tidyingMs)])
    },
  }
}

async function pass(milliseconds: number, enough?: AbortSignal): Promise<void> {
  if (milliseconds === 0 || enough?.aborted) return
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    timer.unref()
    enough?.addEventListener('abort', () => resolve(), { once: true })
  })
}
