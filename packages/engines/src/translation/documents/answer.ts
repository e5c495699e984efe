/** Takes one request to the part of the helper that can answer it. */
import type { JobHandler, StreamedResult } from '../../process/helper-program.ts'
import { writePackage } from './docx/package/write-package.ts'
import { openProtected } from './docx/protected/open-protected.ts'
import { putFlows, takeFlows } from './docx/translate-package.ts'
import { encodeText } from './encoding/encode-text.ts'
import { findEncoding } from './encoding/find-encoding.ts'
import type { Flow } from './flow.ts'
import type { DocumentRequest, ReadTextReport, TakeFlowsReport, WriteTextReport } from './request.ts'

export const answer: JobHandler<DocumentRequest> = async (request, input) => {
  if (request.kind === 'take-flows') {
    const document = openProtected(input, request.password)
    const about: TakeFlowsReport = { isProtected: document !== input }
    return { chunks: once(Buffer.from(JSON.stringify(takeFlows(document)))), about: () => about }
  }
  if (request.kind === 'put-flows') {
    const flows = JSON.parse(input.toString('utf8', request.documentBytes)) as Flow[]
    const document = openProtected(input.subarray(0, request.documentBytes), request.password)
    const parts = putFlows(document, flows, request, request.keepsPages)
    return { chunks: writePackage(parts), about: () => ({}) }
  }
  return request.kind === 'read-text'
    ? readText(input, request.language)
    : writeText(input, request.encoding, request.hasMark)
}

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
