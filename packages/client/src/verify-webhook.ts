/** Verifies the HMAC signature and timestamp of a webhook (Standard Webhooks specification). */
import { FilesmithError } from './filesmith-error.ts'

/** Limits replay attacks: an intercepted webhook is accepted only this long. */
const toleranceSeconds = 5 * 60

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** Returns the parsed payload or throws. `body` must be the raw request body: parsing and serializing changes the signature. */
export async function verifyWebhook<Payload = unknown>(
  secret: string,
  headers: HeaderSource,
  body: string,
  now = new Date(),
): Promise<Payload> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) throw rejection('Webhook headers are missing.')
  const ageSeconds = now.getTime() / 1000 - Number(timestamp)
  if (!(Math.abs(ageSeconds) <= toleranceSeconds))
    throw rejection('The webhook timestamp is outside the tolerance.')
  const key = await importKey(secret)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  // Several signatures while the secret is being rotated.
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',')
    const bytes = version === 'v1' ? decodeBase64(encoded) : undefined
    // `crypto.subtle.verify` compares in constant time (timing attack).
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return JSON.parse(body) as Payload
  }
  throw rejection('The webhook signature is invalid.')
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw rejection('This is not a webhook secret.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.[0]
}

function rejection(message: string): FilesmithError {
  return new FilesmithError('webhook-refused', message)
}
