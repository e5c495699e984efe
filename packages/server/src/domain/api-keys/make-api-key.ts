/** Format of API keys: a prefix for secret scanners, 32 random bytes, and a checksum. */
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const keyPrefix = 'fsk_'
const randomLength = 32
const shownCharacters = 8
const keyPattern = /^fsk_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/

interface GeneratedApiKey {
  readonly key: string
  readonly keyHash: string
  /** Identifies the key to its owner, but is too short to use. */
  readonly prefix: string
}

export function makeApiKey(): GeneratedApiKey {
  const random = randomBytes(randomLength).toString('base64url')
  const key = `${keyPrefix}${random}${checksum(random)}`
  return { key, keyHash: hashApiKey(key), prefix: key.slice(0, keyPrefix.length + shownCharacters) }
}

/** Detects typos without a database query. */
export function hasValidChecksum(key: string): boolean {
  const [, random = '', sum = ''] = keyPattern.exec(key) ?? []
  return random !== '' && checksum(random) === sum
}

/** Unsalted SHA-256 suffices for 256 random bits; a slow hash would slow down every call. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return bytes.toString('base64url')
}
