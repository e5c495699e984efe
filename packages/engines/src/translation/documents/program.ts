/** Document helper process: runs in the sandbox, extracts and replaces text in bytes, without file access. */
import { type StreamedResult, serveJobs } from '../../process/helper-program.ts'
import { writePackage } from './docx/package/write-package.ts'
import { decryptIfProtected } from './docx/protected/decrypt-if-protected.ts'
import { extractFlows, replaceFlows } from './docx/translate-package.ts'
import { findEncoding } from './encoding/find-encoding.ts'
import type { Flow } from './flow.ts'
import {
  documentRequestSchema,
  type ExtractFlowsReport,
  type ReadTextReport,
  type WriteTextReport,
} from './request.ts'

serveJobs(documentRequestSchema, async (request, input) => {
  if (request.kind === 'extract-flows') {
    const document = decryptIfProtected(input, request.password)
    const about: ExtractFlowsReport = { isProtected: document !== input }
    return { chunks: once(Buffer.from(JSON.stringify(extractFlows(document)))), about: () => about }
  }
  if (request.kind === 'replace-flows') {
    const flows = JSON.parse(input.toString('utf8', request.documentBytes)) as Flow[]
    const document = decryptIfProtected(input.subarray(0, request.documentBytes), request.password)
    const parts = replaceFlows(document, flows, request, request.keepsPages)
    return { chunks: writePackage(parts), about: () => ({}) }
  }
  return request.kind === 'read-text'
    ? readText(input, request.language)
    : writeText(input, request.encoding, request.hasMark)
})

function readText(input: Buffer, language: string): StreamedResult {
  const found = findEncoding(input, language)
  const text = new TextDecoder(found.encoding).decode(input)
  return { chunks: once(Buffer.from(text)), about: () => found satisfies ReadTextReport }
}

function writeText(input: Buffer, encoding: string, hasMark: boolean): StreamedResult {
  const text = input.toString('utf8')
  const encoded = encodeText(text, encoding, hasMark)
  const about: WriteTextReport = { isKept: encoded !== undefined }
  return { chunks: once(encoded ?? input), about: () => about }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** ASCII replacements for punctuation that legacy encodings lack. */
const replacements: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '‑': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
}

/** Undefined if the encoding lacks a letter of the text. */
export function encodeText(text: string, encoding: string, hasMark: boolean): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(hasMark ? `\ufeff${text}` : text)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const wide = Buffer.from(hasMark ? `\ufeff${text}` : text, 'utf16le')
    return encoding === 'utf-16le' ? wide : wide.swap16()
  }
  const table = tableOf(encoding)
  const bytes: number[] = []
  for (const character of text) {
    const found = table.get(character) ?? plainBytes(character, table)
    if (found === undefined) return undefined
    bytes.push(...found)
  }
  return Buffer.from(bytes)
}

function plainBytes(character: string, table: Table): number[] | undefined {
  const plain = replacements[character]
  if (plain === undefined) return undefined
  const found = [...plain].map(each => table.get(each))
  return found.includes(undefined) ? undefined : found.flatMap(bytes => bytes ?? [])
}

type Table = ReadonlyMap<string, readonly number[]>

const tables = new Map<string, Table>()
const twoByte = new Set(['shift_jis', 'euc-jp', 'gb18030', 'gbk', 'big5', 'euc-kr'])
/** Duplicate encodings of characters that have a preferred code in the same table. */
const doubledLeads: Readonly<Record<string, readonly number[]>> = { shift_jis: [0xed, 0xee] }

function tableOf(encoding: string): Table {
  const known = tables.get(encoding) ?? makeTable(encoding)
  tables.set(encoding, known)
  return known
}

function makeTable(encoding: string): Table {
  const table = new Map<string, readonly number[]>()
  // Stateful encoding, which a table cannot represent.
  if (encoding === 'iso-2022-jp') return table
  const decoder = new TextDecoder(encoding)
  const add = (bytes: readonly number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if ([...character].length === 1 && character !== '\ufffd' && !table.has(character))
      table.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add([byte])
  if (!twoByte.has(encoding)) return table
  for (let lead = 0x81; lead < 0xff; lead++) {
    if (doubledLeads[encoding]?.includes(lead)) continue
    for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail])
  }
  return table
}
