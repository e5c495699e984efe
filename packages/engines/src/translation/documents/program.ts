/** Document helper process: runs in the sandbox, extracts and replaces text in bytes, without file access. */
import { isEbcdicText } from '@filesmith/contract/sniff/plain-text'
import { type StreamedResult, serveJobs } from '../../process/helper-program.ts'
import { writePackage } from './docx/package/write-package.ts'
import { decryptIfProtected } from './docx/protected/decrypt-if-protected.ts'
import { extractFlows, replaceFlows } from './docx/translate-package.ts'
import { decodeEbcdic } from './encoding/decode-ebcdic.ts'
import { encodeText } from './encoding/encode-text.ts'
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

const sampleBytes = 65_536

/** A translation of mainframe text is written in UTF-8. */
function readText(input: Buffer, language: string): StreamedResult {
  if (isEbcdicText(input.subarray(0, sampleBytes))) {
    const about: ReadTextReport = { encoding: 'utf-8', hasMark: false }
    return { chunks: once(Buffer.from(decodeEbcdic(input))), about: () => about }
  }
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
