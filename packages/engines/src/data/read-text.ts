/** Decodes a text file of any encoding. */
import { findEncoding } from '../translation/documents/encoding/find-encoding.ts'

/** Without a byte order mark; lines end with a line feed. */
export function readTextLines(bytes: Buffer): string {
  return readWholeText(bytes).replace(/\r\n?/g, '\n')
}

export function readWholeText(bytes: Buffer): string {
  return new TextDecoder(findEncoding(bytes, undefined).encoding).decode(bytes)
}
