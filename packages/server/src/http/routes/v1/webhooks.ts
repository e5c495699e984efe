/** Webhooks that notify clients when a job finishes. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import {
  createdWebhookSchema,
  newWebhookSchema,
  webhookDeliverySchema,
  webhookSchema,
} from '@filesmith/contract/schemas/v1/webhook'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  createWebhook,
  findWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  testWebhook,
  type WebhookDeps,
} from '../../../domain/webhooks/webhooks.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import { noContentReply, sendNoContent } from '../../no-content.ts'
import { idParamsSchema } from '../../params.ts'
import { apiCaller } from '../../v1/api-key-authentication.ts'

type CreateWebhookDeps = WebhookDeps & { readonly mails: MailQueue }

const tags = ['Webhooks']
const config = { access: 'key', scope: 'webhooks' } as const

export function registerApiWebhookRoutes(app: FastifyInstance, deps: CreateWebhookDeps): void {
  registerOneWebhook(app, deps)
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.post(apiPaths.v1Webhooks, {
    config: { ...config, email: 'confirmed' },
    schema: {
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description:
        'Events are sent by POST and signed according to the Standard Webhooks specification. The secret is returned only in this response. At most 20 webhooks.',
      tags,
      body: newWebhookSchema,
      response: { 201: createdWebhookSchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const webhook = await createWebhook(deps, apiCaller(request).account, request.body)
      return reply.status(201).header('location', apiPaths.v1Webhook(webhook.id)).send(webhook)
    },
  })

  typed.get(apiPaths.v1Webhooks, {
    config,
    schema: {
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      description: 'Oldest first.',
      tags,
      response: { 200: z.array(webhookSchema), default: errorReplySchema },
    },
    handler: request => listWebhooks(deps, apiCaller(request).owner),
  })
}

function registerOneWebhook(app: FastifyInstance, deps: CreateWebhookDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.v1Webhook(':id'), {
    config,
    schema: {
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      description: 'Its URL, its events, and whether it is enabled.',
      tags,
      params: idParamsSchema,
      response: { 200: webhookSchema, default: errorReplySchema },
    },
    handler: request => findWebhook(deps, apiCaller(request).owner, request.params.id),
  })

  typed.delete(apiPaths.v1Webhook(':id'), {
    config,
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Pending deliveries are dropped.',
      tags,
      params: idParamsSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await removeWebhook(deps, apiCaller(request).owner, request.params.id)
      return sendNoContent(reply)
    },
  })

  typed.post(apiPaths.v1WebhookTest(':id'), {
    config,
    schema: {
      operationId: 'testWebhook',
      summary: 'Send a test event',
      description:
        'Sends the event `webhook.test`. A disabled webhook is enabled again if it accepts the event.',
      tags,
      params: idParamsSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await testWebhook(deps, apiCaller(request).owner, request.params.id)
      return sendNoContent(reply)
    },
  })

  typed.get(apiPaths.v1WebhookDeliveries(':id'), {
    config,
    schema: {
      operationId: 'listWebhookDeliveries',
      summary: 'List deliveries of a webhook',
      description: 'The last 100, newest first, with their results. Deliveries are deleted after 30 days.',
      tags,
      params: idParamsSchema,
      response: { 200: z.array(webhookDeliverySchema), default: errorReplySchema },
    },
    handler: request => listDeliveries(deps, apiCaller(request).owner, request.params.id),
  })
}
