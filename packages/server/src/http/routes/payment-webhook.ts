/** Webhook of the payment provider. The signature covers the raw bytes, so the body is not parsed before. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { FastifyInstance } from 'fastify'
import type { BillingDeps } from '../../domain/billing/billing-deps.ts'
import { receivePaymentEvent } from '../../domain/billing/payment-events.ts'

const maxBodyBytes = 1024 * 1024

export async function registerPaymentWebhook(app: FastifyInstance, deps: BillingDeps): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(apiPaths.paymentWebhook, {
      config: { access: 'anyone' },
      bodyLimit: maxBodyBytes,
      schema: { hide: true },
      handler: async (request, reply) => {
        const signature = request.headers['stripe-signature'] ?? request.headers['filesmith-signature']
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await receivePaymentEvent(deps, rawBody, typeof signature === 'string' ? signature : undefined)
        return reply.send({ received: true })
      },
    })
  })
}
