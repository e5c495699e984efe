/** Determines the encoding of an HTML file, so that LibreOffice cannot interpret it differently (parser differential). */
import { findEncoding } from '../../../translation/documents/encoding/find-encoding.ts'

const headBytes = 8192
const declaration =
  /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]+)/i

export function decodeHtml(bytes: Buffer): string {
  const [, inMeta, inProlog] = declaration.exec(bytes.toString('latin1', 0, headBytes)) ?? []
  const { encoding } = findEncoding(bytes, undefined, inMeta ?? inProlog)
  const text = new TextDecoder(encoding).decode(bytes)
  return text.replaceAll('\0', '').replace(/\r\n?/g, '\n')
}
