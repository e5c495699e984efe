/**
 * Removes the parts of a path that are inside of marks: subpaths inside are dropped, lines end at the edge, and points of
 * curves inside are moved to the closest edge. A line that only crosses a mark, such as a border or a background, has no point inside and stays.
 */
import { type Matrix, multiply, transformPoint } from '../../pdf/read/matrix.ts'
import { writeNumber } from '../content-tokens.ts'
import { inverted, type Mark } from './mark.ts'

export interface PathSegment {
  readonly operator: string
  /** Coordinates in pairs; a rectangle has its position and its size. */
  readonly numbers: readonly number[]
}

type Point = readonly [number, number]

interface Step {
  readonly operator: string
  readonly points: readonly Point[]
}

/** In points, around a mark: outlines of letters reach a little over the box of a word. */
const tolerance = 0.5

/** The path without what is under the marks; undefined if nothing is. */
export function trimPath(
  segments: readonly PathSegment[],
  matrix: Matrix,
  marks: readonly Mark[],
  isFilled = false,
): string | undefined {
  const back = inverted(matrix)
  if (back === undefined) return undefined
  let isChanged = false
  let subpaths = subpathsOf(segments).map(steps => steps.map(step => placed(step, matrix)))
  for (const { frame } of marks) {
    const [inner, outer] = [inverted(frame), inverted(grown(frame))]
    if (inner === undefined || outer === undefined) continue
    const kept = subpaths.filter(
      steps => !steps.every(step => step.points.every(point => isIn(outer, point))),
    )
    if (kept.length < subpaths.length) isChanged = true
    subpaths = kept.map(steps => {
      if (!steps.some(step => step.points.some(point => isIn(inner, point)))) return steps
      isChanged = true
      return steps.some(({ operator }) => operator === 'c')
        ? steps.map(step => ({ ...step, points: step.points.map(point => movedOut(frame, inner, point)) }))
        : cutLines(steps, frame, inner, isFilled)
    })
  }
  if (!isChanged) return undefined
  return subpaths
    .flat()
    .map(({ operator, points }) =>
      [...points.flatMap(([x, y]) => transformPoint(back, x, y)).map(writeNumber), operator].join(' '),
    )
    .join('\n')
}

/** All as moves, lines and curves with three points. */
function subpathsOf(segments: readonly PathSegment[]): Step[][] {
  const subpaths: Step[][] = []
  let current: Point = [0, 0]
  const add = (operator: string, ...points: Point[]) => {
    if (operator === 'm' || subpaths.length === 0) subpaths.push([])
    subpaths.at(-1)?.push({ operator, points })
    current = points.at(-1) ?? current
  }
  for (const { operator, numbers } of segments) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
    if (operator === 're') {
      add('m', [a, b])
      add('l', [a + c, b])
      add('l', [a + c, b + d])
      add('l', [a, b + d])
      add('h')
    } else if (operator === 'c') add('c', [a, b], [c, d], [e, f])
    else if (operator === 'v') add('c', current, [a, b], [c, d])
    else if (operator === 'y') add('c', [a, b], [c, d], [c, d])
    else if (operator === 'h') add('h')
    else add(operator, [a, b])
  }
  return subpaths
}

function placed({ operator, points }: Step, matrix: Matrix): Step {
  return { operator, points: points.map(([x, y]) => transformPoint(matrix, x, y)) }
}

function grown(frame: Matrix): Matrix {
  const byX = tolerance / Math.max(0.01, Math.hypot(frame[0], frame[1]))
  const byY = tolerance / Math.max(0.01, Math.hypot(frame[2], frame[3]))
  return multiply(frame, [1 + 2 * byX, 0, 0, 1 + 2 * byY, -byX, -byY])
}

function isIn(inverse: Matrix, [x, y]: Point): boolean {
  const [along, across] = transformPoint(inverse, x, y)
  return along > 0 && along < 1 && across > 0 && across < 1
}

/** Lines keep their direction outside of the mark; inside, one line joins where they enter and leave. */
function cutLines(steps: readonly Step[], frame: Matrix, inverse: Matrix, isFilled: boolean): Step[] {
  const points = steps.flatMap(step => step.points)
  const isClosed = steps.some(({ operator }) => operator === 'h')
  const cut = points.flatMap((point, index) => {
    if (!isIn(inverse, point)) return [point]
    // Filling closes a path.
    const isRound = isClosed || isFilled
    const before = points[index - 1] ?? (isRound ? points.at(-1) : undefined)
    const after = points[index + 1] ?? (isRound ? points[0] : undefined)
    return [before, after].flatMap(neighbor =>
      neighbor === undefined || isIn(inverse, neighbor) ? [] : [edgePoint(frame, inverse, point, neighbor)],
    )
  })
  const lines = cut.map((point, index): Step => ({ operator: index === 0 ? 'm' : 'l', points: [point] }))
  return isClosed ? [...lines, { operator: 'h', points: [] }] : lines
}

/** Where the line from a point inside to one outside crosses the edge. */
function edgePoint(frame: Matrix, inverse: Matrix, inside: Point, outside: Point): Point {
  const [from, to] = [transformPoint(inverse, ...inside), transformPoint(inverse, ...outside)]
  const shares = [0, 1].map(axis => {
    const [start, end] = [from[axis] ?? 0, to[axis] ?? 0]
    if (end >= 1) return (1 - start) / (end - start)
    return end <= 0 ? start / (start - end) : 1
  })
  const share = Math.min(...shares)
  return transformPoint(frame, from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]))
}

function movedOut(frame: Matrix, inverse: Matrix, point: Point): Point {
  if (!isIn(inverse, point)) return point
  const [along, across] = transformPoint(inverse, ...point)
  const width = Math.hypot(frame[0], frame[1])
  const height = Math.hypot(frame[2], frame[3])
  const exits = [
    { distance: along * width, to: [0, across] },
    { distance: (1 - along) * width, to: [1, across] },
    { distance: across * height, to: [along, 0] },
    { distance: (1 - across) * height, to: [along, 1] },
  ] as const
  const [x, y] = exits.reduce((best, exit) => (exit.distance < best.distance ? exit : best)).to
  return transformPoint(frame, x, y)
}
