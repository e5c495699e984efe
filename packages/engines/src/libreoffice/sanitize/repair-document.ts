/** Recovers what is left of a damaged document; the result is sanitized like any other. */
import { posix } from 'node:path'
import { constants, crc32, inflateRawSync } from 'node:zlib'
import { JobFailure } from '../../process/job-failure.ts'
import type { PackagePart } from '../../translation/documents/docx/package/read-package.ts'
import { writePackage } from '../../translation/documents/docx/package/write-package.ts'
import type { SanitizedFormat } from './request.ts'

/** Undefined if nothing can be recovered. */
export async function repairDocument(format: SanitizedFormat, file: Buffer): Promise<Buffer | undefined> {
  if (format === 'rtf') return Buffer.concat([file, closedGroups])
  if (format !== 'docx' && format !== 'odt') return undefined
  const parts = salvageParts(file)
  if (parts.length === 0) return undefined
  const complete = format === 'odt' ? withManifest(parts) : withContentTypes(parts)
  const written: Buffer[] = []
  for await (const bytes of writePackage(complete)) written.push(bytes)
  return Buffer.concat(written)
}

/** More than the sanitizer allows to nest; what follows the document is ignored. */
const closedGroups = Buffer.from('}'.repeat(2000))

const localMark = Buffer.from('PK\x03\x04', 'latin1')
const localHeaderBytes = 30
const hasDescriptor = 0x0008
const maxParts = 20_000
/** Of all parts together; the sanitizer has its own limits (decompression bombs). */
const maxUnpackedBytes = 256 * 1024 * 1024

/** Finds parts by their own headers, since the directory at the end may be missing, and unpacks as much as there is. */
function salvageParts(file: Buffer): PackagePart[] {
  const parts = new Map<string, PackagePart>()
  let left = maxUnpackedBytes
  for (let at = file.indexOf(localMark); at >= 0 && parts.size < maxParts; ) {
    const next = file.indexOf(localMark, at + localMark.length)
    const part = salvagePart(file, at, next < 0 ? file.length : next, left)
    if (part !== undefined && !parts.has(part.name) && part.bytes <= left) {
      left -= part.bytes
      parts.set(part.name, part)
    }
    at = next
  }
  return [...parts.values()]
}

function salvagePart(file: Buffer, at: number, next: number, maxBytes: number): PackagePart | undefined {
  if (at + localHeaderBytes > file.length) return undefined
  const flags = file.readUInt16LE(at + 6)
  if (flags & 1) throw new JobFailure('file-encrypted')
  const method = file.readUInt16LE(at + 8)
  const nameEnd = at + localHeaderBytes + file.readUInt16LE(at + 26)
  const start = nameEnd + file.readUInt16LE(at + 28)
  const name = file.toString('utf8', at + localHeaderBytes, nameEnd).replaceAll('\\', '/')
  const declared = flags & hasDescriptor ? 0 : file.readUInt32LE(at + 18)
  const packed = file.subarray(start, Math.min(declared > 0 ? start + declared : next, file.length))
  if (method === 0) return storedPart(name, packed)
  const unpacked = method === 8 ? inflateAsFarAsPossible(packed, maxBytes) : undefined
  if (unpacked === undefined) return undefined
  if (!/\.(?:xml|rels)$/i.test(name)) return storedPart(name, unpacked)
  const closed = closeElements(unpacked)
  // Without its root element, no program reads it.
  return closed.includes('</') || closed.includes('/>') ? storedPart(name, closed) : undefined
}

function storedPart(name: string, content: Buffer): PackagePart {
  return {
    name,
    method: 0,
    checksum: crc32(content),
    bytes: content.length,
    packed: content,
    time: 0,
    date: firstDate,
  }
}

/** January 1, 1980: the format has no date 0. */
const firstDate = 0x21

/** zlib returns nothing at all of data with an error, so search for the longest part without one. */
function inflateAsFarAsPossible(packed: Buffer, maxOutputLength: number): Buffer | undefined {
  const inflate = (bytes: number): Buffer | undefined => {
    try {
      const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, maxOutputLength) }
      return inflateRawSync(packed.subarray(0, bytes), options)
    } catch {
      return undefined
    }
  }
  const whole = inflate(packed.length)
  if (whole !== undefined) return whole
  let [good, bad] = [0, packed.length]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (inflate(middle) === undefined) bad = middle
    else good = middle
  }
  return good === 0 ? undefined : inflate(good)
}

const text = /(?:[^<&\p{Cc}\ufffd]|[\t\n\r]|&(?:#x?[\da-f]+|[a-z]+);)+/iuy
const aside = /<!--[\s\S]*?-->|<\?[^>]*\?>|<!\[CDATA\[[\s\S]*?\]\]>/y
const tag = /<(\/?)([A-Za-z_][\w:.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/y

/** Cuts where the markup is no longer well-formed and closes the elements that are open there. */
export function closeElements(xml: Buffer): Buffer {
  const source = xml.toString('utf8').replace(/^\ufeff/, '')
  const open: string[] = []
  let end = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = end
    const found = pattern.exec(source)
    if (found !== null) end += found[0].length
    return found
  }
  while (end < source.length) {
    if (take(text) !== null || take(aside) !== null) continue
    const start = end
    const [, slash, name = '', emptySlash] = take(tag) ?? []
    if (name !== '' && slash !== '/') {
      if (emptySlash !== '/') open.push(name)
    } else if (name !== '' && open.at(-1) === name) open.pop()
    else {
      end = start
      break
    }
  }
  if (end === source.length && open.length === 0) return xml
  const closing = open.reverse().map(name => `</${name}>`)
  return Buffer.from(source.slice(0, end) + closing.join(''))
}

const contentTypesName = '[Content_Types].xml'
const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const contentTypes = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="${office}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${office}.styles+xml"/></Types>`

/** LibreOffice writes the types of the parts last, Word first. */
function withContentTypes(parts: readonly PackagePart[]): PackagePart[] {
  const names = new Set(parts.map(({ name }) => name))
  const kept = parts.map(part => withoutMissing(part, names))
  return names.has(contentTypesName)
    ? kept
    : [...kept, storedPart(contentTypesName, Buffer.from(contentTypes))]
}

/** References from the text into other parts; headers and footers are dropped with any damage. */
const references: readonly (readonly [string, RegExp])[] = [
  ['word/footnotes.xml', /<w:footnoteReference\b[^<>]*\/>/g],
  ['word/endnotes.xml', /<w:endnoteReference\b[^<>]*\/>/g],
  ['word/comments.xml', /<w:comment(?:Reference|RangeStart|RangeEnd)\b[^<>]*\/>/g],
]
const marginReference = /<w:(?:header|footer)Reference\b[^<>]*\/>/g

/** LibreOffice gives up if a part to which another refers is missing. */
function withoutMissing(part: PackagePart, names: ReadonlySet<string>): PackagePart {
  const content = part.packed.toString('utf8')
  if (part.name.endsWith('.rels')) {
    const folder = part.name.replace(/_rels\/[^/]*$/, '')
    return storedPart(part.name, Buffer.from(withoutRelations(content, folder, names)))
  }
  if (!/^word\/document\d*\.xml$/.test(part.name)) return part
  const missing = references.filter(([name]) => !names.has(name)).map(([, pattern]) => pattern)
  const left = [marginReference, ...missing].reduce((text, pattern) => text.replace(pattern, ''), content)
  return storedPart(part.name, Buffer.from(left))
}

function withoutRelations(content: string, folder: string, names: ReadonlySet<string>): string {
  return content.replace(/<Relationship\s[^<>]*>/g, relation => {
    const target = /\sTarget="([^"]*)"/.exec(relation)?.[1] ?? ''
    const isThere = names.has(target.startsWith('/') ? target.slice(1) : posix.normalize(folder + target))
    return isThere || /TargetMode="External"/.test(relation) ? relation : ''
  })
}

const manifestName = 'META-INF/manifest.xml'
const namespace = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'

/** LibreOffice writes the list of parts last. Protected parts cannot be recovered without it. */
function withManifest(parts: readonly PackagePart[]): PackagePart[] {
  if (parts.some(({ name }) => name === manifestName)) return [...parts]
  const entries = parts.map(({ name }) => entryOf(name, name.endsWith('.xml') ? 'text/xml' : ''))
  const content = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="${namespace}" manifest:version="1.2">${entryOf('/', 'application/vnd.oasis.opendocument.text')}${entries.join('')}</manifest:manifest>`,
  )
  return [...parts, storedPart(manifestName, content)]
}

function entryOf(name: string, type: string): string {
  const path = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  return `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`
}
