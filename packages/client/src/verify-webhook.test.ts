import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyWebhook } from './verify-webhook.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const now = new Date('2030-01-01T12:00:00Z')
const timestamp = String(now.getTime() / 1000)
const body = '{"type":"webhook.test"}'

/** Independent implementation of the Standard Webhooks signature. */
function sign(id: string, time: string, content: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${time}.${content}`).digest('base64')}`
}

const headers = (changes: Record<string, string> = {}) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': sign('msg_1', timestamp, body),
  ...changes,
})

test('verifyWebhook: accepts a valid signature, with plain headers and with a Headers object', async () => {
  expect(await verifyWebhook(secret, headers(), body, now)).toEqual({ type: 'webhook.test' })
  expect(await verifyWebhook(secret, new Headers(headers()), body, now)).toEqual({ type: 'webhook.test' })
})

test('verifyWebhook: accepts one valid signature among several', async () => {
  const signatures = `v1a,AAAA v1,AAAA ${sign('msg_1', timestamp, body)}`
  expect(await verifyWebhook(secret, headers({ 'webhook-signature': signatures }), body, now)).toBeDefined()
})

test.each([
  ['another body', headers(), '{"type":"job.failed"}', 'signature'],
  ['another id', headers({ 'webhook-id': 'msg_2' }), body, 'signature'],
  ['no signature', headers({ 'webhook-signature': '' }), body, 'missing'],
  ['a malformed signature', headers({ 'webhook-signature': 'v1,%%%' }), body, 'signature'],
  ['a malformed timestamp', headers({ 'webhook-timestamp': 'soon' }), body, 'outside the tolerance'],
])('verifyWebhook: rejects %s', async (_what, given, content, words) => {
  await expect(verifyWebhook(secret, given, content, now)).rejects.toThrow(words)
})

test('verifyWebhook: rejects a signed timestamp more than five minutes in the past or future (replay)', async () => {
  for (const offsetSeconds of [-301, 301]) {
    const time = String(now.getTime() / 1000 + offsetSeconds)
    const given = headers({ 'webhook-timestamp': time, 'webhook-signature': sign('msg_1', time, body) })
    await expect(verifyWebhook(secret, given, body, now)).rejects.toThrow('outside the tolerance')
  }
})
