/** Writes minimal OpenDocument texts part by part, with only what a test needs. */
import { writeZip } from './write-zip.ts'

const oasis = 'urn:oasis:names:tc:opendocument:xmlns'
const namespaces = [
  ...['office', 'text', 'table', 'style', 'form', 'script', 'meta'].map(
    name => `xmlns:${name}="${oasis}:${name}:1.0"`,
  ),
  `xmlns:draw="${oasis}:drawing:1.0"`,
  `xmlns:svg="${oasis}:svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"',
].join(' ')
const xml = '<?xml version="1.0" encoding="UTF-8"?>'

/** `forms` is inserted at the start of the text, `declared` before the body. */
export function odtPackage(
  body: string,
  parts: Readonly<Record<string, string | Buffer>> = {},
  forms = '',
  declared = '',
): Buffer {
  const folders = new Set(
    Object.keys(parts).flatMap(name => (name.startsWith('Object') ? [`${name.split('/')[0]}/`] : [])),
  )
  const entries = [
    ...['content.xml', ...Object.keys(parts)].map(name => [name, 'text/xml']),
    ...[...folders].map(name => [name, 'application/vnd.oasis.opendocument.spreadsheet']),
  ]
    .map(
      ([name, type]) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${type}"/>`,
    )
    .join('')
  return writeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `${xml}<office:document-content ${namespaces} office:version="1.2">${declared}<office:body><office:text>${forms}<text:p>Visible words</text:p>${body}</office:text></office:body></office:document-content>`,
    ...parts,
    'META-INF/manifest.xml': `${xml}<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>${entries}</manifest:manifest>`,
  })
}
