/** Forms Data Format (ISO 32000-1, 12.7.8): names and values of fields, read with the tokenizer of content streams. */
import { PDFHexString } from '@cantoo/pdf-lib'
import type { FormValue, FormValues } from '@filesmith/contract/pdf/form-values'
import { JobFailure } from '../../process/job-failure.ts'
import { type Operand, readOperations, writeName } from '../content-tokens.ts'

const maxDepth = 50

/** The file has one character for each byte (Latin-1). */
export function readFdf(file: string): FormValues {
  const objects = new Map<number, Operand>()
  let lastNumber = 0
  for (const { operator, operands } of readOperations(file)) {
    // "12 0 obj" comes before its value, which "endobj" or "stream" ends.
    if (operator === 'obj' && operands[0]?.kind === 'number') lastNumber = operands[0].value
    else if (operator === 'endobj' && operands[0] !== undefined) objects.set(lastNumber, operands[0])
  }
  const resolve = (operand: Operand | undefined): Operand | undefined =>
    operand?.kind === 'number' ? objects.get(operand.value) : operand
  const entry = (operand: Operand | undefined, key: string): Operand | undefined => {
    const dict = resolve(operand)
    return dict?.kind === 'dict' ? dict.entries.find(([name]) => name === key)?.[1] : undefined
  }
  const root = [...objects.values()].find(object => entry(object, 'FDF') !== undefined)
  const fields = resolve(entry(entry(root, 'FDF'), 'Fields'))
  if (fields?.kind !== 'array') throw new JobFailure('file-damaged', { format: 'FDF' })
  const values: Record<string, FormValue> = {}
  const visit = (list: readonly Operand[], parents: readonly string[]) => {
    if (parents.length > maxDepth) return
    for (const item of withReferences(list)) {
      const name = entry(item, 'T')
      const path = name?.kind === 'string' ? [...parents, textOf(name.bytes)] : parents
      const kids = resolve(entry(item, 'Kids'))
      if (kids?.kind === 'array') visit(kids.items, path)
      const value = fdfValue(resolve(entry(item, 'V')))
      if (value !== undefined && path.length > 0) values[path.join('.')] = value
    }
  }
  visit(fields.items, [])
  return values
}

/** In an array a reference is three tokens; in a dictionary, its number alone is left as the value. */
function withReferences(items: readonly Operand[]): Operand[] {
  return items.filter((item, index) => {
    const isReference = items[index + 2]?.kind === 'keyword'
    return item.kind === 'dict' || (item.kind === 'number' && isReference)
  })
}

function fdfValue(operand: Operand | undefined): FormValue | undefined {
  if (operand?.kind === 'string') return textOf(operand.bytes).replaceAll(/\r\n?/g, '\n')
  if (operand?.kind === 'name') return Buffer.from(operand.name, 'latin1').toString()
  if (operand?.kind === 'array')
    return operand.items.flatMap(item => (item.kind === 'string' ? [textOf(item.bytes)] : []))
  return undefined
}

/** UTF-16 or UTF-8 with a mark, or PDFDocEncoding. */
function textOf(bytes: string): string {
  if (bytes.startsWith('\xef\xbb\xbf')) return Buffer.from(bytes.slice(3), 'latin1').toString()
  return PDFHexString.of(Buffer.from(bytes, 'latin1').toString('hex')).decodeText()
}

export interface FdfField {
  readonly name: string
  readonly value: FormValue
  /** Its value is a name. */
  readonly isButton: boolean
}

interface FdfNode {
  readonly kids: Map<string, FdfNode>
  field?: FdfField
}

export function writeFdf(fields: readonly FdfField[]): string {
  const root: FdfNode = { kids: new Map() }
  for (const field of fields) {
    let node = root
    for (const name of field.name.split('.')) {
      const next: FdfNode = node.kids.get(name) ?? { kids: new Map() }
      node.kids.set(name, next)
      node = next
    }
    node.field = field
  }
  return [
    '%FDF-1.2',
    `1 0 obj\n<</FDF<</Fields[${writeNodes(root)}]>>>>\nendobj`,
    'trailer\n<</Root 1 0 R>>',
    '%%EOF\n',
  ].join('\n')
}

function writeNodes({ kids }: FdfNode): string {
  return [...kids]
    .map(([name, node]) => {
      const inner = node.kids.size > 0 ? `/Kids[${writeNodes(node)}]` : ''
      const value = node.field === undefined ? '' : `/V${writeFieldValue(node.field)}`
      return `\n<</T${writeText(name)}${value}${inner}>>`
    })
    .join('')
}

function writeFieldValue({ value, isButton }: FdfField): string {
  if (Array.isArray(value)) return `[${value.map(writeText).join(' ')}]`
  if (!isButton) return writeText(value === null ? '' : String(value))
  const state = value === null || value === false ? 'Off' : String(value)
  return writeName(Buffer.from(state).toString('latin1'))
}

function writeText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text)
    ? `(${text.replaceAll(/[\\()]/g, '\\$&')})`
    : `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`
}
