/** Distinguishes ZIP-based documents (DOCX, ODT and related) from other ZIP files. */
import type { FormatId } from '../formats.ts'
import { hasAt, latin1, uint16le, uint32le } from './bytes.ts'
import { inflateHead } from './inflate-gzip-head.ts'

const localMark = 'PK\x03\x04'
const directoryMark = 'PK\x01\x02'
const emptyMark = 'PK\x05\x06'

/** Prefixes of the MIME types in the first entry of OpenDocument packages. */
const openDocuments: readonly (readonly [string, FormatId])[] = [
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'spreadsheet'],
  ['application/vnd.oasis.opendocument.presentation', 'presentation'],
]

/** Paths of the main part of Office documents. */
const officeParts: readonly (readonly [RegExp, FormatId])[] = [
  [/^word\/document\d*\.xml$/, 'docx'],
  [/^xl\/workbook\.(?:xml|bin)$/, 'spreadsheet'],
  [/^ppt\/presentation\.xml$/, 'presentation'],
]

/** Longer than any searched name. */
const longestNameBytes = 200

/** The tail contains the central directory with all names; the head only the first ones. */
export function sniffZipPackage(head: Uint8Array, tail: Uint8Array): FormatId | undefined {
  if (hasAt(head, 0, emptyMark)) return 'zip'
  if (!hasAt(head, 0, localMark)) return undefined
  const first = readLocal(head)
  if (first.name === 'mimetype') {
    const type = latin1(first.content, 0, 200)
    return openDocuments.find(([start]) => type.startsWith(start))?.[1]
  }
  const names = [...namesAfter(head, localMark, 26, 30), ...namesAfter(tail, directoryMark, 28, 46)]
  const found = officeParts.find(([part]) => names.some(name => part.test(name)))?.[1]
  if (names.includes('[Content_Types].xml')) return found
  // LibreOffice writes the types last: they are missing in a truncated document.
  return (names.includes('_rels/.rels') ? found : undefined) ?? 'zip'
}

function readLocal(head: Uint8Array): { name: string; content: Uint8Array } {
  const nameEnd = 30 + uint16le(head, 26)
  const start = nameEnd + uint16le(head, 28)
  const isStored = uint16le(head, 8) === 0
  const packed = head.subarray(start, isStored ? start + uint32le(head, 18) : undefined)
  return { name: latin1(head, 30, nameEnd), content: isStored ? packed : inflateHead(packed) }
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
