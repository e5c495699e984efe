/** Signs webhook messages according to the Standard Webhooks specification. */
import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'whsec_'
const secretBytes = 32

export function makeWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64')
}

export interface SignedMessage {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** Headers with which a receiver verifies the sender (HMAC signature) and detects replays (id and timestamp). */
export function signedHeaders(
  secret: string,
  { id, timestampSeconds, body }: SignedMessage,
): Record<string, string> {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': `v1,${signature}`,
  }
}
