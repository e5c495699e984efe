/** Set-up of a new installation: creates the first operator with the link from the log. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { linkRequestSchema, setUpRequestSchema, userReplySchema } from '@filesmith/contract/schemas/account'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { SetUpStore } from '../../database/set-up-store.ts'
import { checkSetUp, setUpOperator } from '../../domain/administration/set-up.ts'
import { beginAccountSession, type SignInDeps } from '../begin-account-session.ts'
import { networkHash } from '../network-hash.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'

const tags = ['Administration']
const config = { access: 'owner' } as const

export function registerSetUpRoutes(
  app: FastifyInstance,
  deps: SignInDeps & { readonly setUp: SetUpStore },
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.post(apiPaths.setUpCheck, {
    config,
    schema: {
      summary: 'Check a set-up link',
      description: 'Returns 404 once an operator exists.',
      tags,
      body: linkRequestSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await checkSetUp(deps, { ...request.body, network: networkHash(deps, request) })
      return sendNoContent(reply)
    },
  })

  typed.post(apiPaths.setUp, {
    config,
    schema: {
      summary: 'Create the first operator with the set-up link, and sign in',
      description: 'The link works once and for 24 hours. Returns 404 once an operator exists.',
      tags,
      body: setUpRequestSchema,
      response: { 201: userReplySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const account = await setUpOperator(deps, { ...request.body, network: networkHash(deps, request) })
      return reply.status(201).send({ user: await beginAccountSession(deps, reply, account, false) })
    },
  })
}
