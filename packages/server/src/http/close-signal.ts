/** Aborts when the client disconnects, so that no request keeps waiting for it. */
import type { FastifyReply } from 'fastify'

export function closeSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}
