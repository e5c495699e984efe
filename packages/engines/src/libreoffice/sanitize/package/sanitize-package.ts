/** Shared by all ZIP-based documents: selects the parts that are kept, and serializes them. */
import { JobFailure } from '../../../process/job-failure.ts'
import {
  damagedPackage,
  type PackagePart,
  readPackage,
  unpack,
} from '../../../translation/documents/docx/package/read-package.ts'
import { packPart } from '../../../translation/documents/docx/package/write-package.ts'
import { safeImage } from '../html/sanitize-html.ts'
import { decodeXml, rewriteXml, type XmlRules } from './rewrite-xml.ts'

/** Limit for the unpacked XML of a document: thousands of pages. */
const maxXmlBytes = 200 * 1024 * 1024
const maxUnpackedBytes = 2 * 1024 * 1024 * 1024

export interface PackageRules {
  isXml(name: string): boolean
  /** Removed without being read. */
  isDropped(name: string): boolean
  /** Created for each part, since rules may have state. `names`: all parts and their folders. */
  rulesFor(name: string, names: ReadonlySet<string>): (written: string[]) => XmlRules
}

/** Rejects ambiguous names, which parsers could resolve to different parts, and drops names outside of the package. */
export function openPackage(file: Buffer, rules: PackageRules): PackagePart[] {
  const parts = readPackage(file)
  const folded = new Set(parts.map(({ name }) => name.toLowerCase()))
  if (folded.size < parts.length) throw damagedPackage('two parts of one name')
  if (parts.some(({ name }) => name.includes('\ufffd'))) throw damagedPackage('a name that is not text')
  const xmlBytes = parts.reduce((sum, { name, bytes }) => sum + (rules.isXml(name) ? bytes : 0), 0)
  if (xmlBytes > maxXmlBytes || parts.reduce((sum, { bytes }) => sum + bytes, 0) > maxUnpackedBytes)
    throw new JobFailure('needs-too-much-memory')
  return parts.filter(({ name }) => !isOutside(name))
}

function isOutside(name: string): boolean {
  return /^\/|^[a-z]:|\0/i.test(name) || name.split('/').includes('..')
}

export function sanitizeParts(parts: readonly PackagePart[], rules: PackageRules): PackagePart[] {
  const kept = parts.filter(({ name }) => !rules.isDropped(name))
  const names = new Set(kept.flatMap(({ name }) => withFolders(name)))
  return kept.flatMap(part => {
    if (part.name.endsWith('/')) return []
    if (part.name === 'mimetype') return [part]
    if (rules.isXml(part.name)) return [packPart(part, rewritePart(part, rules.rulesFor(part.name, names)))]
    const bytes = unpack(part)
    const image = safeImage(bytes)
    if (image === undefined) return []
    return [image.bytes === bytes ? part : packPart(part, image.bytes)]
  })
}

function withFolders(name: string): string[] {
  const segments = name.split('/')
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'))
}

function rewritePart(part: PackagePart, rules: (written: string[]) => XmlRules): Buffer {
  return Buffer.from(rewriteXml(decodeXml(unpack(part)), rules))
}
