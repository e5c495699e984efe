/** Contact form and contact details. */
import { apiPaths } from '@filesmith/contract/api-paths'
import {
  type ContactInfo,
  contactInfoSchema,
  contactLimits,
  contactRequestSchema,
} from '@filesmith/contract/schemas/contact'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type SendMessageDeps, sendMessage } from '../../domain/contact/contact.ts'
import { type NetworkDeps, networkHash } from '../network-hash.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'

interface ContactDeps extends SendMessageDeps, NetworkDeps {
  readonly contactInfo: ContactInfo
}

const tags = ['Contact']
/** A character may take four bytes, or six if JSON escapes it; twice the maximum, so that long messages get a proper error. */
const bodyLimit = contactLimits.messageCharacters * 2 * 6 + 10_000

export function registerContactRoutes(app: FastifyInstance, deps: ContactDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.contact, {
    config: { access: 'anyone' },
    schema: {
      summary: 'Get contact details',
      tags,
      response: { 200: contactInfoSchema, default: errorReplySchema },
    },
    handler: async () => deps.contactInfo,
  })

  typed.post(apiPaths.contact, {
    config: { access: 'owner' },
    bodyLimit,
    schema: {
      summary: 'Send a contact form message',
      description: 'The message is stored and sent by email. Limited per hour, email address and network.',
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
