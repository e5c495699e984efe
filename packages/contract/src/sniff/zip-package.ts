/** Distinguishes ZIP-based documents (DOCX, ODT and related) from other ZIP files. */
import type { FormatId } from '../formats.ts'
import { isTextPackage } from '../packed-text.ts'
import { hasAt, latin1, uint16le, uint32le } from './bytes.ts'
import { inflateHead } from './inflate-gzip-head.ts'

const localMark = 'PK\x03\x04'
const directoryMark = 'PK\x01\x02'
const emptyMark = 'PK\x05\x06'

/** Prefixes of the MIME types in the first entry of OpenDocument packages and e-books. */
const packageTypes: readonly (readonly [string, FormatId])[] = [
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/vnd.oasis.opendocument.graphics', 'odg'],
  ['application/epub+zip', 'epub'],
]

/** Paths of the main part of Office documents. */
const officeParts: readonly (readonly [RegExp, FormatId])[] = [
  [/^word\/document\d*\.xml$/, 'docx'],
  [/^xl\/workbook\.(?:xml|bin)$/, 'xlsx'],
  [/^ppt\/presentation\.xml$/, 'pptx'],
  [/^visio\/document\.xml$/, 'vsdx'],
]

/** Parts of Apple's packages. Pages and Numbers have the same ones: between them the name of the file decides. */
const appleParts: readonly (readonly [RegExp, FormatId])[] = [
  [/^(?:Index\/(?:Slide|TemplateSlide|MasterSlide)[\w-]*\.iwa|index\.apxl(?:\.gz)?)$/, 'key'],
  [/^(?:Index\/Document\.iwa|index\.xml(?:\.gz)?)$/, 'pages'],
]
/** A web page may also be called index.xml. */
const appleCompanion =
  /^(?:Index\/Document\.iwa|QuickLook\/|thumbs\/|buildVersionHistory\.plist$|preview\.jpg$)/

/** Longer than any searched name. */
const longestNameBytes = 200

/** The tail contains the central directory with all names; the head only the first ones. */
export function sniffZipPackage(head: Uint8Array, tail: Uint8Array): FormatId | undefined {
  if (hasAt(head, 0, emptyMark)) return 'zip'
  if (!hasAt(head, 0, localMark)) return undefined
  const first = readLocal(head)
  if (first.name === 'mimetype') {
    const type = latin1(first.content, 0, 200)
    return packageTypes.find(([start]) => type.startsWith(start))?.[1]
  }
  const allNames = directoryNames(tail)
  const names = allNames ?? [
    ...namesAfter(head, localMark, 26, 30),
    ...namesAfter(tail, directoryMark, 28, 46),
  ]
  if (names.includes(manifestName) && names.includes('content.xml'))
    return typeIn(manifestOf(head) ?? manifestOf(tail) ?? '') ?? 'zip'
  const partIn = (parts: typeof officeParts) =>
    parts.find(([part]) => names.some(name => part.test(name)))?.[1]
  if (names.some(name => appleCompanion.test(name))) {
    const apple = partIn(appleParts)
    if (apple !== undefined) return apple
  }
  const found = partIn(officeParts)
  if (names.includes('[Content_Types].xml')) return found
  // LibreOffice writes the types last: they are missing in a truncated document.
  if (names.includes('_rels/.rels') && found) return found
  return allNames && isTextPackage(allNames) ? 'textpack' : 'zip'
}

function readLocal(head: Uint8Array): { name: string; content: Uint8Array } {
  const nameEnd = 30 + uint16le(head, 26)
  const start = nameEnd + uint16le(head, 28)
  const isStored = uint16le(head, 8) === 0
  const packed = head.subarray(start, isStored ? start + uint32le(head, 18) : undefined)
  return { name: latin1(head, 30, nameEnd), content: isStored ? packed : inflateHead(packed) }
}

const manifestName = 'META-INF/manifest.xml'

/** Some programs leave out the first entry of an OpenDocument package: then its manifest names the type. */
function manifestOf(bytes: Uint8Array): string | undefined {
  for (let offset = bytes.indexOf(0x50); offset >= 0; offset = bytes.indexOf(0x50, offset + 1))
    if (hasAt(bytes, offset, localMark) && hasAt(bytes, offset + 30, manifestName)) {
      const { content } = readLocal(bytes.subarray(offset))
      return latin1(content, 0, content.length)
    }
  return undefined
}

function typeIn(manifest: string): FormatId | undefined {
  const entries = manifest.match(/<(?:\w+:)?file-entry\b[^<>]*>/g) ?? []
  const entry = entries.find(tag => /\bfull-path="\/"/.test(tag)) ?? ''
  const type = /media-type="([^"]*)"/.exec(entry)?.[1] ?? ''
  return packageTypes.find(([start]) => type.startsWith(start))?.[1]
}

/** Names of the file's own directory: archives inside of it have directories as well. Undefined if it is incomplete. */
function directoryNames(tail: Uint8Array): string[] | undefined {
  const end = tail.findLastIndex((byte, offset) => byte === 0x50 && hasAt(tail, offset, emptyMark))
  if (end < 0) return undefined
  const names: string[] = []
  for (let offset = end - uint32le(tail, end + 12); offset < end; ) {
    if (offset < 0 || !hasAt(tail, offset, directoryMark)) return undefined
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map(at => uint16le(tail, offset + at))
    names.push(latin1(tail, offset + 46, offset + 46 + (nameBytes ?? 0)))
    offset += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0)
  }
  return names.length > 0 ? names : undefined
}

/** Searches for signatures: the entries of a streamed ZIP have no sizes. */
function namesAfter(bytes: Uint8Array, mark: string, lengthAt: number, nameAt: number): string[] {
  const names: string[] = []
  for (let offset = bytes.indexOf(0x50); offset >= 0; offset = bytes.indexOf(0x50, offset + 1)) {
    if (!hasAt(bytes, offset, mark)) continue
    const start = offset + nameAt
    const nameBytes = uint16le(bytes, offset + lengthAt)
    // Bounded, so that a file full of signatures with long names does not take seconds (denial of service).
    if (nameBytes <= longestNameBytes) names.push(latin1(bytes, start, start + nameBytes))
  }
  return names
}
