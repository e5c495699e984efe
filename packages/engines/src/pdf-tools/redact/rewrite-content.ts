/**
 * Rewrites the content streams of a page without what was marked. The nth text, image or form XObject of the streams is
 * the nth event of the page; character codes must agree, so that a stream that is read in another way is noticed.
 */
import { identity, type Matrix, multiply } from '../../pdf/read/matrix.ts'
import {
  type ContentOperation,
  numbersOf,
  type Operand,
  readOperations,
  writeName,
  writeNumber,
  writeOperand,
} from '../content-tokens.ts'
import type { PdfDict } from '../qpdf/pdf-value.ts'
import { ContentWriter, type DrawingState, UncertainContent } from './content-writer.ts'
import type { EditedDocument, StreamObject } from './edited-document.ts'
import type { HiddenLayers } from './hidden-layers.ts'
import { boundsOfMark, type Mark, overlaps } from './mark.ts'
import type { ImageEvent, PageEvent, PlacedGlyph } from './page-events.ts'
import { matrixOf, nameOf, type ResourceEditor } from './pdf-objects.ts'

export interface PageEdit {
  readonly document: EditedDocument
  readonly events: readonly PageEvent[]
  readonly marks: readonly Mark[]
  isRemoved(glyph: PlacedGlyph): boolean
  /** Layers that are removed. */
  readonly hiddenLayers: HiddenLayers | undefined
  /** A reference to the image without its marked part; undefined if nothing of it is marked. */
  repaint(event: ImageEvent, image: StreamObject): Promise<string | undefined>
}

export interface RewrittenContent {
  readonly content: string
  readonly isChanged: boolean
  /** Ids of marked content that lost something. */
  readonly touchedIds: ReadonlySet<number>
}

const maxFormDepth = 30
const showing: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])
export async function rewritePage(
  edit: PageEdit,
  content: string,
  resources: ResourceEditor,
): Promise<RewrittenContent> {
  const rewriter = new ContentRewriter(edit)
  const result = await rewriter.rewrite(
    content,
    resources,
    { matrix: identity, isFillUncut: false, isStrokeUncut: false, isHidden: false, clip: undefined },
    0,
  )
  if (!rewriter.isFinished) throw new UncertainContent('more was shown than the streams have')
  return { ...result, touchedIds: rewriter.touchedIds }
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
    start: DrawingState,
    depth: number,
  ): Promise<{ readonly content: string; readonly isChanged: boolean }> {
    if (depth > maxFormDepth) throw new UncertainContent('too many nested forms')
    const writer = new ContentWriter(start, this.#edit.marks, this.touchedIds)
    for (const operation of readOperations(content)) {
      writer.state = withColor(writer.state, operation, resources)
      const state = { ...writer.state, isHidden: writer.isHidden }
      const replaced = await this.#replacementOf(operation, resources, state, depth)
      const original = content.slice(operation.start, operation.end)
      if (replaced !== undefined) writer.replace(replaced)
      else if (operation.operator === 'BDC') {
        const properties = resources.find('Properties', nameOf(operation.operands[1]))
        const isLayer = nameOf(operation.operands[0]) === 'OC'
        writer.keep(
          operation,
          original,
          properties,
          isLayer && this.#edit.hiddenLayers?.has(properties) === true,
        )
      } else writer.keep(operation, original)
    }
    return writer.finish()
  }

  /** Nothing to change: undefined. */
  async #replacementOf(
    operation: ContentOperation,
    resources: ResourceEditor,
    state: DrawingState,
    depth: number,
  ): Promise<string | undefined> {
    const { operator, operands } = operation
    if (showing.has(operator)) return this.#show(operation, state)
    if (operator === 'sh') return this.#shade(resources.find('Shading', nameOf(operands[0])), state)
    if (operator === 'Do') {
      const name = await this.#drawObject(nameOf(operands[0]), resources, state, depth)
      return name && `${writeName(name)} Do`
    }
    if (operator === 'gs')
      await this.#checkSoftMask(resources.find('ExtGState', nameOf(operands[0])), resources, state, depth)
    if (operator === 'BI') throw new UncertainContent('inline image')
    return undefined
  }

  /** Nothing to change: undefined. */
  #show(
    { operator, operands }: ContentOperation,
    { isHidden, isFillUncut, isStrokeUncut }: DrawingState,
  ): string | undefined {
    const last = operands.at(-1)
    const items = last?.kind === 'array' ? last.items : last === undefined ? [] : [last]
    const glyphs = [...this.#take('show').glyphs]
    const removed = glyphs.map(glyph => isHidden || this.#edit.isRemoved(glyph))
    const parts = spacedText(items, glyphs, removed)
    if (!removed.includes(true)) return undefined
    if (isFillUncut || isStrokeUncut) throw new UncertainContent('marked text with a pattern')
    if (operator === "'") return `T*\n${parts.toString()}`
    if (operator === '"') {
      const [word = 0, character = 0] = numbersOf(operands)
      return `${writeNumber(word)} Tw\n${writeNumber(character)} Tc\nT*\n${parts.toString()}`
    }
    return parts.toString()
  }

  /** New name of a changed image or form; empty for one that is not drawn any more. */
  async #drawObject(
    name: string,
    resources: ResourceEditor,
    state: DrawingState,
    depth: number,
  ): Promise<string | undefined> {
    const object = resources.findStream('XObject', name)
    if (object === undefined) return undefined
    const { document, hiddenLayers } = this.#edit
    const kind = nameOf(document.resolve(object.dict['/Subtype']))
    const isHidden = state.isHidden || hiddenLayers?.has(document.dictionary(object.dict['/OC'])) === true
    if (kind === 'Image') {
      const event = this.#take('image')
      if (event.isMask && state.isFillUncut && this.#isMarked(event.matrix))
        throw new UncertainContent('marked fill pattern')
      if (isHidden) return ''
      const painted = await this.#edit.repaint(event, object)
      return painted && resources.add('XObject', painted)
    }
    // No reader shows what is for PostScript printers only.
    if (kind !== 'Form') return ''
    this.#take('form-begin')
    const inner = resources.ofForm(object)
    const { content, isChanged } = await this.rewrite(
      document.text(object),
      inner,
      { ...state, isHidden, matrix: multiply(state.matrix, matrixOf(document, object.dict)) },
      depth + 1,
    )
    this.#take('form-end')
    if (isHidden) return ''
    return isChanged ? resources.add('XObject', inner.writeForm(object, content)) : undefined
  }

  /** Paints all of the clipping path. Nothing to change: undefined. */
  #shade(shading: PdfDict | undefined, { isHidden, clip }: DrawingState): string | undefined {
    if (isHidden) return ''
    const shares = this.#edit.marks.map(({ frame }) => coveredShare(frame, clip))
    const share = Math.max(0, ...shares)
    if (share === 0) return undefined
    if (share > maxGradientShare || !isGradient(this.#edit.document, shading))
      throw new UncertainContent('marked shading')
    return undefined
  }

  /** pdf.js reads the form of a soft mask where the graphics state is set. A mask that loses something shows more. */
  async #checkSoftMask(
    graphicsState: PdfDict | undefined,
    resources: ResourceEditor,
    state: DrawingState,
    depth: number,
  ): Promise<void> {
    const { document } = this.#edit
    const mask = document.dictionary(graphicsState?.['/SMask'])
    if (mask === undefined) return
    const group = document.stream(mask['/G'])
    if (group === undefined) throw new UncertainContent('soft mask without a group')
    const start = {
      ...state,
      clip: undefined,
      matrix: multiply(state.matrix, matrixOf(document, group.dict)),
    }
    this.#take('form-begin')
    const { isChanged } = await this.rewrite(document.text(group), resources.ofForm(group), start, depth + 1)
    this.#take('form-end')
    if (isChanged) throw new UncertainContent('marked soft mask')
  }

  #isMarked(matrix: Matrix): boolean {
    return this.#edit.marks.some(({ frame }) => overlaps(frame, matrix))
  }
}

/** Gradients have the same colors beside a mark that covers less of them. */
const maxGradientShare = 0.5

/** Of the clip, by the boxes around both; more than nothing if there is no clip. */
function coveredShare(frame: Matrix, clip: Matrix | undefined): number {
  if (clip === undefined) return Number.MIN_VALUE
  if (!overlaps(frame, clip)) return 0
  const [one, other] = [boundsOfMark(frame), boundsOfMark(clip)]
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0])
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  return (width * height) / ((other[2] - other[0]) * (other[3] - other[1]))
}

/** Axial and radial shadings have one color for each line or circle. Meshes and functions of two variables are images. */
function isGradient(document: EditedDocument, shading: PdfDict | undefined): boolean {
  const type = document.resolve(shading?.['/ShadingType'])
  return type === 2 || type === 3
}

const fillColors: ReadonlySet<string> = new Set(['g', 'rg', 'k', 'cs', 'sc', 'scn'])
const strokeColors: ReadonlySet<string> = new Set(['G', 'RG', 'K', 'CS', 'SC', 'SCN'])

function withColor(
  state: DrawingState,
  { operator, operands }: ContentOperation,
  resources: ResourceEditor,
): DrawingState {
  const [isFill, isStroke] = [fillColors.has(operator), strokeColors.has(operator)]
  if (!isFill && !isStroke) return state
  const pattern = /^scn$/i.test(operator) ? resources.find('Pattern', nameOf(operands.at(-1))) : undefined
  const shading = resources.document.dictionary(pattern?.['/Shading'])
  const isUncut = pattern !== undefined && !isGradient(resources.document, shading)
  return isFill ? { ...state, isFillUncut: isUncut } : { ...state, isStrokeUncut: isUncut }
}

/** What is left of a shown string or array. */
function spacedText(
  items: readonly Operand[],
  glyphs: readonly PlacedGlyph[],
  removed: readonly boolean[],
): SpacedText {
  const parts = new SpacedText()
  let index = 0
  for (const item of items) {
    if (item.kind === 'number') parts.move(item.value)
    if (item.kind !== 'string') continue
    for (const bytes of codesOf(item.bytes, glyphs.slice(index))) {
      if (removed[index] === true) parts.move(glyphs[index]?.adjustment ?? 0)
      else parts.add(bytes)
      index++
    }
  }
  if (index !== glyphs.length) throw new UncertainContent('more characters were shown')
  return parts
}

function isKind<Kind extends PageEvent['kind']>(
  event: PageEvent,
  kind: Kind,
): event is Extract<PageEvent, { kind: Kind }> {
  return event.kind === kind
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
