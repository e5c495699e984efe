/**
 * Removes external references and active content from a document before LibreOffice opens it (SSRF, local file disclosure).
 * Runs in the sandbox, since it parses untrusted bytes.
 */
import type { JobHandler } from '../../process/helper-program.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { PackagePart } from '../../translation/documents/docx/package/read-package.ts'
import { writePackage } from '../../translation/documents/docx/package/write-package.ts'
import { isCompoundFile } from '../../translation/documents/docx/protected/compound-file.ts'
import { decryptIfProtected } from '../../translation/documents/docx/protected/decrypt-if-protected.ts'
import { findEncoding } from '../../translation/documents/encoding/find-encoding.ts'
import { sanitizeDoc } from './doc/sanitize-doc.ts'
import { safeImage, sanitizeHtml } from './html/sanitize-html.ts'
import { clickableLink } from './links.ts'
import { openProtectedOdt } from './package/open-protected-odt.ts'
import type { TagVerdict, XmlAttribute, XmlRules, XmlTag } from './package/rewrite-xml.ts'
import { sanitizeDocx } from './package/sanitize-docx.ts'
import { openPackage, type PackageRules, sanitizeParts } from './package/sanitize-package.ts'
import { repairDocument } from './repair-document.ts'
import type { SanitizeReport, SanitizeRequest } from './request.ts'
import { sanitizeRtf } from './rtf/sanitize-rtf.ts'

/** Determines the encoding of an HTML file, so that LibreOffice cannot interpret it differently (parser differential). */
const headBytes = 8192
const declaration =
  /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]+)/i

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
    if (!(error instanceof JobFailure) || error.code !== 'file-damaged' || request.isResult) throw error
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
  if (format === 'rtf') return sanitizeRtf(input)
  if (format === 'doc') return isCompoundFile(input) ? sanitizeDoc(input) : input
  return packed(
    format === 'docx' ? sanitizeDocx(decryptIfProtected(input, password)) : sanitizeOdt(input, password),
  )
}

function packed(parts: readonly PackagePart[]) {
  return { chunks: writePackage(parts), about: () => ({}) }
}

const words = (text: string) => new Set(text.trim().split(/\s+/))

const droppedElements: ReadonlySet<string> = words(`
  alphabetical-index-auto-mark-file applet auto-reload cell-range-source connection-resource data-mappings
  database-range-source dde-connection-decls dde-link dde-source event-listener event-listeners
  floating-frame font-face-src font-face-uri hyperlink-behaviour instance model plugin scripts script section-source
  submission table-source template
`)
/** Fields that are replaced by their text. */
const unwrappedElements: ReadonlySet<string> = words(`
  database-display database-name database-next database-row-number database-row-select dde-connection execute-macro
  file-name template-name
`)
/** Elements that reference an image or an object of the package. */
const embeddingElements: ReadonlySet<string> = words(`
  background-image fill-image image list-level-style-image object object-ole
`)
const droppedAttributes: ReadonlySet<string> = words(`
  command datasource filter-name image-data macro-name target-location
`)
const droppedSettings =
  /^(?:Printer|.*(?:Database|DataSource|Embed|LinkUpdate|Link.*Mode|TemplateURL|BaseURL))/i

const rules: PackageRules = {
  isXml: name => /\.xml$/i.test(name),
  isDropped: name =>
    /^(?:Basic|Dialogs|Scripts|Configurations2?|Thumbnails|Fonts|Versions|database)\/|(?:^|\/)(?:Basic|Scripts|Configurations2)\/|\.rdf$/i.test(
      name,
    ) ||
    (/^META-INF\//i.test(name) && name !== 'META-INF/manifest.xml'),
  rulesFor: (name, names) => written =>
    name === 'META-INF/manifest.xml' ? manifestRules(names) : contentRules(name, names, written),
}

/** Removes references to files, URLs and programs, and scripts, from an ODT. */
export function sanitizeOdt(file: Buffer, password: string | undefined): PackagePart[] {
  return sanitizeParts(openProtectedOdt(openPackage(file, rules), password), rules)
}

function attributeOf({ attributes }: XmlTag, name: string): string {
  return attributes.find(({ local }) => local === name)?.value ?? ''
}

function manifestRules(names: ReadonlySet<string>): XmlRules {
  return {
    open: tag => {
      if (tag.local === 'encryption-data') return 'drop'
      const path = attributeOf(tag, 'full-path')
      const isThere = path.endsWith('/') || names.has(path)
      return tag.local === 'file-entry' && !isThere ? 'drop' : tag.attributes
    },
  }
}

function contentRules(part: string, names: ReadonlySet<string>, written: string[]): XmlRules {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const isPart = (address: string) => isInPackage(address, folder, names)

  function open(tag: XmlTag): TagVerdict {
    const { local } = tag
    if (droppedElements.has(local)) return 'drop'
    if (unwrappedElements.has(local)) return 'unwrap'
    if (local === 'config-item' && droppedSettings.test(attributeOf(tag, 'name'))) return 'drop'
    // Generic properties can set any property of any component; those that a document needs have their own attributes.
    if (local === 'properties' && tag.name.startsWith('form:')) return 'drop'
    const kept = tag.attributes.filter(attribute => isKeptAttribute(tag, attribute, isPart))
    return local === 'a' && !kept.some(({ local: name }) => name === 'href') ? 'unwrap' : kept
  }

  /** Sanitizes an image inside of the markup. */
  function close(local: string, first: number, last: number): void {
    if (local !== 'binary-data') return
    const data = written.slice(first + 1, last).join('')
    const image = safeImage(Buffer.from(data, 'base64'))
    for (let fragment = first + 1; fragment < last; fragment++) written[fragment] = ''
    if (image && first < last) written[first + 1] = image.bytes.toString('base64')
  }

  return { open, close }
}

function isKeptAttribute(
  tag: XmlTag,
  { local, value }: XmlAttribute,
  isPart: (address: string) => boolean,
): boolean {
  if (local === 'href') {
    if (tag.local === 'a') return clickableLink(value) !== undefined
    return embeddingElements.has(tag.local) && isPart(value)
  }
  if (local === 'control-implementation') return /^(?:\w+:)?com\.sun\.star\.form\.component\.\w+$/.test(value)
  return !droppedAttributes.has(local)
}

/** A relative path such as `./Object 1`; nothing with a scheme, a root or `..` (path traversal). */
function isInPackage(address: string, folder: string, names: ReadonlySet<string>): boolean {
  return names.has(folder + address.replace(/^\.\//, '').replace(/\/$/, ''))
}
