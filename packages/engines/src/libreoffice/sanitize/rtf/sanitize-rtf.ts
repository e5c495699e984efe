/**
 * Serializes RTF from its tokens without references outside of the file: fields that read files, linked and embedded
 * objects, templates, file tables, embedded fonts. The saved result of such a field or object is kept.
 */
import { damagedPackage } from '../../../translation/documents/docx/package/read-package.ts'
import { isAllowedField } from '../field-instructions.ts'
import { sniffImage } from '../images.ts'
import {
  droppedGroups,
  droppedWords,
  fieldGroups,
  keptStarredGroups,
  linkingShapeProperty,
  unwrappedGroups,
} from './destinations.ts'
import { hexDigit, type RtfToken, tokenizeRtf } from './tokenize-rtf.ts'

/** Word nests a few dozen groups. */
const maxDepth = 1000

/** Content of a group that is collected before it is written, including nested groups. */
interface Collected {
  readonly destination: 'fldinst' | 'pict' | 'sn'
  /** Characters: bytes of the file, or UTF-16 units of `\u` above `unicodeOffset`. */
  readonly codes: number[]
  /** Positions of the hex digits or raw bytes of an image. */
  readonly spans: { readonly start: number; readonly end: number; readonly isRaw: boolean }[]
  /** Descriptions of form fields, which are inside of an instruction but not part of it. */
  readonly kept: string[]
  isNestingFields: boolean
}

interface Group {
  /** Index of its first fragment in the output. */
  readonly start: number
  /** Only `\*` has been read since it was opened. */
  isAtBeginning: boolean
  isStarred: boolean
  destination: string
  isDestinationWritten: boolean
  isDropped: boolean
  /** Number of fallback characters after `\u`. */
  fallbackCount: number
  collected: Collected | undefined
  /** For fields: output fragments that make it a field, removed if the field is disallowed. */
  readonly fieldFragments: number[]
  hasInstruction: boolean
  isFieldDropped: boolean
  /** For shape properties. */
  propertyName: string
}

const unicodeOffset = 0x10000

export function sanitizeRtf(data: Buffer): Buffer {
  if (!/^\s*\{\\rtf/.test(data.toString('latin1', 0, 64))) throw damagedPackage('not RTF')
  return new RtfWriter(data).run()
}

class RtfWriter {
  readonly #data: Buffer
  readonly #written: string[] = []
  readonly #groups: Group[] = []
  /** Depth of the dropped group, whose content is skipped. */
  #droppedDepth = 0
  #fallbackLeft = 0

  constructor(data: Buffer) {
    this.#data = data
  }

  run(): Buffer {
    for (const token of tokenizeRtf(this.#data)) {
      if (token.kind === 'open') this.#open()
      else if (token.kind === 'close') this.#close()
      else if (this.#droppedDepth === 0) this.#takeInside(token)
      // Ignore what follows the document.
      if (this.#groups.length === 0) return Buffer.from(this.#written.join(''), 'latin1')
    }
    throw damagedPackage('RTF with open groups')
  }

  #open(): void {
    this.#fallbackLeft = 0
    if (this.#groups.length >= maxDepth) throw damagedPackage('groups nested too deeply')
    const outer = this.#groups.at(-1)
    this.#groups.push({
      start: this.#written.length,
      isAtBeginning: true,
      isStarred: false,
      destination: '',
      isDestinationWritten: false,
      isDropped: false,
      fallbackCount: outer?.fallbackCount ?? 1,
      collected: outer?.collected,
      fieldFragments: [],
      hasInstruction: false,
      isFieldDropped: false,
      propertyName: '',
    })
    if (this.#droppedDepth === 0) this.#written.push('{')
  }

  #close(): void {
    this.#fallbackLeft = 0
    const group = this.#groups.pop()
    if (group === undefined) throw damagedPackage('a group that was never opened')
    if (group.isDropped) {
      this.#droppedDepth = 0
      this.#written.length = group.start
      return
    }
    if (this.#droppedDepth > 0) return
    this.#written.push('}')
    const outer = this.#groups.at(-1)
    const { collected } = group
    if (collected !== undefined && collected === outer?.collected) {
      // Nested in the collected group: discarded unless it has its own meaning.
      if (!isCollectedApart(group)) this.#written.length = group.start
    } else if (collected?.destination === 'fldinst') this.#endInstruction(group, collected)
    else if (collected?.destination === 'pict') this.#endImage(group, collected)
    else if (collected?.destination === 'sn') this.#endPropertyName(group, collected, outer)
    else if (group.destination === 'formfield' && outer?.collected?.destination === 'fldinst')
      outer.collected.kept.push(this.#written.splice(group.start).join(''))
    else if (group.destination === 'field' && group.isFieldDropped)
      for (const fragment of group.fieldFragments) this.#written[fragment] = ''
    else if (group.destination === 'sp' && linkingShapeProperty.test(group.propertyName))
      this.#written.length = group.start
  }

  #takeInside(token: RtfToken): void {
    const group = this.#groups.at(-1)
    if (group === undefined) throw damagedPackage('text outside of the document')
    if (token.kind === 'symbol' && token.code === 0x2a) {
      if (group.isAtBeginning) group.isStarred = true
      return
    }
    if (group.isAtBeginning) {
      group.isAtBeginning = false
      if (token.kind === 'word' && this.#beginGroup(token.name, group)) return
      if (token.kind !== 'word' && group.isStarred) {
        this.#drop(group)
        return
      }
    }
    if (group.collected) this.#collect(token, group, group.collected)
    else this.#writeToken(token, group)
  }

  /** True if the word has been handled. */
  #beginGroup(name: string, group: Group): boolean {
    // Readers must skip unknown starred groups, so dropping them loses nothing.
    const isKept = !group.isStarred || keptStarredGroups.has(name)
    if (!isKept || (this.#groups.length > 1 && droppedGroups.has(name))) {
      this.#drop(group)
      return true
    }
    group.destination = name
    if (name === 'fldinst') return this.#beginInstruction(group)
    if (name === 'field' && group.collected) {
      // An instruction composed by another field cannot be checked.
      group.collected.isNestingFields = true
      this.#drop(group)
      return true
    }
    if (group.isStarred) {
      group.collected = undefined
      this.#written.push('\\*')
    }
    if (name === 'pict' || name === 'sn') group.collected = newCollected(name)
    if (name === 'field') group.fieldFragments.push(this.#written.length)
    if (name === 'fldrslt') {
      const field = fieldOf(this.#groups.at(-2))
      if (field === undefined) return this.#omitWord(group)
      field.fieldFragments.push(this.#written.length)
    }
    return unwrappedGroups.has(name) && this.#omitWord(group)
  }

  /** Omits the word, also where it is repeated. */
  #omitWord(group: Group): true {
    group.isDestinationWritten = true
    return true
  }

  #beginInstruction(group: Group): boolean {
    const field = fieldOf(this.#groups.at(-2))
    if (field === undefined || field.hasInstruction) {
      if (field) field.isFieldDropped = true
      this.#drop(group)
    } else {
      field.hasInstruction = true
      group.collected = newCollected('fldinst')
    }
    return true
  }

  #drop(group: Group): void {
    group.isDropped = true
    this.#droppedDepth = this.#groups.length
  }

  #writeToken(token: RtfToken, group: Group): void {
    if (token.kind === 'word') this.#writeWord(token, group)
    else if (token.kind === 'symbol') this.#written.push(`\\${String.fromCharCode(token.code)}`)
    else if (token.kind === 'byte') this.#written.push(hexEscape(token.code))
    // Raw bytes only occur in images, where they are written as hex digits.
    else if (token.kind === 'text') this.#written.push(this.#data.toString('latin1', token.start, token.end))
  }

  #writeWord({ name, parameter }: RtfToken & { kind: 'word' }, group: Group): void {
    // A destination word in the middle of a group would change the meaning of the rest of the group.
    const isFirst = name === group.destination && !group.isDestinationWritten
    if (droppedWords.has(name) || (!isFirst && isDestination(name))) return
    group.isDestinationWritten = true
    if (name === 'uc') group.fallbackCount = fallbackOf(parameter)
    this.#written.push(`\\${name}${parameter ?? ''} `)
  }

  #collect(token: RtfToken, group: Group, collected: Collected): void {
    if (collected.destination === 'pict') {
      if (token.kind === 'word') this.#writeWord(token, group)
      else if (token.kind === 'text' || token.kind === 'binary')
        collected.spans.push({ start: token.start, end: token.end, isRaw: token.kind === 'binary' })
    } else if (token.kind === 'word') this.#collectWord(token, group, collected)
    else if (token.kind === 'text')
      for (let at = token.start; at < token.end; at++) this.#collectCode(this.#data[at] ?? 0, collected)
    else if (token.kind !== 'binary')
      this.#collectCode(token.kind === 'byte' || token.kind === 'symbol' ? token.code : 0, collected)
  }

  #collectCode(code: number, { codes }: Collected): void {
    if (this.#fallbackLeft > 0) this.#fallbackLeft--
    else codes.push(code)
  }

  #collectWord({ name, parameter }: RtfToken & { kind: 'word' }, group: Group, { codes }: Collected): void {
    if (name === 'uc') group.fallbackCount = fallbackOf(parameter)
    else if (name === 'u') {
      codes.push(unicodeOffset + ((parameter ?? 0) & 0xffff))
      this.#fallbackLeft = group.fallbackCount
    } else if (/^(?:tab|line|par)$/.test(name)) codes.push(0x20)
  }

  /** Serializes the instruction, or drops it together with the field. */
  #endInstruction(group: Group, { codes, kept, isNestingFields }: Collected): void {
    this.#written.length = group.start
    const field = fieldOf(this.#groups.at(-1))
    if (field === undefined) return
    if (isNestingFields || !isAllowedField(textOf(codes))) field.isFieldDropped = true
    else {
      field.fieldFragments.push(this.#written.length)
      this.#written.push(`{\\*\\fldinst {${codes.map(writeCode).join('')}}${kept.join('')}}`)
    }
  }

  #endImage(group: Group, { spans }: Collected): void {
    const bytes = imageBytes(this.#data, spans)
    // A device-independent bitmap has no signature, only the size of its header.
    const isBitmap = bytes.length > 40 && bytes.readUInt32LE(0) === 40
    if (isBitmap || isRasterOrMetafile(bytes))
      this.#written[this.#written.length - 1] = ` ${bytes.toString('hex')}}`
    else this.#written.length = group.start
  }

  #endPropertyName(group: Group, { codes }: Collected, outer: Group | undefined): void {
    this.#written.length = group.start
    const name = textOf(codes).trim()
    // An invalid name could be read as another one.
    const isName = /^\w{1,64}$/.test(name)
    if (outer) outer.propertyName = isName ? name : 'url'
    if (isName) this.#written.push(`{\\sn ${name}}`)
  }
}

/** Instruction and result are groups of the field itself; its fragments keep their positions. */
function fieldOf(outer: Group | undefined): Group | undefined {
  return outer?.destination === 'field' && !outer.collected ? outer : undefined
}

function newCollected(destination: Collected['destination']): Collected {
  return { destination, codes: [], spans: [], kept: [], isNestingFields: false }
}

/** Inside of an image, groups with their own meaning (identifier, shape properties) are written as they are. */
function isCollectedApart({ collected, destination }: Group): boolean {
  return collected?.destination === 'pict' && destination !== ''
}

function isDestination(name: string): boolean {
  return (
    droppedGroups.has(name) ||
    fieldGroups.has(name) ||
    unwrappedGroups.has(name) ||
    name === 'pict' ||
    name === 'sn'
  )
}

function fallbackOf(parameter: number | undefined): number {
  return Math.min(16, Math.max(0, parameter ?? 1))
}

function isRasterOrMetafile(bytes: Buffer): boolean {
  const type = sniffImage(bytes.subarray(0, 64))?.type
  return type !== undefined && type !== 'image/svg+xml' && type !== 'image/svm'
}

function imageBytes(data: Buffer, spans: Collected['spans']): Buffer {
  const raw = spans.filter(({ isRaw }) => isRaw).map(({ start, end }) => data.subarray(start, end))
  if (raw.length > 0) return Buffer.concat(raw)
  const bytes = Buffer.alloc(spans.reduce((sum, { start, end }) => sum + end - start, 1) >> 1)
  let count = 0
  for (const { start, end } of spans)
    for (let at = start; at < end; at++) {
      const digit = hexDigit(data[at])
      if (digit === undefined) continue
      bytes[count >> 1] = count % 2 === 0 ? digit << 4 : (bytes[count >> 1] ?? 0) | digit
      count++
    }
  return bytes.subarray(0, count >> 1)
}

function textOf(codes: readonly number[]): string {
  return codes.map(code => String.fromCharCode(code % unicodeOffset)).join('')
}

function hexEscape(code: number): string {
  return `\\'${code.toString(16).padStart(2, '0')}`
}

function writeCode(code: number): string {
  if (code >= unicodeOffset) {
    const unit = code - unicodeOffset
    return unit < 0x80 ? writeCode(unit) : `\\u${unit > 0x7fff ? unit - 0x10000 : unit}?`
  }
  if (code === 0x5c || code === 0x7b || code === 0x7d) return `\\${String.fromCharCode(code)}`
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : hexEscape(code)
}
