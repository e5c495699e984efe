/**
 * Decrypts a password-protected ODT (ODF 1.2, part 3, 3.4), so that it can be sanitized. AES as written by LibreOffice and
 * Word; Blowfish, used before 2012, is not supported by the runtime.
 */
import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { JobFailure } from '../../../process/job-failure.ts'
import {
  damagedPackage,
  type PackagePart,
  unpack,
} from '../../../translation/documents/docx/package/read-package.ts'
import { packPart } from '../../../translation/documents/docx/package/write-package.ts'
import { decodeXml, rewriteXml, type XmlTag } from './rewrite-xml.ts'

const manifestName = 'META-INF/manifest.xml'
const maxRounds = 1_000_000
const maxPartBytes = 512 * 1024 * 1024
/** The checksum covers this many bytes of the compressed content. */
const checkedBytes = 1024

interface Lock {
  readonly path: string
  readonly bytes: number
  readonly values: Map<string, string>
}

export function openProtectedOdt(parts: readonly PackagePart[], password: string | undefined): PackagePart[] {
  const manifest = parts.find(({ name }) => name === manifestName)
  const locks = manifest ? readLocks(decodeXml(unpack(manifest))) : []
  if (locks.length === 0) return [...parts]
  if (password === undefined) throw new JobFailure('password-needed')
  const byPath = new Map(locks.map(lock => [lock.path, lock]))
  return parts.map(part => {
    const lock = byPath.get(part.name)
    return lock ? packPart(part, openPart(unpack(part), lock, password)) : part
  })
}

function readLocks(manifest: string): Lock[] {
  const locks: Lock[] = []
  let [path, bytes] = ['', 0]
  rewriteXml(manifest, () => ({
    open: tag => {
      if (tag.local === 'file-entry')
        [path, bytes] = [attributeOf(tag, 'full-path'), Number(attributeOf(tag, 'size'))]
      if (tag.local === 'encryption-data') locks.push({ path, bytes, values: new Map() })
      const lock = locks.at(-1)
      if (lock?.path === path && path !== '')
        for (const { local, value } of tag.attributes) lock.values.set(`${tag.local}.${local}`, value)
      return tag.attributes
    },
  }))
  return locks
}

function attributeOf({ attributes }: XmlTag, name: string): string {
  return attributes.find(({ local }) => local === name)?.value ?? ''
}

function openPart(packed: Buffer, { values, bytes }: Lock, password: string): Buffer {
  const read = (name: string) => values.get(name) ?? ''
  const isKnown =
    /#aes256-cbc$/i.test(read('algorithm.algorithm-name')) &&
    /pbkdf2$/i.test(read('key-derivation.key-derivation-name')) &&
    /sha256$/i.test(read('start-key-generation.start-key-generation-name'))
  if (!isKnown) throw new JobFailure('file-encrypted')
  const rounds = Number(read('key-derivation.iteration-count'))
  if (!(rounds > 0 && rounds <= maxRounds) || !(bytes <= maxPartBytes))
    throw damagedPackage('too many rounds')
  const start = createHash('sha256').update(password, 'utf8').digest()
  const key = pbkdf2Sync(start, Buffer.from(read('key-derivation.salt'), 'base64'), rounds, 32, 'sha1')
  const cipher = createDecipheriv(
    'aes-256-cbc',
    key,
    fitted(Buffer.from(read('algorithm.initialisation-vector'), 'base64')),
  )
  cipher.setAutoPadding(false)
  const opened = Buffer.concat([cipher.update(packed.subarray(0, packed.length & ~15)), cipher.final()])
  const plain = opened.subarray(0, Math.max(0, opened.length - (opened.at(-1) ?? 0)))
  const checksum = createHash('sha256').update(plain.subarray(0, checkedBytes)).digest('base64')
  if (
    /sha256-1k$/i.test(read('encryption-data.checksum-type')) &&
    checksum !== read('encryption-data.checksum')
  )
    throw new JobFailure('password-wrong')
  try {
    return inflateRawSync(plain, { maxOutputLength: Math.max(1, bytes) })
  } catch (error) {
    throw new JobFailure('password-wrong', {}, { cause: error })
  }
}

function fitted(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(16)]).subarray(0, 16)
}
