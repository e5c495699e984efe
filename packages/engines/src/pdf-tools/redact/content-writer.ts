/** Writes a content stream again, operation by operation: paths without what is marked, everything else as given. */
import type { PDFDict } from '@cantoo/pdf-lib'
import { type Matrix, multiply } from '../../pdf/read/matrix.ts'
import { type ContentOperation, numbersOf, writeOperand } from '../content-tokens.ts'
import type { Mark } from './mark.ts'
import { type PathSegment, trimPath } from './trim-path.ts'

interface OpenContent {
  /** Index of its operator in the output. */
  readonly index: number
  readonly operation: ContentOperation
  readonly properties: PDFDict | undefined
  isTouched: boolean
}

const painting: ReadonlySet<string> = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n'])
const building: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're'])
/** What repeats the text of marked content. */
const spokenKeys: ReadonlySet<string> = new Set(['ActualText', 'Alt', 'E'])

export class ContentWriter {
  matrix: Matrix
  readonly #marks: readonly Mark[]
  /** Ids of marked content that lost something. */
  readonly #touchedIds: Set<number>
  readonly #output: string[] = []
  readonly #stack: Matrix[] = []
  readonly #open: (OpenContent | undefined)[] = []
  #path: PathSegment[] = []
  #pathTexts: string[] = []
  #clip = ''
  #isChanged = false

  constructor(start: Matrix, marks: readonly Mark[], touchedIds: Set<number>) {
    this.matrix = start
    this.#marks = marks
    this.#touchedIds = touchedIds
  }

  /** Something was removed here. */
  replace(text: string): void {
    this.#output.push(text)
    this.#isChanged = true
    for (const held of this.#open) if (held) held.isTouched = true
  }

  keep(operation: ContentOperation, original: string, properties?: PDFDict): void {
    const { operator, operands } = operation
    if (building.has(operator)) {
      this.#path.push({ operator, numbers: numbersOf(operands) })
      this.#pathTexts.push(original)
      return
    }
    if (operator === 'W' || operator === 'W*') {
      this.#clip = operator
      this.#pathTexts.push(original)
      return
    }
    if (painting.has(operator)) {
      this.#paint(operator, original)
      return
    }
    if (operator === 'Q' && !this.#restore()) return
    if (operator === 'EMC') this.#close()
    if (operator === 'q') this.#stack.push(this.matrix)
    if (operator === 'BMC') this.#open.push(undefined)
    if (operator === 'BDC')
      this.#open.push({ index: this.#output.length, operation, properties, isTouched: false })
    if (operator === 'cm') {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(operands)
      this.matrix = multiply(this.matrix, [a, b, c, d, e, f])
    }
    this.#output.push(original)
  }

  finish(): { readonly content: string; readonly isChanged: boolean } {
    const isChanged = this.#isChanged || this.#stack.length > 0
    this.#output.push(...this.#stack.map(() => 'Q'))
    return { content: `${this.#output.join('\n')}\n`, isChanged }
  }

  #paint(operator: string, original: string): void {
    const trimmed = isRectangularClip(this.#path, operator)
      ? undefined
      : trimPath(this.#path, this.matrix, this.#marks, !/^[Ssn]$/.test(operator))
    if (trimmed === undefined) this.#output.push(...this.#pathTexts, original)
    else if (trimmed !== '') this.replace(`${trimmed}\n${this.#clip}\n${operator}`)
    else this.replace(this.#clip === '' ? 'n' : `0 0 0 0 re\n${this.#clip}\nn`)
    this.#path = []
    this.#pathTexts = []
    this.#clip = ''
  }

  /** One too many would end the state that the boxes are drawn in. */
  #restore(): boolean {
    const restored = this.#stack.pop()
    if (restored === undefined) this.#isChanged = true
    else this.matrix = restored
    return restored !== undefined
  }

  #close(): void {
    const content = this.#open.pop()
    if (content === undefined || !content.isTouched) return
    const { operation, properties, index } = content
    const [tag, list] = operation.operands
    if (list?.kind === 'dict' && tag !== undefined) {
      const id = list.entries.find(([key]) => key === 'MCID')?.[1]
      if (id?.kind === 'number') this.#touchedIds.add(id.value)
      const entries = list.entries.filter(([key]) => !spokenKeys.has(key))
      this.#output[index] = `${writeOperand(tag)} ${writeOperand({ kind: 'dict', entries })} BDC`
    }
    for (const key of properties?.keys() ?? []) {
      if (key.decodeText() === 'MCID') this.#touchedIds.add(Number(properties?.get(key)?.toString()))
      if (spokenKeys.has(key.decodeText())) properties?.delete(key)
    }
  }
}

/** Clips that hide what is outside of a rectangle show nothing themselves. */
function isRectangularClip(path: readonly PathSegment[], operator: string): boolean {
  return operator === 'n' && path.every(segment => segment.operator === 're')
}
