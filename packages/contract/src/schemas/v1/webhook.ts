/** Webhooks that notify clients when a job finishes; signed according to the Standard Webhooks specification. */
import { z } from 'zod'
import { jobSchema, webUrl } from './job.ts'

export const webhookEvents = ['job.succeeded', 'job.failed', 'job.cancelled'] as const
export type WebhookEvent = (typeof webhookEvents)[number] | 'webhook.test'

export const newWebhookSchema = z
  .strictObject({
    url: webUrl,
    events: z
      .array(z.enum(webhookEvents))
      .min(1)
      .default([...webhookEvents]),
  })
  .meta({ id: 'NewWebhook', examples: [{ url: 'https://example.com/filesmith', events: ['job.succeeded'] }] })
export type NewWebhook = z.infer<typeof newWebhookSchema>

export const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    isEnabled: z.boolean().describe('Disabled after five days without a successful delivery.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhookSchema>

export const createdWebhookSchema = webhookSchema
  .extend({
    secret: z.string().describe('`whsec_...`, the signing secret of deliveries. Returned only once.'),
  })
  .meta({ id: 'CreatedWebhook' })
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>

export const webhookPayloadSchema = z.object({
  type: z.enum([...webhookEvents, 'webhook.test']),
  timestamp: z.iso.datetime(),
  data: z.object({ job: jobSchema.optional() }),
})
export type WebhookPayload = z.infer<typeof webhookPayloadSchema>

export const webhookDeliverySchema = z
  .object({
    id: z.string(),
    event: z.string(),
    attempts: z.number().int(),
    status: z.enum(['waiting', 'delivered', 'given-up']),
    lastStatusCode: z.number().int().nullable(),
    lastError: z.string().nullable(),
    createdAt: z.iso.datetime(),
    nextAttemptAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>
