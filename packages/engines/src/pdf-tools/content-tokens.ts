/** Reads a content stream as operations: operators with their operands, and where they are in the stream. */

export type Operand =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  /** One character for each byte. */
  | { readonly kind: 'string'; readonly bytes: string }
  | { readonly kind: 'array'; readonly items: readonly Operand[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [string, Operand])[] }
  | { readonly kind: 'keyword'; readonly text: string }

export interface ContentOperation {
  readonly operator: string
  /** Of BI: the keys and values of the inline image. */
  readonly operands: readonly Operand[]
  /** From the first operand to the end of the operator. */
  readonly start: number
  readonly end: number
}

const whitespace = /[\0\t\n\f\r ]/
const regularEnd = /[\0\t\n\f\r ()<>[\]{}/%]|$/g
const numberText = /^[+-]*(?:\d+(?:\.\d*)?|\.\d+)$/
const imageEnd = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)/g
const maxDepth = 100

type Token = Operand | { readonly kind: 'close'; readonly text: ']' | '>>' } | { readonly kind: 'end' }

/** The stream has one character for each byte (Latin-1). */
export function* readOperations(content: string): Generator<ContentOperation> {
  const reader = new TokenReader(content)
  let operands: Operand[] = []
  let start = -1
  for (;;) {
    reader.skipSpace()
    const from = reader.position
    const token = reader.read()
    if (token.kind === 'end') return
    if (token.kind === 'close') continue
    if (start < 0) start = from
    if (token.kind !== 'keyword' || constants.has(token.text)) {
      operands.push(token)
      continue
    }
    const entries = token.text === 'BI' ? reader.readInlineImage() : undefined
    yield { operator: token.text, operands: entries ?? operands, start, end: reader.position }
    operands = []
    start = -1
  }
}

const constants: ReadonlySet<string> = new Set(['true', 'false', 'null'])

class TokenReader {
  position = 0
  readonly #content: string

  constructor(content: string) {
    this.#content = content
  }

  skipSpace(): void {
    for (; this.position < this.#content.length; this.position++) {
      const character = this.#content[this.position] ?? ''
      if (character === '%') {
        while (this.position < this.#content.length && !/[\r\n]/.test(this.#content[this.position] ?? ''))
          this.position++
      } else if (!whitespace.test(character)) return
    }
  }

  read(depth = 0): Token {
    this.skipSpace()
    const character = this.#content[this.position]
    if (character === undefined || depth > maxDepth) return { kind: 'end' }
    if (character === '(') return { kind: 'string', bytes: this.#literalString() }
    if (character === '/') return this.#name()
    if (character === '[') {
      this.position++
      return { kind: 'array', items: this.#itemsUntil(']', depth) }
    }
    if (this.#content.startsWith('<<', this.position)) {
      this.position += 2
      return { kind: 'dict', entries: pairs(this.#itemsUntil('>>', depth)) }
    }
    if (character === '<') return { kind: 'string', bytes: this.#hexString() }
    if (character === ']') {
      this.position++
      return { kind: 'close', text: ']' }
    }
    if (character === '>') {
      this.position += this.#content.startsWith('>>', this.position) ? 2 : 1
      return { kind: 'close', text: '>>' }
    }
    if (character === '{' || character === '}' || character === ')') {
      this.position++
      return { kind: 'keyword', text: character }
    }
    const text = this.#regular()
    return numberText.test(text) ? { kind: 'number', value: numberOf(text) } : { kind: 'keyword', text }
  }

  /** Its keys and values. Leaves the position behind EI; the data may contain anything. */
  readInlineImage(): Operand[] {
    const entries: Operand[] = []
    for (;;) {
      const token = this.read()
      if (token.kind === 'end' || (token.kind === 'keyword' && token.text === 'ID')) break
      if (token.kind !== 'close') entries.push(token)
    }
    this.#skipImageData()
    return entries
  }

  #skipImageData(): void {
    imageEnd.lastIndex = this.position
    for (let match = imageEnd.exec(this.#content); match !== null; match = imageEnd.exec(this.#content)) {
      const after = this.#content.slice(imageEnd.lastIndex, imageEnd.lastIndex + 12)
      if (/^[\t\n\f\r\x20-\x7e]*$/.test(after)) break
    }
    this.position = imageEnd.lastIndex === 0 ? this.#content.length : imageEnd.lastIndex
  }

  #itemsUntil(close: ']' | '>>', depth: number): Operand[] {
    const items: Operand[] = []
    for (;;) {
      const token = this.read(depth + 1)
      if (token.kind === 'end' || (token.kind === 'close' && token.text === close)) return items
      if (token.kind !== 'close') items.push(token)
    }
  }

  #regular(): string {
    regularEnd.lastIndex = this.position
    const end = regularEnd.exec(this.#content)?.index ?? this.#content.length
    const text = this.#content.slice(this.position, end)
    this.position = end
    return text
  }

  #name(): Operand {
    this.position++
    const name = this.#regular().replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    return { kind: 'name', name }
  }

  #literalString(): string {
    let bytes = ''
    let depth = 1
    for (this.position++; this.position < this.#content.length; this.position++) {
      const character = this.#content[this.position] ?? ''
      if (character === '\\') bytes += this.#escape()
      else {
        if (character === '(') depth++
        if (character === ')') depth--
        if (depth === 0) break
        bytes += character
      }
    }
    this.position++
    return bytes
  }

  /** Leaves the position on the last character of the escape sequence. */
  #escape(): string {
    this.position++
    const octal = /^[0-7]{1,3}/.exec(this.#content.slice(this.position, this.position + 3))?.[0]
    if (octal !== undefined) {
      this.position += octal.length - 1
      return String.fromCharCode(Number.parseInt(octal, 8) & 255)
    }
    const character = this.#content[this.position] ?? ''
    if (character === '\r' && this.#content[this.position + 1] === '\n') this.position++
    if (character === '\r' || character === '\n') return ''
    return escapes[character] ?? character
  }

  #hexString(): string {
    const end = this.#content.indexOf('>', this.position)
    const stop = end < 0 ? this.#content.length : end
    const digits = this.#content.slice(this.position + 1, stop).replaceAll(/[^0-9a-f]/gi, '')
    this.position = stop + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1')
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Writers of PDFs also make "--5", which readers take as one sign. */
function numberOf(text: string): number {
  const digits = text.replace(/^[+-]+/, '')
  return text.startsWith('-') ? -Number(digits) : Number(digits)
}

function pairs(items: readonly Operand[]): (readonly [string, Operand])[] {
  const entries: (readonly [string, Operand])[] = []
  for (let index = 0; index + 1 < items.length; index += 2) {
    const [key, value] = [items[index], items[index + 1]]
    if (key?.kind === 'name' && value !== undefined) entries.push([key.name, value])
  }
  return entries
}

export function writeOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'number':
      return writeNumber(operand.value)
    case 'name':
      return writeName(operand.name)
    case 'string':
      return `<${Buffer.from(operand.bytes, 'latin1').toString('hex')}>`
    case 'array':
      return `[${operand.items.map(writeOperand).join(' ')}]`
    case 'dict':
      return `<<${operand.entries.map(([key, value]) => `${writeName(key)} ${writeOperand(value)}`).join(' ')}>>`
    case 'keyword':
      return operand.text
  }
}

/** PDF has no exponents. */
export function writeNumber(value: number): string {
  return String(Number(value.toFixed(4))).includes('e') ? '0' : String(Number(value.toFixed(4)))
}

export function writeName(name: string): string {
  const escaped = name.replaceAll(
    /[^!-~]|[#()<>[\]{}/%]/g,
    character => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `/${escaped}`
}

export function numbersOf(operands: readonly Operand[]): number[] {
  return operands.flatMap(operand => (operand.kind === 'number' ? [operand.value] : []))
}
