/**
 * Rewrites the content streams of a page without what was marked. The nth text, image or form XObject of the streams is
 * the nth event of the page; character codes must agree, so that a stream that is read in another way is noticed.
 */
import type { PDFDict, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { identity, type Matrix, multiply } from '../../pdf/read/matrix.ts'
import {
  type ContentOperation,
  type Operand,
  readOperations,
  writeName,
  writeNumber,
  writeOperand,
} from './content-tokens.ts'
import type { Mark } from './mark.ts'
import type { ImageEvent, PageEvent, PlacedGlyph } from './page-events.ts'
import { lookUp, lookUpDict, matrixOf, nameOf, type ResourceEditor, streamText } from './pdf-objects.ts'
import { type PathSegment, trimPath } from './trim-path.ts'

/** The page is not what it seems: it is replaced by an image of it. */
export class UncertainContent extends Error {}

export interface PageEdit {
  readonly document: PDFDocument
  readonly events: readonly PageEvent[]
  readonly marks: readonly Mark[]
  isRemoved(glyph: PlacedGlyph): boolean
  /** A stream of the image without its marked part; undefined if nothing of it is marked. */
  repaint(event: ImageEvent, image: PDFRawStream): Promise<PDFRawStream | undefined>
}

export interface RewrittenContent {
  readonly content: string
  readonly isChanged: boolean
  /** Ids of marked content that lost something. */
  readonly touchedIds: ReadonlySet<number>
}

const maxFormDepth = 30
const painting: ReadonlySet<string> = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n'])
const building: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're'])
const showing: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])
/** What repeats the text of marked content. */
const spokenKeys: ReadonlySet<string> = new Set(['ActualText', 'Alt', 'E'])

export async function rewritePage(
  edit: PageEdit,
  content: string,
  resources: ResourceEditor,
): Promise<RewrittenContent> {
  const rewriter = new ContentRewriter(edit)
  const result = await rewriter.rewrite(content, resources, identity, 0)
  if (!rewriter.isFinished) throw new UncertainContent('more was shown than the streams have')
  return { ...result, touchedIds: rewriter.touchedIds }
}

interface OpenContent {
  /** Index of its operator in the output. */
  readonly index: number
  readonly operation: ContentOperation
  readonly properties: PDFDict | undefined
  isTouched: boolean
}

class ContentRewriter {
  readonly touchedIds = new Set<number>()
  readonly #edit: PageEdit
  #next = 0

  constructor(edit: PageEdit) {
    this.#edit = edit
  }

  get isFinished(): boolean {
    return this.#next === this.#edit.events.length
  }

  #take<Kind extends PageEvent['kind']>(kind: Kind): Extract<PageEvent, { kind: Kind }> {
    const event = this.#edit.events[this.#next++]
    if (event === undefined || !isKind(event, kind)) throw new UncertainContent(`no ${kind} here`)
    return event
  }

  async rewrite(
    content: string,
    resources: ResourceEditor,
    start: Matrix,
    depth: number,
  ): Promise<{ readonly content: string; readonly isChanged: boolean }> {
    if (depth > maxFormDepth) throw new UncertainContent('too many nested forms')
    const output: string[] = []
    const stack: Matrix[] = []
    const open: (OpenContent | undefined)[] = []
    let matrix = start
    let path: PathSegment[] = []
    let pathTexts: string[] = []
    let clip = ''
    let isChanged = false
    const put = (text: string) => {
      output.push(text)
      isChanged = true
      for (const held of open) if (held) held.isTouched = true
    }

    for (const operation of readOperations(content)) {
      const { operator, operands } = operation
      const original = content.slice(operation.start, operation.end)
      if (building.has(operator)) {
        path.push({ operator, numbers: numbersOf(operands) })
        pathTexts.push(original)
      } else if (operator === 'W' || operator === 'W*') {
        clip = operator
        pathTexts.push(original)
      } else if (painting.has(operator)) {
        const trimmed = isRectangularClip(path, operator)
          ? undefined
          : trimPath(path, matrix, this.#edit.marks)
        if (trimmed === undefined) output.push(...pathTexts, original)
        else
          put(
            `${trimmed === '' && clip !== '' ? '0 0 0 0 re' : trimmed}\n${clip}\n${trimmed === '' ? 'n' : operator}`,
          )
        path = []
        pathTexts = []
        clip = ''
      } else if (showing.has(operator)) {
        const shown = this.#show(operation)
        if (shown === undefined) output.push(original)
        else put(shown)
      } else if (operator === 'Do') {
        const replaced = await this.#drawObject(nameOf(operands[0]), resources, matrix, depth)
        if (replaced === undefined) output.push(original)
        else put(`${writeName(replaced)} Do`)
      } else if (operator === 'Q') {
        const restored = stack.pop()
        // One too many would end the state that the boxes are drawn in.
        if (restored === undefined) isChanged = true
        else output.push(original)
        matrix = restored ?? matrix
      } else {
        if (operator === 'q') stack.push(matrix)
        else if (operator === 'cm') {
          const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(operands)
          matrix = multiply(matrix, [a, b, c, d, e, f])
        } else if (operator === 'gs') this.#skipSoftMask(resources.find('ExtGState', nameOf(operands[0])))
        else if (operator === 'BI') throw new UncertainContent('inline image')
        else if (operator === 'BMC') open.push(undefined)
        else if (operator === 'BDC')
          open.push({
            index: output.length,
            operation,
            properties: resources.find('Properties', nameOf(operands[1])),
            isTouched: false,
          })
        else if (operator === 'EMC') this.#close(open.pop(), output)
        output.push(original)
      }
    }
    output.push(...stack.map(() => 'Q'))
    return { content: `${output.join('\n')}\n`, isChanged: isChanged || stack.length > 0 }
  }

  /** Nothing to change: undefined. */
  #show({ operator, operands }: ContentOperation): string | undefined {
    const last = operands.at(-1)
    const items = last?.kind === 'array' ? last.items : last === undefined ? [] : [last]
    const glyphs = [...this.#take('show').glyphs]
    const removed = glyphs.map(glyph => this.#edit.isRemoved(glyph))
    const pieces = new SpacedText()
    let index = 0
    for (const item of items) {
      if (item.kind === 'number') pieces.move(item.value)
      if (item.kind !== 'string') continue
      for (const bytes of codesOf(item.bytes, glyphs.slice(index))) {
        if (removed[index] === true) pieces.move(glyphs[index]?.adjustment ?? 0)
        else pieces.add(bytes)
        index++
      }
    }
    if (index !== glyphs.length) throw new UncertainContent('more characters were shown')
    if (!removed.includes(true)) return undefined
    if (operator === "'") return `T*\n${pieces.toString()}`
    if (operator === '"') {
      const [word = 0, character = 0] = numbersOf(operands)
      return `${writeNumber(word)} Tw\n${writeNumber(character)} Tc\nT*\n${pieces.toString()}`
    }
    return pieces.toString()
  }

  /** New name of a changed image or form. */
  async #drawObject(
    name: string,
    resources: ResourceEditor,
    matrix: Matrix,
    depth: number,
  ): Promise<string | undefined> {
    const object = resources.findStream('XObject', name)
    if (object === undefined) return undefined
    const kind = nameOf(lookUp(object.dict, 'Subtype'))
    if (kind === 'Image') {
      const painted = await this.#edit.repaint(this.#take('image'), object)
      return painted && resources.add('XObject', painted)
    }
    if (kind !== 'Form') return undefined
    this.#take('form-begin')
    const inner = resources.ofForm(object)
    const { content, isChanged } = await this.rewrite(
      streamText(object),
      inner,
      multiply(matrix, matrixOf(object.dict)),
      depth + 1,
    )
    this.#take('form-end')
    return isChanged ? resources.add('XObject', inner.writeForm(object, content)) : undefined
  }

  /** pdf.js reads the form of a soft mask where the graphics state is set. */
  #skipSoftMask(graphicsState: PDFDict | undefined): void {
    if (graphicsState === undefined || lookUpDict(graphicsState, 'SMask') === undefined) return
    this.#take('form-begin')
    for (let depth = 1; depth > 0; ) {
      const event = this.#edit.events[this.#next++]
      if (event === undefined) throw new UncertainContent('soft mask without an end')
      if (event.kind === 'form-begin') depth++
      if (event.kind === 'form-end') depth--
      if (event.kind === 'show' && event.glyphs.some(glyph => this.#edit.isRemoved(glyph)))
        throw new UncertainContent('marked text in a soft mask')
    }
  }

  #close(content: OpenContent | undefined, output: string[]): void {
    if (content === undefined || !content.isTouched) return
    const { operation, properties, index } = content
    const [tag, list] = operation.operands
    if (list?.kind === 'dict' && tag !== undefined) {
      const id = list.entries.find(([key]) => key === 'MCID')?.[1]
      if (id?.kind === 'number') this.touchedIds.add(id.value)
      const entries = list.entries.filter(([key]) => !spokenKeys.has(key))
      output[index] = `${writeOperand(tag)} ${writeOperand({ kind: 'dict', entries })} BDC`
    }
    if (properties === undefined) return
    for (const key of properties.keys()) {
      if (key.decodeText() === 'MCID') this.touchedIds.add(Number(properties.get(key)?.toString()))
      if (spokenKeys.has(key.decodeText())) properties.delete(key)
    }
  }
}

function isKind<Kind extends PageEvent['kind']>(
  event: PageEvent,
  kind: Kind,
): event is Extract<PageEvent, { kind: Kind }> {
  return event.kind === kind
}

function numbersOf(operands: readonly Operand[]): number[] {
  return operands.flatMap(operand => (operand.kind === 'number' ? [operand.value] : []))
}

/** Clips that hide what is outside of a rectangle show nothing themselves. */
function isRectangularClip(path: readonly PathSegment[], operator: string): boolean {
  return operator === 'n' && path.every(segment => segment.operator === 're')
}

/** Cuts a string into the codes of glyphs, of one to four bytes. */
function codesOf(bytes: string, glyphs: readonly PlacedGlyph[]): string[] {
  const length = glyphs[0]?.isComposite === true ? 2 : 1
  const uniform = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.slice(index * length, (index + 1) * length),
  )
  if (uniform.every((code, index) => numberOfCode(code) === glyphs[index]?.code)) return uniform
  const codes: string[] = []
  for (let position = 0; position < bytes.length; ) {
    const wanted = glyphs[codes.length]?.code
    const length = [2, 1, 3, 4].find(
      size =>
        numberOfCode(bytes.slice(position, position + size)) === wanted && position + size <= bytes.length,
    )
    if (length === undefined) throw new UncertainContent('other character codes')
    codes.push(bytes.slice(position, position + length))
    position += length
  }
  return codes
}

function numberOfCode(bytes: string): number {
  return [...bytes].reduce((value, character) => value * 256 + character.charCodeAt(0), 0)
}

/** Operands of TJ: strings, and numbers that move the text. */
class SpacedText {
  readonly #items: (string | number)[] = []

  add(bytes: string): void {
    const last = this.#items.at(-1)
    if (typeof last === 'string') this.#items[this.#items.length - 1] = last + bytes
    else this.#items.push(bytes)
  }

  move(by: number): void {
    const last = this.#items.at(-1)
    if (typeof last === 'number') this.#items[this.#items.length - 1] = last + by
    else this.#items.push(by)
  }

  toString(): string {
    const items = this.#items.map(item =>
      typeof item === 'number' ? writeNumber(item) : writeOperand({ kind: 'string', bytes: item }),
    )
    return `[${items.join(' ')}] TJ`
  }
}
