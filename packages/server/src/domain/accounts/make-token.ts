/** Secrets for links and cookies: whoever holds one may, and only its hash is kept. */
import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32

export function makeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** No salt and no slow hash: what is hashed is as random as a key. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
