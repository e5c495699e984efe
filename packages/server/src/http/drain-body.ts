/** Reads and discards the rest of a request body, so that the client gets the error reply instead of a connection reset. */
import type { FastifyRequest } from 'fastify'

const drainTimeoutMs = 10_000

export function drainBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  // Closing a socket with unread bytes sends a TCP reset, which may arrive before the reply.
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), drainTimeoutMs)
  raw.once('close', () => clearTimeout(timer))
}
