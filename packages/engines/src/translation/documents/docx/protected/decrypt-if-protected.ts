/** Decrypts a password-protected Office document ([MS-OFFCRYPTO]). */

import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { formats } from '@filesmith/contract/formats'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { JobFailure } from '../../../../process/job-failure.ts'
import { damagedPackage } from '../package/read-package.ts'
import { parseXml, type XmlElement } from '../xml/parse-xml.ts'
import { decodeXmlText } from '../xml/xml-text.ts'
import { isCompoundFile, readCompoundFile } from './compound-file.ts'

/** Agile encryption of Office 2010 and later ([MS-OFFCRYPTO] 2.3.4.10): a content key encrypted with a password-derived key. */
const segmentBytes = 4096
/** Limits the CPU time that a hostile file can cause. */
const maxRounds = 10_000_000
const hashes: Readonly<Record<string, string>> = {
  SHA1: 'sha1',
  'SHA-1': 'sha1',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
}
const purposes = {
  verifierInput: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  secretKey: Buffer.from('146e0be7abacd0d6', 'hex'),
}

interface Parameters {
  readonly hash: string
  readonly salt: Buffer
  readonly keyBytes: number
  readonly blockBytes: number
}

function decryptAgile(description: Buffer, packed: Buffer, password: string): Buffer {
  const source = description.toString('utf8').replace(/^\ufeff|(?<!\0)\0+$/g, '')
  const { root } = parseXml(source)
  const read = (local: string) => {
    const element = find(root, local)
    if (element === undefined) throw new JobFailure('file-encrypted')
    return (name: string) => attribute(source, element, name)
  }
  const keyAttribute = read('encryptedKey')
  const rounds = Number(keyAttribute('spinCount'))
  if (!(rounds >= 0 && rounds <= maxRounds)) throw damagedPackage('too many rounds')
  const parameters = readParameters(keyAttribute)
  const derivedKey = deriveKey(password, parameters, rounds)
  const decryptValue = (purpose: Buffer, value: string) =>
    decrypt(
      Buffer.from(value, 'base64'),
      keyFor(derivedKey, purpose, parameters),
      parameters.salt,
      parameters,
    )
  const input = decryptValue(purposes.verifierInput, keyAttribute('encryptedVerifierHashInput'))
  const expected = createHash(parameters.hash).update(input.subarray(0, parameters.salt.length)).digest()
  const known = decryptValue(purposes.verifierHash, keyAttribute('encryptedVerifierHashValue')).subarray(
    0,
    expected.length,
  )
  if (known.length !== expected.length || !timingSafeEqual(known, expected))
    throw new JobFailure('password-wrong')
  const secret = decryptValue(purposes.secretKey, keyAttribute('encryptedKeyValue')).subarray(
    0,
    parameters.keyBytes,
  )
  return decryptSegments(packed, secret, readParameters(read('keyData')))
}

function decryptSegments(packed: Buffer, secret: Buffer, parameters: Parameters): Buffer {
  const whole = packed.subarray(0, packed.length - (packed.length % parameters.blockBytes))
  const parts: Buffer[] = []
  for (let at = 0; at < whole.length; at += segmentBytes) {
    const salt = createHash(parameters.hash)
      .update(parameters.salt)
      .update(numberBytes(at / segmentBytes))
      .digest()
    parts.push(decrypt(whole.subarray(at, at + segmentBytes), secret, salt, parameters))
  }
  return Buffer.concat(parts)
}

function readParameters(read: (name: string) => string): Parameters {
  const hash = hashes[read('hashAlgorithm')]
  const [keyBytes, blockBytes] = [Number(read('keyBits')) / 8, Number(read('blockSize'))]
  const isKnown = read('cipherAlgorithm') === 'AES' && read('cipherChaining') === 'ChainingModeCBC'
  if (hash === undefined || !isKnown || ![16, 24, 32].includes(keyBytes) || blockBytes !== 16)
    throw new JobFailure('file-encrypted')
  return { hash, salt: Buffer.from(read('saltValue'), 'base64'), keyBytes, blockBytes }
}

function deriveKey(password: string, { hash, salt }: Parameters, rounds: number): Buffer {
  let value = createHash(hash).update(salt).update(Buffer.from(password, 'utf16le')).digest()
  for (let round = 0; round < rounds; round++)
    value = createHash(hash).update(numberBytes(round)).update(value).digest()
  return value
}

function keyFor(value: Buffer, purpose: Buffer, { hash, keyBytes }: Parameters): Buffer {
  return fitted(createHash(hash).update(value).update(purpose).digest(), keyBytes)
}

function decrypt(bytes: Buffer, key: Buffer, salt: Buffer, { keyBytes, blockBytes }: Parameters): Buffer {
  const cipher = createDecipheriv(`aes-${keyBytes * 8}-cbc`, key, fitted(salt, blockBytes)).setAutoPadding(
    false,
  )
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

function fitted(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes.subarray(0, length), Buffer.alloc(Math.max(0, length - bytes.length), 0x36)])
}

function find(element: XmlElement, local: string): XmlElement | undefined {
  if (element.name.replace(/^.*:/, '') === local) return element
  for (const child of element.children) {
    const found = find(child, local)
    if (found) return found
  }
  return undefined
}

function attribute(source: string, { start, openEnd }: XmlElement, name: string): string {
  const tag = source.slice(start, openEnd)
  return decodeXmlText(new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '')
}

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
