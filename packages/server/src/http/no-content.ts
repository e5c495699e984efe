/** Reply without content. */
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

export const noContentReply = { 204: z.null(), default: errorReplySchema }

export function sendNoContent(reply: FastifyReply): FastifyReply {
  return reply.status(204).send(null)
}
