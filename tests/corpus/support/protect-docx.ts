/** Encrypts a document like Office 2010 and later (agile encryption in a compound file), verified with LibreOffice. */
import { createCipheriv, createHash, createHmac } from 'node:crypto'

const rounds = 1000
const segmentBytes = 4096
const sectorBytes = 512
const [endOfChain, freeSector, tableSector] = [0xfffffffe, 0xffffffff, 0xfffffffd]

export function protectDocx(docx: Buffer, password: string): Buffer {
  const [salt, keySalt, secret] = [fill(16, 1), fill(16, 2), fill(32, 3)]
  const sha = (...parts: Buffer[]) => createHash('sha512').update(Buffer.concat(parts)).digest()
  let strong = sha(salt, Buffer.from(password, 'utf16le'))
  for (let round = 0; round < rounds; round++) strong = sha(number(round), strong)
  const lock = (purpose: string, value: Buffer) =>
    encrypt(value, sha(strong, Buffer.from(purpose, 'hex')).subarray(0, 32), salt).toString('base64')
  const input = fill(16, 4)
  const packed = Buffer.concat([long(docx.length), encryptSegments(docx, secret, keySalt, sha)])
  const hmacKey = fill(64, 5)
  const hmac = createHmac('sha512', hmacKey).update(packed).digest()
  const integrity = (purpose: string, value: Buffer) =>
    encrypt(value, secret, sha(keySalt, Buffer.from(purpose, 'hex')).subarray(0, 16)).toString('base64')
  const aes = (saltValue: Buffer) =>
    `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="${saltValue.toString('base64')}"`
  const description = [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n',
    '<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">',
    `<keyData ${aes(keySalt)}/>`,
    `<dataIntegrity encryptedHmacKey="${integrity('5fb2ad010cb9e1f6', hmacKey)}" encryptedHmacValue="${integrity('a0677f02b22c8433', hmac)}"/>`,
    '<keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">',
    `<p:encryptedKey spinCount="${rounds}" ${aes(salt)} encryptedVerifierHashInput="${lock('fea7d2763b4b9e79', input)}" encryptedVerifierHashValue="${lock('d7aa0f6d3061344e', sha(input))}" encryptedKeyValue="${lock('146e0be7abacd0d6', secret)}"/>`,
    '</keyEncryptor></keyEncryptors></encryption>',
  ].join('')
  const info = Buffer.concat([
    Buffer.from('0400040040000000', 'hex'),
    Buffer.from(description.padEnd(segmentBytes)),
  ])
  return writeCompoundFile({ EncryptionInfo: info, EncryptedPackage: packed })
}

function encryptSegments(
  docx: Buffer,
  secret: Buffer,
  salt: Buffer,
  sha: (...parts: Buffer[]) => Buffer,
): Buffer {
  const segments: Buffer[] = []
  for (let at = 0; at < docx.length; at += segmentBytes) {
    const segment = docx.subarray(at, at + segmentBytes)
    const padded = Buffer.concat([segment, Buffer.alloc((16 - (segment.length % 16)) % 16)])
    segments.push(encrypt(padded, secret, sha(salt, number(at / segmentBytes)).subarray(0, 16)))
  }
  return Buffer.concat(segments)
}

function encrypt(value: Buffer, key: Buffer, start: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, start).setAutoPadding(false)
  return Buffer.concat([cipher.update(value), cipher.final()])
}

/** Streams must not be small: the mini stream of the format is not implemented. */
export function writeCompoundFile(streams: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(streams).sort((one, other) => one.length - other.length)
  const sectors: Buffer[] = []
  const table: number[] = []
  const firsts = names.map(name => addChain(sectors, table, streams[name] ?? Buffer.alloc(0)))
  const entries = [
    entry('Root Entry', 5, endOfChain, 0, 1),
    ...names.map((name, index) =>
      entry(
        name,
        2,
        firsts[index] ?? 0,
        streams[name]?.length ?? 0,
        freeSector,
        index + 2 > names.length ? freeSector : index + 2,
      ),
    ),
  ]
  const directory = addChain(sectors, table, Buffer.concat(entries))
  const tableSectors = Math.ceil((table.length + 2) / 127)
  const firstTable = table.length
  for (let index = 0; index < tableSectors; index++) table.push(tableSector)
  while (table.length % 128 !== 0) table.push(freeSector)
  const header = Buffer.alloc(sectorBytes, 0)
  header.write('d0cf11e0a1b11ae1', 0, 'hex')
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at)
  header.writeUInt32LE(tableSectors, 44)
  header.writeUInt32LE(directory, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(endOfChain, 60)
  header.writeUInt32LE(endOfChain, 68)
  for (let index = 0; index < 109; index++)
    header.writeUInt32LE(index < tableSectors ? firstTable + index : freeSector, 76 + 4 * index)
  return Buffer.concat([header, ...sectors, Buffer.concat(table.map(number))])
}

function addChain(sectors: Buffer[], table: number[], bytes: Buffer): number {
  const first = sectors.length
  const count = Math.ceil(bytes.length / sectorBytes)
  for (let index = 0; index < count; index++) {
    const segment = bytes.subarray(index * sectorBytes, (index + 1) * sectorBytes)
    sectors.push(Buffer.concat([segment, Buffer.alloc(sectorBytes - segment.length)]))
    table.push(index + 1 < count ? first + index + 1 : endOfChain)
  }
  return first
}

function entry(
  name: string,
  type: number,
  first: number,
  bytes: number,
  child: number,
  sibling = freeSector,
): Buffer {
  const written = Buffer.alloc(128)
  written.write(name, 0, 'utf16le')
  written.writeUInt16LE(2 * (name.length + 1), 64)
  written.writeUInt8(type, 66)
  written.writeUInt8(1, 67)
  written.writeUInt32LE(freeSector, 68)
  written.writeUInt32LE(sibling, 72)
  written.writeUInt32LE(child, 76)
  written.writeUInt32LE(first, 116)
  written.writeUInt32LE(bytes, 120)
  return written
}

function fill(length: number, seed: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => (index * 37 + seed * 101) & 255))
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
