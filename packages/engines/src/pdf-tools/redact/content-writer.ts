/** Writes a content stream again, operation by operation: paths without what is marked, everything else as given. */
import { type Matrix, multiply } from '../../pdf/read/matrix.ts'
import { type ContentOperation, numbersOf, writeOperand } from '../content-tokens.ts'
import type { PdfDict } from '../qpdf/pdf-value.ts'
import { type Mark, overlaps, rectangle } from './mark.ts'
import { type PathSegment, trimPath } from './trim-path.ts'

/** The page is not what it seems: it is replaced by an image of it. */
export class UncertainContent extends Error {}

/** What a form XObject takes over from the stream that draws it. */
export interface DrawingState {
  readonly matrix: Matrix
  /** Colors are patterns whose drawings or values under a mark cannot be cut out. */
  readonly isFillUncut: boolean
  readonly isStrokeUncut: boolean
  /** Around the clipping path, on the page; undefined for all of it. */
  readonly clip: Matrix | undefined
  /** On a hidden layer that is removed. */
  readonly isHidden: boolean
}

interface OpenContent {
  /** Index of its operator in the output. */
  readonly index: number
  readonly operation: ContentOperation
  readonly properties: PdfDict | undefined
  isTouched: boolean
  readonly isHidden: boolean
}

const painting: ReadonlySet<string> = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n'])
const building: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're'])
/** What repeats the text of marked content. */
export const spokenKeys: ReadonlySet<string> = new Set(['ActualText', 'Alt', 'E'])

export class ContentWriter {
  state: DrawingState
  readonly #marks: readonly Mark[]
  /** Ids of marked content that lost something. */
  readonly #touchedIds: Set<number>
  readonly #output: string[] = []
  readonly #stack: DrawingState[] = []
  readonly #open: (OpenContent | undefined)[] = []
  #path: PathSegment[] = []
  #pathTexts: string[] = []
  #clip = ''
  #isChanged = false

  constructor(start: DrawingState, marks: readonly Mark[], touchedIds: Set<number>) {
    this.state = start
    this.#marks = marks
    this.#touchedIds = touchedIds
  }

  /** Something was removed here. */
  replace(text: string): void {
    this.#output.push(text)
    this.#isChanged = true
    for (const held of this.#open) if (held) held.isTouched = true
  }

  get isHidden(): boolean {
    return this.state.isHidden || this.#open.some(content => content?.isHidden === true)
  }

  keep(operation: ContentOperation, original: string, properties?: PdfDict, isHidden = false): void {
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
    if (operator === 'q') this.#stack.push(this.state)
    if (operator === 'BMC') this.#open.push(undefined)
    if (operator === 'BDC')
      this.#open.push({ index: this.#output.length, operation, properties, isTouched: false, isHidden })
    if (operator === 'cm') {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(operands)
      this.state = { ...this.state, matrix: multiply(this.state.matrix, [a, b, c, d, e, f]) }
    }
    this.#output.push(original)
  }

  finish(): { readonly content: string; readonly isChanged: boolean } {
    const isChanged = this.#isChanged || this.#stack.length > 0
    this.#output.push(...this.#stack.map(() => 'Q'))
    return { content: `${this.#output.join('\n')}\n`, isChanged }
  }

  #paint(operator: string, original: string): void {
    const isUncut =
      (this.state.isFillUncut && /^[fFbB]/.test(operator)) ||
      (this.state.isStrokeUncut && /^[sSbB]/.test(operator))
    const box = boxAround(this.#path, this.state.matrix)
    if (isUncut && box !== undefined && this.#marks.some(({ frame }) => overlaps(frame, box)))
      throw new UncertainContent('marked fill pattern')
    if (this.#clip !== '') this.state = { ...this.state, clip: box }
    if (this.isHidden) {
      this.replace(this.#clip === '' ? 'n' : `${this.#pathTexts.join('\n')}\nn`)
      this.#clearPath()
      return
    }
    const trimmed = isRectangularClip(this.#path, operator)
      ? undefined
      : trimPath(this.#path, this.state.matrix, this.#marks, !/^[Ssn]$/.test(operator))
    if (trimmed === undefined) this.#output.push(...this.#pathTexts, original)
    else if (trimmed !== '') this.replace(`${trimmed}\n${this.#clip}\n${operator}`)
    else this.replace(this.#clip === '' ? 'n' : `0 0 0 0 re\n${this.#clip}\nn`)
    this.#clearPath()
  }

  #clearPath(): void {
    this.#path = []
    this.#pathTexts = []
    this.#clip = ''
  }

  /** One too many would end the state that the boxes are drawn in. */
  #restore(): boolean {
    const restored = this.#stack.pop()
    if (restored === undefined) this.#isChanged = true
    else this.state = restored
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
    if (properties?.['/MCID'] !== undefined) this.#touchedIds.add(Number(properties['/MCID']))
    for (const key of spokenKeys) if (properties !== undefined) delete properties[`/${key}`]
  }
}

/** Clips that hide what is outside of a rectangle show nothing themselves. */
function isRectangularClip(path: readonly PathSegment[], operator: string): boolean {
  return operator === 'n' && path.every(segment => segment.operator === 're')
}

/** On the page; undefined without points. */
function boxAround(path: readonly PathSegment[], matrix: Matrix): Matrix | undefined {
  const [xs, ys]: [number[], number[]] = [[], []]
  for (const { operator, numbers } of path) {
    const [x = 0, y = 0, width = 0, height = 0] = numbers
    const points = operator === 're' ? [x, y, x + width, y + height] : numbers
    for (const [index, value] of points.entries()) (index % 2 === 0 ? xs : ys).push(value)
  }
  if (xs.length === 0) return undefined
  const [left, right] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))]
  const [bottom, top] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))]
  // Lines have no area.
  return multiply(matrix, rectangle(left, bottom, Math.max(right, left + 0.01), Math.max(top, bottom + 0.01)))
}
