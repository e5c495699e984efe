/** What an API key looks like: a mark that scanners for secrets know, 32 random bytes, and a checksum. */
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const mark = 'fsk_'
const randomLength = 32
const shownCharacters = 8
const keyPattern = /^fsk_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/

interface MadeApiKey {
  readonly key: string
  readonly keyHash: string
  /** Enough to tell keys apart, too little to use. */
  readonly prefix: string
}

export function makeApiKey(): MadeApiKey {
  const random = randomBytes(randomLength).toString('base64url')
  const key = `${mark}${random}${checksum(random)}`
  return { key, keyHash: hashApiKey(key), prefix: key.slice(0, mark.length + shownCharacters) }
}

/** A typing error is noticed without asking the database. */
export function isWholeApiKey(key: string): boolean {
  const [, random = '', sum = ''] = keyPattern.exec(key) ?? []
  return random !== '' && checksum(random) === sum
}

/** No salt and no slow hash: 256 random bits cannot be tried out, and every call would pay for it. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return bytes.toString('base64url')
}
