/** Patterns: a cell that repeats, and shadings, as patterns and gradients of SVG. */
import { PsError } from '../language/errors.ts'
import type { Interpreter } from '../language/interpreter.ts'
import { isNumber, numberValue, PsArray, PsDict, type PsObject, PsOpaque } from '../language/objects.ts'
import { matrixFrom } from '../operators/paths.ts'
import { grayColor, type Rgb } from './color.ts'
import type { Graphics } from './graphics.ts'
import { multiplyMatrices, type PsMatrix } from './matrix.ts'
import { formatMatrix, formatNumber } from './path.ts'
import { shadingPaint } from './shadings.ts'
import { type Paint, unitsPerPoint } from './state.ts'

const maxDepth = 4
let depth = 0

class MadePattern extends PsOpaque {
  readonly matrix: PsMatrix
  constructor(matrix: PsMatrix) {
    super('patterntype')
    this.matrix = matrix
  }
}

export function numberAt(dict: PsDict, key: string): number | undefined {
  const value = dict.get(key)
  return isNumber(value) ? numberValue(value) : undefined
}

export function numbersAt(dict: PsDict, key: string): number[] | undefined {
  const value = dict.get(key)
  return value instanceof PsArray ? value.toList().filter(isNumber).map(numberValue) : undefined
}

/** A copy of the dictionary that remembers the coordinates in which it was made. */
export function makePattern(ps: Interpreter, graphics: Graphics): void {
  const matrix = matrixFrom(ps.pop())
  const dict = ps.popDict()
  const made = ps.newDict(dict.map.size + 1)
  for (const [key, value] of dict.map) ps.put(made, key, value)
  ps.put(made, 'Implementation', new MadePattern(multiplyMatrices(matrix, graphics.state.matrix)))
  ps.push(made)
}

export function patternPaint(
  ps: Interpreter,
  graphics: Graphics,
  pattern: PsDict,
  components: readonly number[],
): Paint {
  const made = pattern.get('Implementation')
  const { matrix } = made instanceof MadePattern ? made : graphics.state
  if (pattern.get('PatternType') === 2) {
    const shading = pattern.get('Shading')
    if (!(shading instanceof PsDict)) throw new PsError('typecheck')
    return shadingPaint(ps, graphics, shading, matrix)
  }
  const color = graphics.state.colorSpace.base?.toRgb(components)
  return tilingPaint(ps, graphics, pattern, matrix, color)
}

function tilingPaint(
  ps: Interpreter,
  graphics: Graphics,
  pattern: PsDict,
  matrix: PsMatrix,
  color: Rgb | undefined,
): Paint {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersAt(pattern, 'BBox') ?? []
  const [stepX, stepY] = [
    numberAt(pattern, 'XStep') ?? right - left,
    numberAt(pattern, 'YStep') ?? top - bottom,
  ]
  const procedure = pattern.get('PaintProc')
  if (!(procedure instanceof PsArray) || stepX === 0 || stepY === 0) throw new PsError('rangecheck')
  if (depth >= maxDepth) throw new PsError('limitcheck')
  const isUncolored = pattern.get('PaintType') === 2
  depth++
  try {
    const content = graphics.drawing.inside(() =>
      graphics.isolated(() => {
        const { state } = graphics
        graphics.initGraphics()
        graphics.state.font = state.font
        // Cells are drawn in their own coordinates.
        graphics.state.matrix = [unitsPerPoint, 0, 0, unitsPerPoint, 0, 0]
        if (isUncolored && color) graphics.state.paint = { kind: 'color', color }
        ps.push(pattern as PsObject)
        ps.runProcedure(procedure)
      }),
    )
    const [width, height] = [Math.abs(stepX), Math.abs(stepY)].map(value =>
      formatNumber(value * unitsPerPoint),
    )
    const [x, y] = [left, bottom].map(value => formatNumber(value * unitsPerPoint))
    const transform = multiplyMatrices([1 / unitsPerPoint, 0, 0, 1 / unitsPerPoint, 0, 0], matrix)
    const id = graphics.drawing.define(
      'p',
      own =>
        `<pattern id="${own}" patternUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}" ` +
        `viewBox="${x} ${y} ${width} ${height}" ` +
        `patternTransform="${formatMatrix(transform)}">${content}</pattern>`,
    )
    return { kind: 'pattern', id, color: color ?? grayColor(0.5) }
  } finally {
    depth--
  }
}
