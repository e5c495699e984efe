/** Admin API: accounts and contact form messages. */
import { apiPaths } from '@filesmith/contract/api-paths'
import {
  type AdminSignIn,
  adminMessagePageSchema,
  adminMessageSchema,
  adminSignInSchema,
  adminUserPageSchema,
  adminUserSchema,
  messageChangeSchema,
  userChangeSchema,
} from '@filesmith/contract/schemas/admin'
import { adminMessageQuerySchema, adminUserQuerySchema } from '@filesmith/contract/schemas/admin-queries'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type DeleteAccountDeps, deleteAccount } from '../../domain/accounts/accounts.ts'
import { requireProof } from '../../domain/accounts/fresh-proof.ts'
import { type AdminDeps, actorOf } from '../../domain/administration/list-page.ts'
import { changeMessage, describeMessage, listMessages } from '../../domain/administration/messages.ts'
import {
  changeUser,
  describeListedUser,
  findUser,
  listUsers,
  requirePasswordForOperator,
} from '../../domain/administration/users.ts'
import { signedInUser } from '../access.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'
import { idParamsSchema } from '../params.ts'

const tags = ['Administration']
const config = { access: 'operator' } as const

export function registerAdminPeopleRoutes(
  app: FastifyInstance,
  deps: AdminDeps & DeleteAccountDeps & { readonly signInSettings: AdminSignIn },
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.adminUsers, {
    config,
    schema: {
      summary: 'List accounts, newest first',
      tags,
      querystring: adminUserQuerySchema,
      response: { 200: adminUserPageSchema, default: errorReplySchema },
    },
    handler: ({ query: { before, ...filter } }) => listUsers(deps, filter, before),
  })

  typed.get(apiPaths.adminSignIn, {
    config,
    schema: {
      summary: 'Get the settings of sign-in by a proxy and of groups',
      tags,
      response: { 200: adminSignInSchema, default: errorReplySchema },
    },
    handler: async () => deps.signInSettings,
  })

  typed.get(apiPaths.adminUser(':id'), {
    config,
    schema: {
      summary: 'Get an account',
      tags,
      params: idParamsSchema,
      response: { 200: adminUserSchema, default: errorReplySchema },
    },
    handler: async request => describeListedUser(await findUser(deps, request.params.id), deps.now()),
  })

  typed.patch(apiPaths.adminUser(':id'), {
    config: { ...config, proof: 'fresh-or-password' },
    schema: {
      summary: "Change a user's plan or operator role, or suspend the account",
      description:
        'Omitted fields keep their values. A suspended user is signed out everywhere and cannot sign in; ' +
        'files are kept until they expire, and running conversions finish. The last operator cannot be demoted or suspended.',
      tags,
      params: idParamsSchema,
      body: userChangeSchema,
      response: { 200: adminUserSchema, default: errorReplySchema },
    },
    handler: async request => {
      const signedIn = signedInUser(request)
      const { account: operator } = signedIn
      await requireProof(deps, signedIn, request.body.password)
      const user = await findUser(deps, request.params.id)
      const { password: _, ...wanted } = request.body
      requirePasswordForOperator(operator, user, request.body)
      await changeUser(deps, actorOf(operator), user, wanted)
      return describeListedUser(await findUser(deps, user.id), deps.now())
    },
  })

  typed.delete(apiPaths.adminUser(':id'), {
    config: { ...config, proof: 'fresh' },
    schema: {
      summary: 'Delete an account with its files, sessions and personal data, and end its plan',
      tags,
      params: idParamsSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      const actor = actorOf(signedInUser(request).account)
      await deleteAccount(deps, await findUser(deps, request.params.id), actor)
      return sendNoContent(reply)
    },
  })

  typed.get(apiPaths.adminMessages, {
    config,
    schema: {
      summary: 'List contact form messages, newest first',
      tags,
      querystring: adminMessageQuerySchema,
      response: { 200: adminMessagePageSchema, default: errorReplySchema },
    },
    handler: ({ query: { state, before } }) => listMessages(deps, state, before),
  })

  typed.patch(apiPaths.adminMessage(':id'), {
    config,
    schema: {
      summary: 'Mark a message as handled or as not spam',
      description: 'A message marked as not spam is sent by email like the others.',
      tags,
      params: idParamsSchema,
      body: messageChangeSchema,
      response: { 200: adminMessageSchema, default: errorReplySchema },
    },
    handler: async request => {
      const actor = actorOf(signedInUser(request).account)
      return describeMessage(await changeMessage(deps, actor, request.params.id, request.body))
    },
  })
}
