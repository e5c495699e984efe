/** Removes references to files, URLs and programs from the relationships, fields and markup of a DOCX. */
import type { PackagePart } from '../../../translation/documents/docx/package/read-package.ts'
import { isAllowedField } from '../field-instructions.ts'
import { escapeText } from '../html/sanitize-html.ts'
import { clickableLink } from '../links.ts'
import type { TagVerdict, XmlRules, XmlTag } from './rewrite-xml.ts'
import { openPackage, type PackageRules, sanitizeParts } from './sanitize-package.ts'

/** Relationships to other documents, programs, fonts and descriptions of the document's environment. */
const droppedRelations: ReadonlySet<string> = new Set(
  `aFChunk attachedTemplate attachedToolbars audio control externalLinkPath font frame glossaryDocument
  keyMapCustomizations mailMergeHeaderSource mailMergeSource media oleObject package printerSettings recipientData
  subDocument transform vbaProject video webSettings wordVbaData`.split(/\s+/),
)

const droppedElements: ReadonlySet<string> = new Set(
  `altChunk attachedSchema attachedTemplate audioCd audioFile control embedBold embedBoldItalic embedItalic embedRegular
  externalData frameset HLinks HyperlinkBase mailMerge objectEmbed objectLink OLEObject quickTimeFile saveThroughXslt
  subDoc Template videoFile wavAudioFile`.split(/\s+/),
)
/** Linked files of images and shapes. */
const droppedAttributes: ReadonlySet<string> = new Set(['althref', 'link', 'src'])
const instructionElements: ReadonlySet<string> = new Set(['instrText', 'delInstrText'])

const rules: PackageRules = {
  isXml: name => /\.(?:xml|rels|vml)$/i.test(name),
  isDropped: name => /(?:^|\/)(?:embeddings|activeX|fonts|afchunk)\/|vbaData\.xml$/i.test(name),
  rulesFor: name => (/\.rels$/i.test(name) ? () => relationRules : createMarkupRules),
}

export function sanitizeDocx(file: Buffer): PackagePart[] {
  return sanitizeParts(openPackage(file, rules), rules)
}

const relationRules: XmlRules = {
  open: tag => (tag.local !== 'Relationship' || isKeptRelation(tag) ? tag.attributes : 'drop'),
}

function attributeOf({ attributes }: XmlTag, name: string): string {
  return attributes.find(({ local }) => local === name)?.value ?? ''
}

/** Of the address that names a type of relations. */
export function lastSegment(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}

export function isKeptRelation(tag: XmlTag): boolean {
  const type = lastSegment(attributeOf(tag, 'Type'))
  const target = attributeOf(tag, 'Target')
  if (type === 'hyperlink') return clickableLink(target) !== undefined
  return attributeOf(tag, 'TargetMode') === '' || attributeOf(tag, 'TargetMode') === 'Internal'
    ? !droppedRelations.has(type) && isPartName(target)
    : false
}

/** Whether the target is a part of the package, however the URL is parsed. */
function isPartName(target: string): boolean {
  const decoded = target.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return !/[\\:\p{Cc}]|^\/\//u.test(decoded)
}

interface Field {
  text: string
  /** Output fragments of the instruction and of the marks that make it a field. */
  readonly instruction: { readonly fragment: number; readonly isText: boolean }[]
  readonly marks: { readonly first: number; readonly last: number }[]
  isChecked: boolean
  isDropped: boolean
}

/**
 * An instruction may be split across any number of runs. It is joined like LibreOffice joins it, checked as a whole and
 * written into its first run, so that a reader that skips some runs (AlternateContent, deleted text) sees all or nothing.
 */
export function createMarkupRules(written: string[]): XmlRules {
  const fields: Field[] = []
  let markType = ''

  function open(tag: XmlTag): TagVerdict {
    const { local } = tag
    if (droppedElements.has(local)) return 'drop'
    if (local === 'fldSimple' && !isAllowedField(attributeOf(tag, 'instr'))) return 'unwrap'
    if (local === 'fldChar') markType = attributeOf(tag, 'fldCharType')
    // A shape links to its own `href`; `o:href` and `r:href` name the file of an image.
    return tag.attributes.filter(
      ({ name, local: key, value }) =>
        !droppedAttributes.has(key) &&
        (key !== 'href' || (name === key && local !== 'imagedata' && clickableLink(value) !== undefined)),
    )
  }

  function close(local: string, first: number, last: number): void {
    if (local !== 'fldChar') return
    const type = markType
    markType = ''
    if (type === 'begin')
      fields.push({ text: '', instruction: [], marks: [], isChecked: false, isDropped: false })
    const field = fields.at(-1)
    if (field === undefined) {
      blank(first, last)
      return
    }
    field.marks.push({ first, last })
    if (type !== 'begin') check(field, true)
    if (type === 'end') finish(fields.pop())
  }

  function text(value: string, parent: string, fragment: number): string {
    const field = fields.at(-1)
    const isInstruction = instructionElements.has(parent)
    if (field === undefined || field.isChecked) return isInstruction ? '' : value
    if (isInstruction || parent === 't' || parent === 'delText') {
      field.text += value
      field.instruction.push({ fragment, isText: !isInstruction })
    }
    return value
  }

  function check(field: Field, isClosed: boolean): void {
    if (field.isChecked) return
    field.isChecked = true
    field.isDropped = !isClosed || !isAllowedField(field.text)
    // The text of an unterminated field belongs to the document.
    for (const { fragment, isText } of field.instruction) if (isClosed || !isText) written[fragment] = ''
    const [head] = field.instruction
    if (!field.isDropped && head) written[head.fragment] = escapeText(field.text)
  }

  function finish(field: Field | undefined): void {
    if (field?.isDropped) for (const { first, last } of field.marks) blank(first, last)
  }

  function blank(first: number, last: number): void {
    for (let fragment = first; fragment <= last; fragment++) written[fragment] = ''
  }

  function end(): void {
    for (const field of fields) {
      check(field, false)
      field.isDropped = true
      finish(field)
    }
  }

  return { open, close, text, end }
}
