/** Lets a client that is still sending read the answer: its bytes are thrown away for a while, then the line is cut. */
import type { FastifyRequest } from 'fastify'

const patienceMs = 10_000

export function discardRest({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  // Not closed with the answer: unread bytes would turn that into a reset, which overtakes the answer.
  raw.unpipe()
  raw.resume()
  const impatience = setTimeout(() => raw.destroy(), patienceMs)
  raw.once('close', () => clearTimeout(impatience))
}
