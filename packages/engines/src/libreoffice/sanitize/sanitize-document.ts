/**
 * Removes external references and active content from a document before LibreOffice opens it (SSRF, local file disclosure).
 * Runs in the sandbox, since it parses untrusted bytes.
 */
import { isSafeSvg } from '../../drawing/check-svg.ts'
import type { JobHandler } from '../../process/helper-program.ts'
import { JobFailure } from '../../process/job-failure.ts'
import {
  type PackagePart,
  readPackage,
  unpack,
} from '../../translation/documents/docx/package/read-package.ts'
import { writePackage } from '../../translation/documents/docx/package/write-package.ts'
import { isCompoundFile } from '../../translation/documents/docx/protected/compound-file.ts'
import { decryptIfProtected } from '../../translation/documents/docx/protected/decrypt-if-protected.ts'
import { findEncoding } from '../../translation/documents/encoding/find-encoding.ts'
import { sanitizeDoc } from './doc/sanitize-doc.ts'
import { sanitizePpt } from './doc/sanitize-ppt.ts'
import { sanitizeXls } from './doc/sanitize-xls.ts'
import { sanitizeHtml } from './html/sanitize-html.ts'
import { sanitizeDocx } from './package/sanitize-docx.ts'
import { sanitizeOdf } from './package/sanitize-odf.ts'
import { sanitizePptx, sanitizeVsdx, sanitizeXlsx } from './package/sanitize-ooxml.ts'
import { repairDocument } from './repair-document.ts'
import type { SanitizeReport, SanitizeRequest } from './request.ts'
import { sanitizeRtf } from './rtf/sanitize-rtf.ts'

/** Determines the encoding of an HTML file, so that LibreOffice cannot interpret it differently (parser differential). */
const headBytes = 8192
const declaration =
  /<meta[^<>]{0,200}charset\s*=\s*(?:["']\s*)?([\w.:-]+)|<\?xml[^<>]{0,100}encoding\s*=\s*["']([\w.:-]+)/i

function decodeHtml(bytes: Buffer): string {
  const [, inMeta, inProlog] = declaration.exec(bytes.toString('latin1', 0, headBytes)) ?? []
  const text = new TextDecoder(htmlEncoding(bytes, inMeta ?? inProlog)).decode(bytes)
  return text.replaceAll('\0', '').replace(/\r\n?/g, '\n')
}

/** Bytes that no text has are shown as replacement characters, as browsers do. */
function htmlEncoding(bytes: Buffer, declared: string | undefined): string {
  try {
    return findEncoding(bytes, undefined, declared).encoding
  } catch (error) {
    if (error instanceof JobFailure && error.code === 'file-damaged') return 'utf-8'
    throw error
  }
}

/** What is damaged is repaired and sanitized again; the report says so. */
export const sanitizeDocument: JobHandler<SanitizeRequest> = async (request, input, report) => {
  try {
    return await sanitizeIntact(request, input, report)
  } catch (error) {
    if (!(error instanceof JobFailure) || error.code !== 'file-damaged') throw error
    if (request.isResult || request.format === 'svg') throw error
    const repaired = await repairDocument(request.format, input)
    if (repaired === undefined) throw error
    const result = await sanitizeIntact(request, repaired, report).catch(() => {
      throw error
    })
    const about: SanitizeReport = { isRepaired: true, isArchive: false }
    const chunks = result instanceof Uint8Array ? [result] : result.chunks
    return { chunks: each(chunks), about: () => about }
  }
}

async function* each(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
}

const sanitizeIntact: JobHandler<SanitizeRequest> = async (request, input) => {
  const { format, isResult, isUtf8, password, markdown } = request
  if (format === 'html') {
    const page = sanitizeHtml(isUtf8 ? input.toString('utf8') : decodeHtml(input), isResult)
    if (!markdown) return Buffer.from(page)
    const { writeHtmlAsMarkdown } = await import('../../markdown/html-to-markdown.ts')
    return writeHtmlAsMarkdown(page, markdown)
  }
  if (format === 'svg') return checkedDrawings(input)
  if (format === 'rtf') return sanitizeRtf(input)
  if (format === 'doc') return isCompoundFile(input) ? sanitizeDoc(input) : input
  if (format === 'xls') return sanitizeXls(input)
  if (format === 'ppt') return sanitizePpt(input)
  return packed(sanitizePackage(format, input, password))
}

function sanitizePackage(
  format: 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'odg' | 'vsdx',
  input: Buffer,
  password: string | undefined,
): PackagePart[] {
  if (format === 'docx') return sanitizeDocx(decryptIfProtected(input, password))
  if (format === 'xlsx') return sanitizeXlsx(decryptIfProtected(input, password, format))
  if (format === 'pptx') return sanitizePptx(decryptIfProtected(input, password, format))
  if (format === 'vsdx') return sanitizeVsdx(input)
  return sanitizeOdf(input, password)
}

function packed(parts: readonly PackagePart[]) {
  return { chunks: writePackage(parts), about: () => ({}) }
}

function checkedDrawings(result: Buffer): Buffer {
  const isArchive = result.toString('latin1', 0, 2) === 'PK'
  for (const drawing of isArchive ? readPackage(result).map(unpack) : [result])
    if (!isSafeSvg(drawing.toString())) throw new JobFailure('unsupported-variant')
  return result
}
