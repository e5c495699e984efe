/** Everything RAR 5 derives from a password: the key, what lets a reader notice a wrong one, and veiled checksums. */
import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** Twice what WinRAR takes by default; a guess costs as many rounds of SHA-256. */
const logIterations = 16
const blockBytes = 16

export interface RarCipher {
  readonly logIterations: number
  readonly salt: Uint8Array
  /** 12 bytes. */
  readonly passwordCheck: Uint8Array
  /** A checksum of the plain data would tell somebody who guesses what is in the file. */
  veilCrc(crc: number): number
  veilHash(digest: Uint8Array): Uint8Array
  /** Headers: filled up with zeros to whole blocks, after the vector they were encrypted with. */
  sealHeader(header: Uint8Array): Uint8Array
  /** Data of one file; the end is filled up. */
  encrypt(vector: Uint8Array): { update(bytes: Uint8Array): Uint8Array; final(): Uint8Array }
}

export function newVector(): Uint8Array {
  return randomBytes(blockBytes)
}

function encryptedBytes(plainBytes: number): number {
  return Math.ceil(plainBytes / blockBytes) * blockBytes
}

export function createRarCipher(password: string): RarCipher {
  const salt = randomBytes(16)
  const derive = (extraRounds: number) =>
    pbkdf2Sync(password, salt, 2 ** logIterations + extraRounds, 32, 'sha256')
  const key = derive(0)
  const veilKey = derive(16)
  const veil = (bytes: Uint8Array) => createHmac('sha256', veilKey).update(bytes).digest()

  function encrypt(vector: Uint8Array) {
    const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false)
    let byteCount = 0
    return {
      update(bytes: Uint8Array): Uint8Array {
        byteCount += bytes.length
        return cipher.update(bytes)
      },
      final(): Uint8Array {
        const padding = new Uint8Array(encryptedBytes(byteCount) - byteCount)
        return Buffer.concat([cipher.update(padding), cipher.final()])
      },
    }
  }

  return {
    logIterations,
    salt,
    passwordCheck: passwordCheckOf(derive(32)),
    veilCrc(crc) {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(crc)
      const digest = veil(bytes)
      let folded = 0
      for (let at = 0; at < digest.length; at += 4) folded ^= digest.readUInt32LE(at)
      return folded >>> 0
    },
    veilHash: veil,
    sealHeader(header) {
      const vector = newVector()
      const { update, final } = encrypt(vector)
      return Buffer.concat([vector, update(header), final()])
    },
    encrypt,
  }
}

/** Eight bytes folded from the last rounds, and four that tell whether those eight are intact. */
function passwordCheckOf(derived: Uint8Array): Uint8Array {
  const folded = Buffer.alloc(8)
  for (const [index, byte] of derived.entries()) folded[index % 8] = (folded[index % 8] as number) ^ byte
  return Buffer.concat([folded, createHash('sha256').update(folded).digest().subarray(0, 4)])
}
