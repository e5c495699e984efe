/** Aborts when the client disconnects, so that no request keeps waiting for it. */
import type { FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyReply {
    /** Its handler waits for work that may take hours, such as a conversion; the idle timeout does not end it. */
    isWaiting: boolean
  }
}

export function closeSignal(reply: FastifyReply): AbortSignal {
  reply.isWaiting = true
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}
