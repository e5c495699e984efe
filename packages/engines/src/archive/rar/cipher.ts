/** RAR 5 encryption: key derivation, password check value and tweaked checksums. */
import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** Twice the iterations of WinRAR's default; makes password guessing more expensive. */
const logIterations = 16
const blockBytes = 16

export interface RarCipher {
  readonly logIterations: number
  readonly salt: Uint8Array
  /** 12 bytes. */
  readonly passwordCheck: Uint8Array
  /** Tweaked with a key-dependent HMAC, because a plain checksum would let an attacker confirm guesses of the content. */
  tweakCrc(crc: number): number
  tweakHash(digest: Uint8Array): Uint8Array
  /** Pads to whole blocks with zeros and prepends the IV. */
  encryptHeader(header: Uint8Array): Uint8Array
  /** Encrypts the data of one file; `final` pads the last block. */
  encrypt(iv: Uint8Array): { update(bytes: Uint8Array): Uint8Array; final(): Uint8Array }
}

export function newIv(): Uint8Array {
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
  const tweakKey = derive(16)
  const tweak = (bytes: Uint8Array) => createHmac('sha256', tweakKey).update(bytes).digest()

  function encrypt(iv: Uint8Array) {
    const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
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
    tweakCrc(crc) {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(crc)
      const digest = tweak(bytes)
      let folded = 0
      for (let at = 0; at < digest.length; at += 4) folded ^= digest.readUInt32LE(at)
      return folded >>> 0
    },
    tweakHash: tweak,
    encryptHeader(header) {
      const iv = newIv()
      const { update, final } = encrypt(iv)
      return Buffer.concat([iv, update(header), final()])
    },
    encrypt,
  }
}

/** Eight bytes folded from the derived key, and a four-byte checksum of them. */
function passwordCheckOf(derived: Uint8Array): Uint8Array {
  const folded = Buffer.alloc(8)
  for (const [index, byte] of derived.entries()) folded[index % 8] = (folded[index % 8] as number) ^ byte
  return Buffer.concat([folded, createHash('sha256').update(folded).digest().subarray(0, 4)])
}
