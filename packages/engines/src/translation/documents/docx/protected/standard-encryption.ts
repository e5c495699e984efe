/** Standard encryption of Office 2007 ([MS-OFFCRYPTO] 2.3.4.5), still written by LibreOffice: AES with a password-derived key. */
import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { JobFailure } from '../../../../process/helper-program.ts'

const rounds = 50_000
const keyBytesOf: Readonly<Record<number, number>> = { 26126: 16, 26127: 24, 26128: 32 }
const sha1Bytes = 20
const saltBytes = 16

/** `info` starts after its version. */
export function decryptStandard(info: Buffer, packed: Buffer, password: string): Buffer {
  const headBytes = info.readUInt32LE(4)
  const keyBytes = keyBytesOf[info.readUInt32LE(16)]
  if (keyBytes === undefined) throw new JobFailure('file-encrypted')
  const verifier = info.subarray(8 + headBytes)
  const salt = verifier.subarray(4, 4 + saltBytes)
  const key = keyOf(password, salt, keyBytes)
  const open = (bytes: Buffer) => {
    const cipher = createDecipheriv(`aes-${keyBytes * 8}-ecb`, key, null).setAutoPadding(false)
    return Buffer.concat([cipher.update(bytes), cipher.final()])
  }
  const input = open(verifier.subarray(20, 36))
  const known = open(verifier.subarray(40, 72)).subarray(0, sha1Bytes)
  const expected = createHash('sha1').update(input).digest()
  if (known.length !== sha1Bytes || !timingSafeEqual(known, expected)) throw new JobFailure('password-wrong')
  return open(packed.subarray(0, packed.length - (packed.length % 16)))
}

function keyOf(password: string, salt: Buffer, keyBytes: number): Buffer {
  const hash = (...parts: Buffer[]) => createHash('sha1').update(Buffer.concat(parts)).digest()
  let value = hash(salt, Buffer.from(password, 'utf16le'))
  for (let round = 0; round < rounds; round++) value = hash(numberBytes(round), value)
  value = hash(value, numberBytes(0))
  const mixed = (filler: number) => {
    const block = Buffer.alloc(64, filler)
    for (const [index, byte] of value.entries()) block[index] = filler ^ byte
    return hash(block)
  }
  return Buffer.concat([mixed(0x36), mixed(0x5c)]).subarray(0, keyBytes)
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
