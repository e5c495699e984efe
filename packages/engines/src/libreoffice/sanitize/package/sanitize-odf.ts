/** Removes references to files, URLs and programs, and scripts, from OpenDocument packages of any kind. */

import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { JobFailure } from '../../../process/job-failure.ts'
import {
  damagedPackage,
  type PackagePart,
  unpack,
} from '../../../translation/documents/docx/package/read-package.ts'
import { packPart } from '../../../translation/documents/docx/package/write-package.ts'
import { decodeXmlText } from '../../../translation/documents/docx/xml/xml-text.ts'
import { safeImage } from '../html/sanitize-html.ts'
import { clickableLink } from '../links.ts'
import { findLinkingNames, isLinkingOpenFormula } from './linking-formula.ts'
import {
  decodeXml,
  rewriteXml,
  type TagVerdict,
  type XmlAttribute,
  type XmlRules,
  type XmlTag,
} from './rewrite-xml.ts'
import { openPackage, type PackageRules, sanitizeParts } from './sanitize-package.ts'

/**
 * Decrypts a password-protected ODT (ODF 1.2, part 3, 3.4), so that it can be sanitized. AES as written by LibreOffice and
 * Word; Blowfish, used before 2012, is not supported by the runtime.
 */
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

function openProtectedOdt(parts: readonly PackagePart[], password: string | undefined): PackagePart[] {
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

const words = (text: string) => new Set(text.trim().split(/\s+/))

const droppedElements: ReadonlySet<string> = words(`
  alphabetical-index-auto-mark-file applet auto-reload cell-range-source connection-resource data-mappings
  database-source-query database-source-sql database-source-table sound source-service
  database-range-source dde-connection-decls dde-link dde-source event-listener event-listeners
  floating-frame font-face-src font-face-uri hyperlink-behaviour instance model plugin scripts script section-source
  submission table-source template
`)
/** Fields that are replaced by their text. */
const unwrappedElements: ReadonlySet<string> = words(`
  database-display database-name database-next database-row-number database-row-select dde-connection execute-macro
  file-name template-name
`)
/** Elements that reference an image or an object of the package. */
const embeddingElements: ReadonlySet<string> = words(`
  background-image fill-image image list-level-style-image object object-ole
`)
const droppedAttributes: ReadonlySet<string> = words(`
  command datasource filter-name image-data macro-name target-location
`)
/** Formulas of cells, conditions of formats and validations, names, and ranges that charts and pivot tables show. */
const formulaAttributes = /(?:formula|condition|expression|address|addresses|ranges?)$/
const droppedSettings = /^Printer|Database|DataSource|Embed|LinkUpdate|TemplateURL|BaseURL/i

function isDroppedSetting(name: string): boolean {
  const link = name.search(/Link/i)
  return droppedSettings.test(name) || (link >= 0 && /Mode/i.test(name.slice(link)))
}

const createRules = (linkingNames: ReadonlySet<string>): PackageRules => ({
  isXml: name => /\.xml$/i.test(name),
  isDropped: name =>
    /^(?:Basic|Dialogs|Scripts|Configurations2?|Thumbnails|Fonts|Versions|database)\/|(?:^|\/)(?:Basic|Scripts|Configurations2)\/|\.rdf$/i.test(
      name,
    ) ||
    (/^META-INF\//i.test(name) && name !== 'META-INF/manifest.xml'),
  rulesFor: (name, names) => written =>
    name === 'META-INF/manifest.xml'
      ? manifestRules(names)
      : contentRules(name, names, linkingNames, written),
})

export function sanitizeOdf(file: Buffer, password: string | undefined): PackagePart[] {
  const parts = openProtectedOdt(openPackage(file, createRules(new Set())), password)
  return sanitizeParts(parts, createRules(linkingNamesOf(parts)))
}

/** Without a parser: a name that this does not find is removed all the same, and its cells show an error. */
function linkingNamesOf(parts: readonly PackagePart[]): ReadonlySet<string> {
  const content = parts.find(({ name }) => name === 'content.xml')
  if (content === undefined) return new Set()
  const tags = decodeXml(unpack(content)).matchAll(/<(?:\w+:)?named-expression\s([^<>]*)>/g)
  const definitions = [...tags].map(([, attributes = '']) => {
    const read = (pattern: RegExp) => decodeXmlText(pattern.exec(attributes)?.[1] ?? '')
    return [read(/:name="([^"]*)"/), read(/:expression="([^"]*)"/)] as const
  })
  return findLinkingNames(definitions, isLinkingOpenFormula)
}

function attributeOf({ attributes }: XmlTag, name: string): string {
  return attributes.find(({ local }) => local === name)?.value ?? ''
}

function manifestRules(names: ReadonlySet<string>): XmlRules {
  return {
    open: tag => {
      if (tag.local === 'encryption-data') return 'drop'
      const path = attributeOf(tag, 'full-path')
      const isThere = path.endsWith('/') || names.has(path)
      return tag.local === 'file-entry' && !isThere ? 'drop' : tag.attributes
    },
  }
}

function contentRules(
  part: string,
  names: ReadonlySet<string>,
  linkingNames: ReadonlySet<string>,
  written: string[],
): XmlRules {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const isPart = (address: string) => isInPackage(address, folder, names)

  function open(tag: XmlTag): TagVerdict {
    const { local } = tag
    if (droppedElements.has(local)) return 'drop'
    if (unwrappedElements.has(local)) return 'unwrap'
    if (local === 'config-item' && isDroppedSetting(attributeOf(tag, 'name'))) return 'drop'
    // Generic properties can set any property of any component; those that a document needs have their own attributes.
    if (local === 'properties' && tag.name.startsWith('form:')) return 'drop'
    const kept = tag.attributes.filter(attribute => isKeptAttribute(tag, attribute, isPart, linkingNames))
    return local === 'a' && !kept.some(({ local: name }) => name === 'href') ? 'unwrap' : kept
  }

  /** Sanitizes an image inside of the markup. */
  function close(local: string, first: number, last: number): void {
    if (local !== 'binary-data') return
    const data = written.slice(first + 1, last).join('')
    const image = safeImage(Buffer.from(data, 'base64'))
    for (let fragment = first + 1; fragment < last; fragment++) written[fragment] = ''
    if (image && first < last) written[first + 1] = image.bytes.toString('base64')
  }

  return { open, close }
}

function isKeptAttribute(
  tag: XmlTag,
  { local, value }: XmlAttribute,
  isPart: (address: string) => boolean,
  linkingNames: ReadonlySet<string>,
): boolean {
  if (local === 'href') {
    if (tag.local === 'a') return clickableLink(value) !== undefined
    return embeddingElements.has(tag.local) && isPart(value)
  }
  if (formulaAttributes.test(local) && isLinkingOpenFormula(value, linkingNames)) return false
  if (local === 'control-implementation') return /^(?:\w+:)?com\.sun\.star\.form\.component\.\w+$/.test(value)
  return !droppedAttributes.has(local)
}

/** A relative path such as `./Object 1`; nothing with a scheme, a root or `..` (path traversal). */
function isInPackage(address: string, folder: string, names: ReadonlySet<string>): boolean {
  return names.has(folder + address.replace(/^\.\//, '').replace(/\/$/, ''))
}
