/** Paths in device coordinates. */
import { PsError } from '../language/errors.ts'
import { apply, type PointPair, type PsMatrix } from './matrix.ts'

export const [moveCode, lineCode, curveCode] = [0, 1, 2] as const
const closeCode = 3
const pointsOf = [1, 1, 3, 0] as const

export interface BoundingBox {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

export class Path {
  codes: number[] = []
  numbers: number[] = []
  private startX = 0
  private startY = 0
  private readonly maxSegments: number

  constructor(maxSegments: number) {
    this.maxSegments = maxSegments
  }

  get isEmpty(): boolean {
    return this.codes.length === 0
  }

  clone(): Path {
    const copy = new Path(this.maxSegments)
    copy.codes = this.codes.slice()
    copy.numbers = this.numbers.slice()
    copy.startX = this.startX
    copy.startY = this.startY
    return copy
  }

  get current(): PointPair | undefined {
    if (this.isEmpty) return undefined
    if (this.codes.at(-1) === closeCode) return [this.startX, this.startY]
    return [this.numbers.at(-2) ?? 0, this.numbers.at(-1) ?? 0]
  }

  moveTo(x: number, y: number): void {
    if (this.codes.at(-1) === moveCode) {
      this.numbers.length -= 2
      this.codes.pop()
    }
    this.add(moveCode, x, y)
    this.startX = x
    this.startY = y
  }

  lineTo(x: number, y: number): void {
    this.begin()
    this.add(lineCode, x, y)
  }

  curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.begin()
    this.add(curveCode, x1, y1, x2, y2, x, y)
  }

  closePath(): void {
    if (!this.isEmpty && this.codes.at(-1) !== closeCode) this.codes.push(closeCode)
  }

  /** A line after a closed subpath starts where that one started. */
  private begin(): void {
    if (this.isEmpty) throw new PsError('nocurrentpoint')
    if (this.codes.at(-1) === closeCode) this.add(moveCode, this.startX, this.startY)
  }

  private add(code: number, ...numbers: number[]): void {
    if (this.codes.length >= this.maxSegments) throw new PsError('limitcheck')
    if (!numbers.every(Number.isFinite)) throw new PsError('undefinedresult')
    this.codes.push(code)
    for (const number of numbers) this.numbers.push(number)
  }

  forEach(visit: (code: number, numbers: readonly number[]) => void): void {
    let at = 0
    for (const code of this.codes) {
      const count = 2 * (pointsOf[code as 0] ?? 0)
      visit(code, this.numbers.slice(at, at + count))
      at += count
    }
  }

  /** Appends another path, transformed. */
  append(other: Path, matrix: PsMatrix): void {
    other.forEach((code, numbers) => {
      const moved = transformNumbers(numbers, matrix)
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = 0, y = 0] = moved
      if (code === moveCode) this.moveTo(x1, y1)
      else if (code === lineCode) this.lineTo(x1, y1)
      else if (code === curveCode) this.curveTo(x1, y1, x2, y2, x, y)
      else this.closePath()
    })
  }

  transformed(matrix: PsMatrix): Path {
    const result = new Path(this.maxSegments)
    result.append(this, matrix)
    return result
  }

  get box(): BoundingBox | undefined {
    if (this.numbers.length === 0) return undefined
    let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let at = 0; at < this.numbers.length; at += 2) {
      const [x, y] = [this.numbers[at] as number, this.numbers[at + 1] as number]
      left = Math.min(left, x)
      right = Math.max(right, x)
      bottom = Math.min(bottom, y)
      top = Math.max(top, y)
    }
    return { left, bottom, right, top }
  }

  /** Undefined unless the path is one rectangle along the axes. */
  get rectangle(): BoundingBox | undefined {
    const { codes, numbers, box } = this
    const corners = codes.filter(code => code === lineCode).length + 1
    const isShape =
      codes[0] === moveCode && codes.slice(1).every(code => code === lineCode || code === closeCode)
    if (!isShape || box === undefined || corners < 4 || corners > 5 || numbers.length !== 2 * corners)
      return undefined
    if (
      corners === 5 &&
      (Math.abs((numbers[0] ?? 0) - (numbers[8] ?? 0)) > 0.01 ||
        Math.abs((numbers[1] ?? 0) - (numbers[9] ?? 0)) > 0.01)
    )
      return undefined
    for (let at = 0; at < 8; at += 2) {
      const [x, y] = [numbers[at] as number, numbers[at + 1] as number]
      const [nextX, nextY] = [numbers[(at + 2) % 8] as number, numbers[(at + 3) % 8] as number]
      if (Math.abs(x - nextX) > 0.01 && Math.abs(y - nextY) > 0.01) return undefined
      const isCorner =
        (Math.abs(x - box.left) < 0.01 || Math.abs(x - box.right) < 0.01) &&
        (Math.abs(y - box.bottom) < 0.01 || Math.abs(y - box.top) < 0.01)
      if (!isCorner) return undefined
    }
    return box
  }
}

function transformNumbers(numbers: readonly number[], matrix: PsMatrix): number[] {
  const moved: number[] = []
  for (let at = 0; at < numbers.length; at += 2)
    moved.push(...apply(matrix, numbers[at] ?? 0, numbers[at + 1] ?? 0))
  return moved
}

const radians = Math.PI / 180

/** Points of Bézier curves on a circle: [start, [control, control, end] ...]. Angles in degrees. */
export function arcCurves(
  x: number,
  y: number,
  radius: number,
  from: number,
  to: number,
): { readonly start: PointPair; readonly curves: readonly (readonly number[])[] } {
  const sweep = to - from
  const parts = Math.max(1, Math.ceil(Math.abs(sweep) / 90 - 1e-9))
  const step = (sweep / parts) * radians
  const handle = (4 / 3) * Math.tan(step / 4)
  const curves: number[][] = []
  for (let part = 0; part < parts && sweep !== 0; part++) {
    const [begin, end] = [from * radians + part * step, from * radians + (part + 1) * step]
    const [cosB, sinB, cosE, sinE] = [Math.cos(begin), Math.sin(begin), Math.cos(end), Math.sin(end)]
    curves.push([
      x + radius * (cosB - handle * sinB),
      y + radius * (sinB + handle * cosB),
      x + radius * (cosE + handle * sinE),
      y + radius * (sinE - handle * cosE),
      x + radius * cosE,
      y + radius * sinE,
    ])
  }
  return { start: [x + radius * Math.cos(from * radians), y + radius * Math.sin(from * radians)], curves }
}

const curveSteps = 12

/** Curves become short lines. */
export function flattenCurves(path: Path, maxSegments: number): Path {
  const result = new Path(maxSegments)
  let [fromX, fromY] = [0, 0]
  path.forEach((code, [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0]) => {
    if (code === closeCode) {
      result.closePath()
      return
    }
    if (code === moveCode) result.moveTo(x1, y1)
    else if (code === lineCode) result.lineTo(x1, y1)
    else {
      for (let step = 1; step <= curveSteps; step++) {
        const t = step / curveSteps
        const s = 1 - t
        const at = (p0: number, p1: number, p2: number, p3: number) =>
          s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
        result.lineTo(at(fromX, x1, x2, x3), at(fromY, y1, y2, y3))
      }
    }
    ;[fromX, fromY] = code === curveCode ? [x3, y3] : [x1, y1]
  })
  return result
}

export function reversed(path: Path, maxSegments: number): Path {
  const result = new Path(maxSegments)
  let points: number[][] = []
  const flush = (isClosed: boolean) => {
    const backwards = points.flatMap(([...numbers]) => pairsOf(numbers)).reverse()
    const codes = points.slice(1).map(numbers => numbers.length)
    const first = backwards.shift()
    if (first) result.moveTo(first[0], first[1])
    for (const length of codes.reverse()) {
      const taken = backwards.splice(0, length / 2).flat()
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = 0, y = 0] = taken
      if (length === 6) result.curveTo(x1, y1, x2, y2, x, y)
      else result.lineTo(x1, y1)
    }
    if (isClosed) result.closePath()
    points = []
  }
  path.forEach((code, numbers) => {
    if (code === moveCode && points.length > 0) flush(false)
    if (code === closeCode) flush(true)
    else points.push([...numbers])
  })
  if (points.length > 0) flush(false)
  return result
}

function pairsOf(numbers: readonly number[]): PointPair[] {
  return Array.from(
    { length: numbers.length / 2 },
    (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0] as const,
  )
}

/** As the `d` of an SVG path. */
export function toSvgPath(path: Path): string {
  const parts: string[] = []
  path.forEach((code, numbers) => {
    if (code === closeCode) parts.push('Z')
    else
      parts.push(
        (code === moveCode ? 'M' : code === lineCode ? 'L' : 'C') + numbers.map(formatNumber).join(' '),
      )
  })
  return parts.join('')
}

const farAway = 1e7

export function formatNumber(value: number): string {
  const near = Math.max(-farAway, Math.min(farAway, value))
  return String(Math.round(near * 100) / 100 || 0)
}

/** Of a matrix, whose small numbers decide about large distances. */
export function formatMatrix(matrix: PsMatrix): string {
  return `matrix(${matrix.map(value => String(Number(value.toPrecision(8)) || 0)).join(' ')})`
}
