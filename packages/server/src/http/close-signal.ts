/** Aborts when the client is gone, so that nothing waits for somebody who no longer listens. */
import type { FastifyReply } from 'fastify'

export function closeSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}
