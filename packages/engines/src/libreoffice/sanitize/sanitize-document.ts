/**
 * Removes external references and active content from a document before LibreOffice opens it (SSRF, local file disclosure).
 * Runs in the sandbox, since it parses untrusted bytes.
 */
import type { JobHandler } from '../../process/helper-program.ts'
import type { PackagePart } from '../../translation/documents/docx/package/read-package.ts'
import { writePackage } from '../../translation/documents/docx/package/write-package.ts'
import { isCompoundFile } from '../../translation/documents/docx/protected/compound-file.ts'
import { decryptIfProtected } from '../../translation/documents/docx/protected/decrypt-if-protected.ts'
import { findEncoding } from '../../translation/documents/encoding/find-encoding.ts'
import { sanitizeDoc } from './doc/sanitize-doc.ts'
import { sanitizeHtml } from './html/sanitize-html.ts'
import { sanitizeDocx } from './package/sanitize-docx.ts'
import { sanitizeOdt } from './package/sanitize-odt.ts'
import type { SanitizeRequest } from './request.ts'
import { sanitizeRtf } from './rtf/sanitize-rtf.ts'

/** Determines the encoding of an HTML file, so that LibreOffice cannot interpret it differently (parser differential). */
const headBytes = 8192
const declaration =
  /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]+)/i

function decodeHtml(bytes: Buffer): string {
  const [, inMeta, inProlog] = declaration.exec(bytes.toString('latin1', 0, headBytes)) ?? []
  const { encoding } = findEncoding(bytes, undefined, inMeta ?? inProlog)
  const text = new TextDecoder(encoding).decode(bytes)
  return text.replaceAll('\0', '').replace(/\r\n?/g, '\n')
}

export const sanitizeDocument: JobHandler<SanitizeRequest> = async (request, input) => {
  const { format, isResult, isUtf8, password } = request
  if (format === 'html')
    return Buffer.from(sanitizeHtml(isUtf8 ? input.toString('utf8') : decodeHtml(input), isResult))
  if (format === 'rtf') return sanitizeRtf(input)
  if (format === 'doc') return isCompoundFile(input) ? sanitizeDoc(input) : input
  return packed(
    format === 'docx' ? sanitizeDocx(decryptIfProtected(input, password)) : sanitizeOdt(input, password),
  )
}

function packed(parts: readonly PackagePart[]) {
  return { chunks: writePackage(parts), about: () => ({}) }
}
