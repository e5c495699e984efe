/** Paints paths into the drawing: fills, strokes and clips of the current graphics state. */
import { type Limits, PsError } from '../language/errors.ts'
import { toHex } from './color.ts'
import { SvgDrawing } from './drawing.ts'
import { invertMatrix, isUniform, meanScale, multiplyMatrices } from './matrix.ts'
import { type BoundingBox, formatMatrix, formatNumber, Path, toSvgPath } from './path.ts'
import { type ClipArea, type Paint, PsGraphicsState, unitsPerPoint } from './state.ts'

const maxClipDepth = 64
const maxStates = 1000
/** In points: no line is thinner than what a device shows. */
const hairline = 0.25
/** In points. */
const maxLine = 1e5

export type FillRule = 'nonzero' | 'evenodd'

export interface PageSize {
  readonly width: number
  readonly height: number
}

/** A page as it was shown, in device units with the y axis upwards. */
export interface ShownPage {
  readonly definitions: string
  readonly content: string
  readonly size: PageSize | undefined
}

export interface JpegImage {
  readonly file: Uint8Array
  readonly components: number
  readonly isInverted: boolean
  /** Viewers of SVG show it as it is. */
  readonly isPlain: boolean
}

export class Graphics {
  readonly limits: Limits
  readonly drawing: SvgDrawing
  readonly pages: ShownPage[] = []
  readonly warnings = new Set<string>()
  /** Images that are decoded when the program has ended. */
  readonly jpegs: JpegImage[] = []
  state: PsGraphicsState
  readonly states: { readonly state: PsGraphicsState; readonly isSave: boolean }[] = []
  /** Given by `setpagedevice`. */
  pageSize: PageSize | undefined
  /** Nothing is painted while a width is measured. */
  isMeasuring = false

  constructor(limits: Limits) {
    this.limits = limits
    this.drawing = new SvgDrawing(limits.maxOutputCharacters)
    this.state = new PsGraphicsState(limits.maxSegments)
  }

  gsave(isSave = false): void {
    if (this.states.length >= maxStates) throw new PsError('limitcheck')
    this.states.push({ state: this.state, isSave })
    this.state = this.state.clone(this.limits.maxSegments)
  }

  /** Not below the state of a `save`. */
  grestore(): void {
    const top = this.states.at(-1)
    if (top === undefined) return
    if (!top.isSave) this.states.pop()
    this.state = top.isSave ? top.state.clone(this.limits.maxSegments) : top.state
  }

  grestoreAll(depth = 0): void {
    while (this.states.length > depth) {
      const top = this.states.pop()
      if (top) this.state = top.state
    }
  }

  /** Runs with a saved state. */
  isolated(work: () => void): void {
    const depth = this.states.length
    this.gsave()
    try {
      work()
    } finally {
      this.grestoreAll(depth)
    }
  }

  get isPainting(): boolean {
    return !this.isMeasuring && this.state.clip?.kind !== 'empty'
  }

  paintPath(path: Path, rule: FillRule): void {
    if (path.isEmpty || !this.isPainting) return
    const { paint } = this.state
    if (paint.kind === 'none') return
    const ruleOf = rule === 'evenodd' ? ' fill-rule="evenodd"' : ''
    this.add(`<path d="${toSvgPath(path)}" fill="${svgValue(paint)}"${ruleOf}/>`)
  }

  strokePath(path: Path, matrix = this.state.matrix): void {
    if (path.isEmpty || !this.isPainting) return
    const { paint } = this.state
    if (paint.kind === 'none') return
    if (isUniform(matrix)) {
      this.add(
        `<path d="${toSvgPath(path)}" fill="none" ${this.strokeAttributes(paint, meanScale(matrix))}/>`,
      )
      return
    }
    // A pen that is not round: the line is drawn in the coordinates of the user.
    const scale = meanScale(matrix)
    if (scale < 1e-6) return
    const user = path.transformed(
      multiplyMatrices(invertMatrix(matrix), [unitsPerPoint, 0, 0, unitsPerPoint, 0, 0]),
    )
    const back = multiplyMatrices([1 / unitsPerPoint, 0, 0, 1 / unitsPerPoint, 0, 0], matrix)
    const attributes = this.strokeAttributes(paint, unitsPerPoint, scale / unitsPerPoint)
    this.add(`<path d="${toSvgPath(user)}" transform="${formatMatrix(back)}" fill="none" ${attributes}/>`)
  }

  private strokeAttributes(paint: Paint, scale: number, outerScale = 1): string {
    const { width, cap, join, miter, dash, dashOffset } = this.state.stroke
    const least = (hairline * unitsPerPoint) / outerScale
    const shown = Math.max(least, Math.min(width * scale, maxLine * unitsPerPoint))
    const parts = [`stroke="${svgValue(paint)}"`, `stroke-width="${preciseNumber(shown)}"`]
    if (cap > 0) parts.push(`stroke-linecap="${cap === 1 ? 'round' : 'square'}"`)
    if (join > 0) parts.push(`stroke-linejoin="${join === 1 ? 'round' : 'bevel'}"`)
    else parts.push(`stroke-miterlimit="${formatNumber(miter)}"`)
    const lengths = dash.map(length => length * scale)
    if (lengths.some(length => length > 0.01)) {
      parts.push(`stroke-dasharray="${lengths.map(preciseNumber).join(' ')}"`)
      if (dashOffset !== 0) parts.push(`stroke-dashoffset="${preciseNumber(dashOffset * scale)}"`)
    }
    return parts.join(' ')
  }

  countOutput(characters: number): void {
    this.drawing.count(characters)
  }

  add(element: string): void {
    this.drawing.paint(element, this.state.clip)
  }

  clipTo(path: Path, rule: FillRule): void {
    this.state.clip = this.clipWithin(this.state.clip, path, rule)
  }

  private clipWithin(outer: ClipArea | undefined, path: Path, rule: FillRule): ClipArea {
    if (outer?.kind === 'empty') return outer
    const given = path.box
    if (given === undefined) return { kind: 'empty' }
    const box = outer ? intersect(outer.box, given) : given
    if (box === undefined) return { kind: 'empty' }
    const rectangle = path.rectangle
    const outerId = outer?.kind === 'path' ? outer.id : undefined
    if (rectangle && outerId === undefined) {
      const id = this.drawing.define(
        'c',
        own => `<clipPath id="${own}"><path d="${boxPath(box)}"/></clipPath>`,
      )
      return { kind: 'box', box, id }
    }
    const depth = outer?.kind === 'path' ? outer.depth + 1 : outer ? 2 : 1
    if (depth > maxClipDepth) throw new PsError('limitcheck')
    const within = outer ? ` clip-path="url(#${outer.id})"` : ''
    const ruleOf = rule === 'evenodd' ? ' clip-rule="evenodd"' : ''
    const id = this.drawing.define(
      'c',
      own => `<clipPath id="${own}"${within}><path d="${toSvgPath(path)}"${ruleOf}/></clipPath>`,
    )
    return { kind: 'path', id, depth, box }
  }

  /** Device units; without a clip a large page. */
  get clipBox(): BoundingBox {
    const { clip } = this.state
    if (clip?.kind === 'empty') return { left: 0, bottom: 0, right: 0, top: 0 }
    const size = this.pageSize ?? { width: 612, height: 792 }
    return (
      clip?.box ?? { left: 0, bottom: 0, right: size.width * unitsPerPoint, top: size.height * unitsPerPoint }
    )
  }

  boxPath(box: BoundingBox): Path {
    const path = new Path(this.limits.maxSegments)
    path.moveTo(box.left, box.bottom)
    path.lineTo(box.right, box.bottom)
    path.lineTo(box.right, box.top)
    path.lineTo(box.left, box.top)
    path.closePath()
    return path
  }

  showPage(): void {
    if (this.pages.length >= this.limits.maxPages) throw new PsError('limitcheck')
    const { definitions, content } = this.drawing.take()
    this.pages.push({ definitions, content, size: this.pageSize })
  }

  /** What `showpage` does to the state. */
  initGraphics(): void {
    const { font, kept } = this.state
    this.state = new PsGraphicsState(this.limits.maxSegments)
    this.state.font = font
    this.state.kept = kept
  }
}

export function svgValue(paint: Paint): string {
  return paint.kind === 'pattern' ? `url(#${paint.id})` : toHex(paint.color)
}

function preciseNumber(value: number): string {
  return String(Number(value.toPrecision(5)))
}

function intersect(one: BoundingBox, other: BoundingBox): BoundingBox | undefined {
  const box = {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  }
  return box.left >= box.right || box.bottom >= box.top ? undefined : box
}

function boxPath({ left, bottom, right, top }: BoundingBox): string {
  const [l, b, r, t] = [left, bottom, right, top].map(formatNumber)
  return `M${l} ${b}L${r} ${b}L${r} ${t}L${l} ${t}Z`
}
