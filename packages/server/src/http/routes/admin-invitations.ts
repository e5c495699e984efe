/** Admin API: invitations. */
import { apiPaths } from '@filesmith/contract/api-paths'
import {
  adminInvitationPageSchema,
  createdInvitationSchema,
  newInvitationSchema,
} from '@filesmith/contract/schemas/admin'
import { adminListQuerySchema } from '@filesmith/contract/schemas/admin-queries'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type AttemptDeps, limitMails } from '../../domain/accounts/limit-attempts.ts'
import {
  createInvitation,
  type InvitationDeps,
  listInvitations,
  revokeInvitation,
} from '../../domain/administration/invitations.ts'
import { actorOf } from '../../domain/administration/list-page.ts'
import { signedInUser } from '../access.ts'
import { type NetworkDeps, networkHash } from '../network-hash.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'
import { idParamsSchema } from '../params.ts'

const tags = ['Administration']
const config = { access: 'operator' } as const

export function registerAdminInvitationRoutes(
  app: FastifyInstance,
  deps: InvitationDeps & AttemptDeps & NetworkDeps,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.adminInvitations, {
    config,
    schema: {
      summary: 'List invitations, newest first',
      description: 'Expired invitations are deleted.',
      tags,
      querystring: adminListQuerySchema,
      response: { 200: adminInvitationPageSchema, default: errorReplySchema },
    },
    handler: ({ query: { before } }) => listInvitations(deps, before),
  })

  typed.post(apiPaths.adminInvitations, {
    config,
    schema: {
      summary: 'Invite a guest to create an account',
      description:
        'Returns the link, which works once. It is also emailed if an address is given and a mail server is set.',
      tags,
      body: newInvitationSchema,
      response: { 201: createdInvitationSchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const { email } = request.body
      if (email !== null) await limitMails(deps, email, networkHash(deps, request))
      const actor = actorOf(signedInUser(request).account)
      return reply.status(201).send(await createInvitation(deps, actor, request.body))
    },
  })

  typed.delete(apiPaths.adminInvitation(':id'), {
    config,
    schema: {
      summary: 'Revoke an invitation that was not accepted yet',
      tags,
      params: idParamsSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await revokeInvitation(deps, actorOf(signedInUser(request).account), request.params.id)
      return sendNoContent(reply)
    },
  })
}
