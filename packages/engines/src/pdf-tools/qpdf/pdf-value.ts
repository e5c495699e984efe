/**
 * Values of PDF objects as qpdf writes them in JSON: "12 0 R" is a reference, "/Name" a name, "u:..." and "b:..." are strings.
 * Every character stands for one byte of that JSON (latin1), so that names that are not UTF-8 survive.
 */

export type PdfValue = null | boolean | number | string | PdfValue[] | PdfDict
export interface PdfDict {
  [key: string]: PdfValue
}

/** One indirect object. */
export interface IndirectObject {
  readonly value?: PdfValue | undefined
  readonly stream?: PdfStream | undefined
}

/** Without `data` and `datafile`, a stream keeps the bytes that it has. */
export interface PdfStream {
  readonly dict: PdfDict
  /** In base64. */
  readonly data?: string | undefined
  /** Path of its bytes. */
  readonly datafile?: string | undefined
}

const referencePattern = /^(\d+) 0 R$/

export function referenceTo(objectNumber: number): string {
  return `${objectNumber} 0 R`
}

export function referencedNumber(value: PdfValue | undefined): number | undefined {
  const match = typeof value === 'string' ? referencePattern.exec(value) : null
  return match === null ? undefined : Number(match[1])
}

export function isReference(value: PdfValue | undefined): value is string {
  return typeof value === 'string' && /^\d+ \d+ R$/.test(value)
}

export function isDictionary(value: PdfValue | undefined): value is PdfDict {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isName(value: PdfValue | undefined): value is string {
  return typeof value === 'string' && value.startsWith('/')
}

export function isPdfString(value: PdfValue | undefined): value is string {
  return typeof value === 'string' && /^[ub]:/.test(value)
}

export function pdfString(text: string): string {
  return `u:${Buffer.from(text).toString('latin1')}`
}

/** Text of a string; bytes that are not text are read as latin1. */
export function textOf(value: PdfValue | undefined): string {
  if (!isPdfString(value)) return ''
  const rest = value.slice(2)
  return value.startsWith('u:')
    ? Buffer.from(rest, 'latin1').toString()
    : Buffer.from(rest, 'hex').toString('latin1')
}

/** The bytes by which name trees are sorted. */
export function sortBytes(value: string): Buffer {
  if (value.startsWith('b:')) return Buffer.from(value.slice(2), 'hex')
  const text = textOf(value)
  // Strings outside of PDFDocEncoding are written as UTF-16 with a byte order mark.
  return /^[\x20-\x7e]*$/.test(text)
    ? Buffer.from(text, 'latin1')
    : Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
}

/** The dictionary of an object, of a stream too. */
export function dictOf(object: IndirectObject | undefined): PdfDict {
  if (object?.stream !== undefined) return object.stream.dict
  return isDictionary(object?.value) ? object.value : {}
}

/** A stream with this text as its data, one character for each byte. */
export function textStream(text: string, dict: PdfDict = {}): IndirectObject {
  return { stream: { dict, data: Buffer.from(text, 'latin1').toString('base64') } }
}

/** The same value with every reference replaced. */
export function mapReferences(value: PdfValue, replace: (reference: string) => string): PdfValue {
  if (isReference(value)) return replace(value)
  if (Array.isArray(value)) return value.map(item => mapReferences(item, replace))
  if (!isDictionary(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapReferences(item, replace)]))
}

/** PDF numbers have no exponents. */
function plainNumber(_key: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  if (Math.abs(value) < 1e-6) return 0
  return Math.abs(value) < 1e21 ? value : Math.sign(value) * Number.MAX_SAFE_INTEGER
}

export function writeValue(value: PdfValue | IndirectObject): string {
  const text = JSON.stringify(value)
  return /\de[+-]?\d/.test(text) ? JSON.stringify(value, plainNumber) : text
}
