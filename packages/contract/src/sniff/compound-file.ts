/** Detects documents of older Office versions: compound files whose directory names their streams. */
import type { FormatId } from '../formats.ts'
import { hasAt, latin1, uint16le, uint32le } from './bytes.ts'

const mark = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** An encrypted package is most often a DOCX; the actual type is only known after decryption. */
const streams: readonly (readonly [string, FormatId])[] = [
  // First, since a mail may have documents in it.
  ['__properties_version1.0', 'msg'],
  ['WordDocument', 'doc'],
  ['EncryptedPackage', 'docx'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
]
/** Names are in UTF-16, each in a directory entry of 128 bytes. */
const entryBytes = 128

export function sniffCompoundFile(head: Uint8Array, tail: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, mark)) return undefined
  const names = [...entryNames(head), ...entryNames(tail)]
  const found = streams.find(([name]) => names.includes(name))?.[1]
  // Word documents start with their text, and the directory of a long one may be anywhere.
  return found ?? (isWordText(head) ? 'doc' : undefined)
}

/** The header names the sector in which the directory begins. */
export function directoryStart(head: Uint8Array): number {
  return (uint32le(head, 48) + 1) * (1 << (uint16le(head, 30) & 15))
}

function isWordText(head: Uint8Array): boolean {
  const sectorBytes = 1 << uint16le(head, 30)
  return hasAt(head, sectorBytes, [0xec, 0xa5])
}

/** Entries are aligned to their size, and the file consists of whole sectors. */
function entryNames(bytes: Uint8Array): string[] {
  const names: string[] = []
  for (let offset = 0; offset + entryBytes <= bytes.length; offset += entryBytes) {
    const nameBytes = uint16le(bytes, offset + 64)
    const isStream = bytes[offset + 66] === 2 && uint32le(bytes, offset + 116) < 0xffff_fffa
    if (!isStream || nameBytes < 4 || nameBytes > 64) continue
    const name = bytes.subarray(offset, offset + nameBytes - 2)
    names.push(
      latin1(
        name.filter((_, index) => index % 2 === 0),
        0,
        32,
      ),
    )
  }
  return names
}
