/** Says whether a webhook comes from the server that knows the secret, by the Standard Webhooks specification. */
import { FilesmithError } from './filesmith-error.ts'

/** Older or newer than so much, and somebody may be repeating what they overheard. */
const toleranceSeconds = 5 * 60

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** Answers what was sent, or throws. The body has to be the text as it came, before anybody parsed it. */
export async function verifyWebhook<Payload = unknown>(
  secret: string,
  headers: HeaderSource,
  body: string,
  now = new Date(),
): Promise<Payload> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const sent = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !sent) throw refused('The headers of a webhook are missing.')
  const ageSeconds = now.getTime() / 1000 - Number(timestamp)
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) throw refused('This webhook is not of now.')
  const key = await importKey(secret)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  // Several, while a secret is being changed for another.
  for (const signature of sent.split(' ')) {
    const [version, code = ''] = signature.split(',')
    const bytes = version === 'v1' ? decodeBase64(code) : undefined
    // The comparison takes the same time wherever the first difference is.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return JSON.parse(body) as Payload
  }
  throw refused('The signature of this webhook is not right.')
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw refused('This is no secret of a webhook.')
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

function refused(message: string): FilesmithError {
  return new FilesmithError('webhook-refused', message)
}
