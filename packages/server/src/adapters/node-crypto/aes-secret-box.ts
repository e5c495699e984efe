/** Encrypts secrets for the database with AES-256-GCM, under a key derived from the installation secret (HKDF). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export interface SecretBox {
  seal(secret: string): string
  /** Throws if it was encrypted with another key or modified. */
  open(sealed: string): string
}

const nonceBytes = 12
const tagBytes = 16

/** Encrypts secrets for the database with AES-256-GCM, under a key derived from the installation secret (HKDF). */
export function createAesSecretBox(installationSecret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'filesmith secret box', 32))
  return {
    seal(secret) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const opened = [decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]
      return Buffer.concat(opened).toString('utf8')
    },
  }
}
