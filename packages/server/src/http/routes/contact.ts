/** Writing to the people behind the site, and how they can be reached otherwise. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { contactInfoSchema, contactLimits, contactRequestSchema } from '@filesmith/contract/schemas/contact'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sendMessage } from '../../domain/contact/send-message.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { networkHash } from '../network-hash.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'

const tags = ['Contact']
/** Every character may take four bytes, or six where JSON escapes it; what is a little too long is told so. */
const bodyLimit = contactLimits.messageCharacters * 2 * 6 + 10_000

export function registerContactRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.contact, {
    config: { access: 'anyone' },
    schema: {
      summary: 'How the people behind this site can be reached',
      tags,
      response: { 200: contactInfoSchema, default: errorReplySchema },
    },
    handler: async () => deps.contactInfo,
  })

  typed.post(apiPaths.contact, {
    config: { access: 'owner' },
    bodyLimit,
    schema: {
      summary: 'Write to the people behind this site',
      description:
        'The message is kept and mailed to them. Only so many are taken in an hour for one email address and one network.',
      tags,
      body: contactRequestSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      const account = request.signedIn && request.owner
      await sendMessage(deps, { account, network: networkHash(deps, request) }, request.body)
      return sendNoContent(reply)
    },
  })
}
