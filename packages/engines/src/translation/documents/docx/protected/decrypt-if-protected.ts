/** Decrypts a password-protected Office document ([MS-OFFCRYPTO]). */

import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { formats } from '@filesmith/contract/formats'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { JobFailure } from '../../../../process/job-failure.ts'
import { damagedPackage } from '../package/read-package.ts'
import { decryptAgile } from './agile-encryption.ts'
import { isCompoundFile, readCompoundFile } from './compound-file.ts'

/** Standard encryption of Office 2007 ([MS-OFFCRYPTO] 2.3.4.5), still written by LibreOffice: AES with a password-derived key. */
const rounds = 50_000
const keyBytesOf: Readonly<Record<number, number>> = { 26126: 16, 26127: 24, 26128: 32 }
const sha1Bytes = 20
const saltBytes = 16

/** `info` starts after its version. */
function decryptStandard(info: Buffer, packed: Buffer, password: string): Buffer {
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

type OfficeFormat = 'docx' | 'xlsx' | 'pptx'

/** Returns the inner package; an unprotected file is returned unchanged. */
export function decryptIfProtected(
  file: Buffer,
  password: string | undefined,
  expected: OfficeFormat = 'docx',
): Buffer {
  if (!isCompoundFile(file)) return file
  const streams = readCompoundFile(file)
  const info = streams.get('EncryptionInfo')
  const content = streams.get('EncryptedPackage')
  if (content === undefined) throw damagedPackage('a compound file without a document')
  // Rights management keeps the key on a server instead of deriving it from a password.
  if (info === undefined) throw new JobFailure('file-encrypted')
  if (info.length < 8 || content.length < 8) throw damagedPackage('nothing inside')
  if (password === undefined) throw new JobFailure('password-needed')
  try {
    return requireFormat(decryptPackage(info, content, password), expected)
  } catch (error) {
    throw error instanceof RangeError ? damagedPackage(error.message) : error
  }
}

/** All Office documents are encrypted the same way: what the file is shows only after decryption. */
export function requireFormat(opened: Buffer, expected: OfficeFormat): Buffer {
  const format = sniffFormat(opened.subarray(0, sniffHeadBytes), opened.subarray(-sniffHeadBytes))
  if (format !== expected && (format === 'docx' || format === 'xlsx' || format === 'pptx'))
    throw new JobFailure('unsupported-input', { format: formats[format].label })
  return opened
}

function decryptPackage(info: Buffer, content: Buffer, password: string): Buffer {
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)]
  const bytes = Number(content.readBigUInt64LE(0))
  const packed = content.subarray(8)
  if (bytes > packed.length) throw damagedPackage('the package ends early')
  if (major === 4 && minor === 4) return decryptAgile(info.subarray(8), packed, password).subarray(0, bytes)
  if (minor === 2 && major >= 2 && major <= 4)
    return decryptStandard(info.subarray(4), packed, password).subarray(0, bytes)
  // Certificate-based or legacy (RC4) encryption.
  throw new JobFailure('file-encrypted')
}
