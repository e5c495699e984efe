/** Random bearer tokens for links and cookies; only their hash is stored. */
import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32

export function makeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** Unsalted SHA-256 suffices: the token has 256 random bits and cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
