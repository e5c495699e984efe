/** The account's API keys; managed with the session, never with a key. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { apiKeysSchema, createdApiKeySchema, newApiKeySchema } from '@filesmith/contract/schemas/v1/api-key'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  type CreateApiKeyDeps,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../domain/api-keys/api-keys.ts'
import { signedInUser } from '../access.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'
import { idParamsSchema } from '../params.ts'

const tags = ['Accounts']
const config = { access: 'account' } as const

export function registerApiKeyRoutes(app: FastifyInstance, deps: CreateApiKeyDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.apiKeys, {
    config,
    schema: {
      summary: 'List your API keys, newest first',
      description: 'Includes expired keys. The keys themselves are not stored.',
      tags,
      response: { 200: apiKeysSchema, default: errorReplySchema },
    },
    handler: request => listApiKeys(deps, signedInUser(request).account.id),
  })

  typed.post(apiPaths.apiKeys, {
    config: { ...config, email: 'confirmed', proof: 'fresh' },
    schema: {
      summary: 'Create an API key',
      description: 'The key is returned only in this response. Requires the Pro plan.',
      tags,
      body: newApiKeySchema,
      response: { 201: createdApiKeySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const created = await createApiKey(deps, signedInUser(request).account, request.body)
      return reply.status(201).send(created)
    },
  })

  typed.delete(apiPaths.apiKey(':id'), {
    config: { ...config, proof: 'fresh' },
    schema: {
      summary: 'Revoke an API key',
      description: 'The key stops working immediately.',
      tags,
      params: idParamsSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await revokeApiKey(deps, signedInUser(request).account.id, request.params.id)
      return sendNoContent(reply)
    },
  })
}
