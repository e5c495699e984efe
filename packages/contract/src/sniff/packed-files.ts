/** Detects TAR archives by the checksum of their first header, plain and gzipped, and other containers of files. */
import type { FormatId } from '../formats.ts'
import { hasAt, latin1 } from './bytes.ts'
import { inflateGzipHead } from './inflate-gzip-head.ts'

const headerBytes = 512
const checksumAt = 148
const checksumBytes = 8
/** First volume descriptor of a disc image, behind 16 empty sectors. */
const discMarkAt = 32_769
/** Octal and hexadecimal headers of CPIO archives. */
const cpioHeader = /^(?:070707[0-7]{70}|07070[12][0-9a-f]{104})/i

export function sniffPacked(head: Uint8Array): FormatId | undefined {
  if (isTarHeader(head)) return 'tar'
  if (hasAt(head, discMarkAt, 'CD001')) return 'iso'
  if (isSignedFile(head)) return 'p7m'
  return cpioHeader.test(latin1(head, 0, 110)) ? 'cpio' : undefined
}

/** Object identifiers of signed (2) and encrypted (3) content of PKCS #7, at the beginning of a sequence (DER). */
const signedMark = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]

function isSignedFile(head: Uint8Array): boolean {
  if (head[0] !== 0x30) return false
  const lengthByte = head[1] ?? 0
  const at = 2 + (lengthByte > 0x80 ? lengthByte & 0x7f : 0)
  const type = head[at + signedMark.length]
  return hasAt(head, at, signedMark) && (type === 2 || type === 3)
}

/** After compressed drawings, which are gzipped as well. */
export function sniffCompressed(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, [0x1f, 0x8b, 8])) return undefined
  return isTarHeader(inflateGzipHead(head)) ? 'tar' : 'gz'
}

function isTarHeader(head: Uint8Array): boolean {
  if (head.length < headerBytes || head[0] === 0) return false
  const written = Number.parseInt(latin1(head, checksumAt, checksumAt + checksumBytes).trim(), 8)
  const sum = head
    .subarray(0, headerBytes)
    .reduce(
      (total, byte, at) => total + (at >= checksumAt && at < checksumAt + checksumBytes ? 0x20 : byte),
      0,
    )
  return written === sum
}
