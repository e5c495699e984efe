import { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import type { ClaimedDelivery } from '../../database/webhook-store.ts'
import type { OutboundClient, OutboundRequest } from '../../ports/outbound.ts'
import { deliverWebhook, signedHeaders } from './webhooks.ts'

const now = new Date('2026-03-01T12:00:00Z')
const secretBox = { seal: (text: string) => text, open: (text: string) => text }
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)

function claimed(attempts: number, failingSince: Date | null = null): ClaimedDelivery {
  return {
    id: 'msg',
    endpointId: 'e',
    event: 'webhook.test',
    payload: '{}',
    attempts,
    nextAttemptAt: now,
    deliveredAt: null,
    lastStatusCode: null,
    lastError: null,
    createdAt: now,
    endpoint: {
      id: 'e',
      accountId: 'u',
      url: 'https://example.org/hook',
      sealedSecret: 'whsec_c2VjcmV0',
      events: [],
      failingSince,
      disabledAt: null,
      createdAt: now,
    },
  }
}

function respondingWith(status: number | AppError): { outbound: OutboundClient; sent: OutboundRequest[] } {
  const sent: OutboundRequest[] = []
  const outbound: OutboundClient = {
    refusal: () => undefined,
    async send(request) {
      sent.push(request)
      if (status instanceof AppError) throw status
      return { status, headers: {}, url: request.url, body: Readable.from([]) }
    },
  }
  return { outbound, sent }
}

function deliver(status: number | AppError, delivery: ClaimedDelivery) {
  const { outbound, sent } = respondingWith(status)
  const deps = { outbound, secretBox, webhookRetrySeconds: [5, 60], now: () => now }
  const outcome = deliverWebhook(deps, delivery, new AbortController().signal)
  return outcome.then(result => ({ ...result, sent }))
}

test('deliverWebhook: a 2xx response is a delivery, and redirects are not followed', async () => {
  const { sent, ...outcome } = await deliver(204, claimed(1))
  expect(outcome).toEqual({
    isDelivered: true,
    statusCode: 204,
    error: null,
    retryInMs: null,
    isEndpointDisabled: false,
  })
  expect(sent[0]?.followsRedirects).toBeFalsy()
})

test.each([
  [1, 5_000],
  [2, 60_000],
])('deliverWebhook: after attempt %i it retries in about %i ms', async (attempts, waitMs) => {
  const { retryInMs } = await deliver(500, claimed(attempts))
  expect(retryInMs).toBeGreaterThanOrEqual(waitMs)
  expect(retryInMs).toBeLessThanOrEqual(waitMs * 1.2)
})

test('deliverWebhook: gives up after the last attempt', async () => {
  expect(await deliver(500, claimed(3))).toMatchObject({ retryInMs: null, isEndpointDisabled: false })
})

test('deliverWebhook: 410 and five days of failures disable the endpoint, a success does not', async () => {
  expect(await deliver(410, claimed(1))).toMatchObject({ isEndpointDisabled: true, retryInMs: null })
  expect(await deliver(500, claimed(1, daysAgo(4)))).toMatchObject({ isEndpointDisabled: false })
  expect(await deliver(500, claimed(1, daysAgo(6)))).toMatchObject({ isEndpointDisabled: true })
  expect(await deliver(200, claimed(1, daysAgo(6)))).toMatchObject({
    isEndpointDisabled: false,
    isDelivered: true,
  })
})

test('deliverWebhook: an unreachable address is recorded with its reason', async () => {
  const error = new AppError('address-failed', {
    host: 'h',
    problem: 'unreachable',
    reason: 'connection refused.',
  })
  expect(await deliver(error, claimed(1))).toMatchObject({ error: 'connection refused.', statusCode: null })
})

test('signedHeaders: matches the example of the Standard Webhooks specification', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  }
  expect(signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)['webhook-signature']).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})
