/** Lines drawn by a pointer as a smooth SVG path: quadratic curves through the middle of each two points. */

export interface StrokePoint {
  readonly x: number
  readonly y: number
}

export type Stroke = readonly StrokePoint[]

/** Closer points are noise of the pointer. */
const minDistance = 2

const write = (value: number) => String(Math.round(value * 10) / 10)
const pair = ({ x, y }: StrokePoint) => `${write(x)} ${write(y)}`
const middle = (one: StrokePoint, other: StrokePoint) => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
})

/** The same stroke if the point is too close to its end. */
export function withPoint(stroke: Stroke, point: StrokePoint): Stroke {
  const last = stroke.at(-1)
  return last && Math.hypot(point.x - last.x, point.y - last.y) < minDistance ? stroke : [...stroke, point]
}

export function strokePath(stroke: Stroke): string {
  const [first, ...others] = stroke
  const last = stroke.at(-1)
  if (!first || !last) return ''
  // A dot: a line without length has round ends.
  if (others.length === 0) return `M ${pair(first)} l 0.1 0`
  const curves = others.slice(0, -1).map((point, index) => {
    const next = others[index + 1] ?? point
    return `Q ${pair(point)} ${pair(middle(point, next))}`
  })
  return [`M ${pair(first)}`, ...curves, `L ${pair(last)}`].join(' ')
}

export interface DrawnLines {
  readonly path: string
  readonly width: number
  readonly height: number
}

/** All strokes in a box that encloses them with half a stroke around; undefined without any. */
export function drawnLines(strokes: readonly Stroke[], strokeWidth: number): DrawnLines | undefined {
  const points = strokes.flat()
  if (points.length === 0) return undefined
  const left = Math.min(...points.map(({ x }) => x)) - strokeWidth
  const top = Math.min(...points.map(({ y }) => y)) - strokeWidth
  const right = Math.max(...points.map(({ x }) => x)) + strokeWidth
  const bottom = Math.max(...points.map(({ y }) => y)) + strokeWidth
  const moved = strokes.map(stroke => stroke.map(({ x, y }) => ({ x: x - left, y: y - top })))
  return { path: moved.map(strokePath).join(' '), width: right - left, height: bottom - top }
}
