/** Lets a client that is still sending read the answer: its bytes are thrown away for a while, then the line is cut. */
import type { FastifyReply, FastifyRequest } from 'fastify'

const patienceMs = 10_000

export function discardRest(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  if (raw.complete || raw.destroyed) return
  reply.header('connection', 'close')
  raw.unpipe()
  raw.resume()
  const impatience = setTimeout(() => raw.destroy(), patienceMs)
  raw.once('close', () => clearTimeout(impatience))
}
