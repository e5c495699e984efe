/** JSON, read with its digits and keys as they are written; lists of rows are read one by one. */
import { syntaxFailure } from '../values/data-failure.ts'
import { type DataMap, type DataValue, NumberText } from '../values/data-value.ts'

const maxDepth = 200
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const space = /[ \t\n\r]*/y

export class JsonReader {
  /** Keys that an object has more than once; the last one counts. */
  repeatedKeys = 0
  readonly #text: string
  #at: number

  constructor(text: string, at = 0) {
    this.#text = text
    this.#at = at
  }

  /** The whole text is one value. */
  readAll(): DataValue {
    const value = this.#value(0)
    this.#skipSpace()
    if (this.#at < this.#text.length) throw this.#failure()
    return value
  }

  /** Whether the text is a list, whose items can be read one by one. */
  startsList(): boolean {
    this.#skipSpace()
    return this.#text[this.#at] === '['
  }

  *items(): Generator<DataValue> {
    this.#skipSpace()
    this.#expect('[')
    if (!this.#takes(']'))
      for (;;) {
        yield this.#value(1)
        if (this.#takes(']')) break
        this.#expect(',')
      }
    this.#skipSpace()
    if (this.#at < this.#text.length) throw this.#failure()
  }

  #value(depth: number): DataValue {
    if (depth > maxDepth) throw this.#failure()
    this.#skipSpace()
    const first = this.#text[this.#at]
    if (first === '{') return this.#object(depth)
    if (first === '[') return this.#list(depth)
    if (first === '"') return this.#string()
    for (const [word, value] of words) if (this.#takesWord(word)) return value
    numberPattern.lastIndex = this.#at
    const number = numberPattern.exec(this.#text)?.[0]
    if (number === undefined) throw this.#failure()
    this.#at += number.length
    return new NumberText(number)
  }

  #object(depth: number): DataMap {
    const map: DataMap = new Map()
    this.#at += 1
    if (this.#takes('}')) return map
    for (;;) {
      this.#skipSpace()
      if (this.#text[this.#at] !== '"') throw this.#failure()
      const key = this.#string()
      this.#expect(':')
      if (map.has(key)) this.repeatedKeys += 1
      map.set(key, this.#value(depth + 1))
      if (this.#takes('}')) return map
      this.#expect(',')
    }
  }

  #list(depth: number): readonly DataValue[] {
    const list: DataValue[] = []
    this.#at += 1
    if (this.#takes(']')) return list
    for (;;) {
      list.push(this.#value(depth + 1))
      if (this.#takes(']')) return list
      this.#expect(',')
    }
  }

  #string(): string {
    const start = this.#at
    let end = this.#text.indexOf('"', start + 1)
    while (end > 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1)
    if (end < 0) throw this.#failure()
    this.#at = end + 1
    const inner = this.#text.slice(start + 1, end)
    // Only control characters and escapes need the parser.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for.
    if (!/[\\\u0000-\u001f]/.test(inner)) return inner
    try {
      return JSON.parse(this.#text.slice(start, end + 1)) as string
    } catch {
      throw syntaxFailure(this.#text, start)
    }
  }

  #isEscaped(at: number): boolean {
    let backslashes = 0
    while (this.#text[at - 1 - backslashes] === '\\') backslashes += 1
    return backslashes % 2 === 1
  }

  #takes(character: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #takesWord(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  #expect(character: string): void {
    if (!this.#takes(character)) throw this.#failure()
  }

  #skipSpace(): void {
    const code = this.#text.charCodeAt(this.#at)
    if (code > 32) return
    space.lastIndex = this.#at
    space.exec(this.#text)
    this.#at = space.lastIndex
  }

  #failure() {
    return syntaxFailure(this.#text, this.#at)
  }
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const
