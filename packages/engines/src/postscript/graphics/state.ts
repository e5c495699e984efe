/** Graphics state: what `gsave` keeps. */
import { PsError } from '../language/errors.ts'
import type { PsDict, PsObject } from '../language/objects.ts'
import { black, type Rgb } from './color.ts'
import type { ColorSpace } from './color-spaces.ts'
import { deviceGray } from './color-spaces.ts'
import { invertMatrix, type PsMatrix } from './matrix.ts'
import { type BoundingBox, Path } from './path.ts'

/** Device units per point: coarse enough for short numbers, fine enough for programs that round to device pixels. */
export const unitsPerPoint = 10
export const initialMatrix: PsMatrix = [unitsPerPoint, 0, 0, unitsPerPoint, 0, 0]

export type Paint =
  | { readonly kind: 'color'; readonly color: Rgb }
  /** `id` is that of an SVG pattern or gradient; `color` stands for it in images. */
  | { readonly kind: 'pattern'; readonly id: string; readonly color: Rgb }
  | { readonly kind: 'none'; readonly color: Rgb }

/** Nested areas; a rectangle is cut with the one around it. */
export type ClipArea =
  | { readonly kind: 'empty' }
  | { readonly kind: 'box'; readonly box: BoundingBox; readonly id: string }
  | { readonly kind: 'path'; readonly id: string; readonly depth: number; readonly box: BoundingBox }

export interface StrokeStyle {
  width: number
  cap: number
  join: number
  miter: number
  dash: readonly number[]
  dashOffset: number
}

export class PsGraphicsState {
  matrix: PsMatrix = initialMatrix
  path: Path
  /** Else it is shared with a saved state. */
  ownsPath = true
  clip: ClipArea | undefined
  colorSpace: ColorSpace = deviceGray
  /** As given to `setcolor`. */
  components: readonly number[] = [0]
  pattern: PsDict | undefined
  paint: Paint = { kind: 'color', color: black }
  stroke: StrokeStyle = { width: 1, cap: 0, join: 0, miter: 10, dash: [], dashOffset: 0 }
  flatness = 1
  font: PsDict | undefined
  /** Objects that programs set and read again: screens, transfer functions. */
  kept = new Map<string, PsObject>()

  constructor(maxSegments: number) {
    this.path = new Path(maxSegments)
  }

  clone(maxSegments: number): PsGraphicsState {
    const copy = new PsGraphicsState(maxSegments)
    this.ownsPath = false
    Object.assign(copy, this, { stroke: { ...this.stroke } })
    return copy
  }

  /** The path, no longer shared. */
  get ownPath(): Path {
    if (!this.ownsPath) {
      this.path = this.path.clone()
      this.ownsPath = true
    }
    return this.path
  }

  newPath(maxSegments: number): void {
    this.path = new Path(maxSegments)
    this.ownsPath = true
  }

  get inverse(): PsMatrix {
    return invertMatrix(this.matrix)
  }

  /** The current point in device coordinates. */
  get point(): readonly [number, number] {
    const point = this.path.current
    if (point === undefined) throw new PsError('nocurrentpoint')
    return point
  }
}
