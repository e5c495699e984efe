/** Shadings along a line or between circles become gradients of SVG; of the others the mean color is used. */
import { PsError } from '../language/errors.ts'
import type { Interpreter } from '../language/interpreter.ts'
import { isNumber, numberValue, PsArray, type PsDict, type PsObject } from '../language/objects.ts'
import { type Rgb, toHex } from './color.ts'
import { type ColorSpace, readColorSpace } from './color-spaces.ts'
import { readFunction } from './functions.ts'
import type { Graphics } from './graphics.ts'
import { multiplyMatrices, type PsMatrix } from './matrix.ts'
import { formatMatrix } from './path.ts'
import { type Paint, unitsPerPoint } from './state.ts'

const stops = 32
const kinds = { axial: 2, radial: 3 } as const

function numbers(object: PsObject | undefined): number[] {
  return object instanceof PsArray ? object.toList().filter(isNumber).map(numberValue) : []
}

/** Fills the clipped area. */
export function fillShading(ps: Interpreter, graphics: Graphics): void {
  const shading = ps.popDict()
  const { state } = graphics
  graphics.isolated(() => {
    const box = numbers(shading.get('BBox'))
    const [left = 0, bottom = 0, right = 0, top = 0] = box
    if (box.length === 4) {
      const path = graphics.boxPath({ left, bottom, right, top }).transformed(state.matrix)
      graphics.clipTo(path, 'nonzero')
    }
    graphics.state.paint = shadingPaint(ps, graphics, shading, state.matrix)
    graphics.paintPath(graphics.boxPath(graphics.clipBox), 'nonzero')
  })
}

export function shadingPaint(ps: Interpreter, graphics: Graphics, shading: PsDict, matrix: PsMatrix): Paint {
  const kind = shading.get('ShadingType')
  const space = readColorSpace(ps, shading.get('ColorSpace') ?? null)
  if (kind !== kinds.axial && kind !== kinds.radial) {
    graphics.warnings.add('shading')
    return { kind: 'color', color: meanColor(ps, shading, space) }
  }
  const colors = stopColors(ps, shading, space)
  const coordinates = numbers(shading.get('Coords')).map(value =>
    String(Number((value * unitsPerPoint).toPrecision(8))),
  )
  const needed = kind === kinds.axial ? 4 : 6
  if (coordinates.length < needed) throw new PsError('rangecheck')
  const [x1, y1, third, fourth, fifth, sixth] = coordinates
  const transform = formatMatrix(multiplyMatrices([1 / unitsPerPoint, 0, 0, 1 / unitsPerPoint, 0, 0], matrix))
  const common = `gradientUnits="userSpaceOnUse" gradientTransform="${transform}"`
  const content = stopElements(colors, shading)
  const id = graphics.drawing.define('g', own =>
    kind === kinds.axial
      ? `<linearGradient id="${own}" ${common} x1="${x1}" y1="${y1}" x2="${third}" y2="${fourth}">${content}</linearGradient>`
      : `<radialGradient id="${own}" ${common} fx="${x1}" fy="${y1}" fr="${third}" cx="${fourth}" cy="${fifth}" r="${sixth}">${content}</radialGradient>`,
  )
  return { kind: 'pattern', id, color: colors[stops >> 1] ?? [0.5, 0.5, 0.5] }
}

function stopColors(ps: Interpreter, shading: PsDict, space: ColorSpace): Rgb[] {
  const compute = readFunction(ps, shading.get('Function'))
  const [from = 0, to = 1] = numbers(shading.get('Domain'))
  return Array.from({ length: stops + 1 }, (_, at) =>
    space.toRgb(compute([from + ((to - from) * at) / stops])),
  )
}

function stopElements(colors: readonly Rgb[], shading: PsDict): string {
  const extend = shading.get('Extend')
  const isExtended = (at: number) => extend instanceof PsArray && extend.at(at) === true
  const inner = colors.map(
    (color, at) => `<stop offset="${Number((at / stops).toFixed(4))}" stop-color="${toHex(color)}"/>`,
  )
  const clear = (offset: number) => `<stop offset="${offset}" stop-color="#ffffff" stop-opacity="0"/>`
  return [...(isExtended(0) ? [] : [clear(0)]), ...inner, ...(isExtended(1) ? [] : [clear(1)])].join('')
}

/** Of the function, if there is one. */
function meanColor(ps: Interpreter, shading: PsDict, space: ColorSpace): Rgb {
  if (shading.get('Function') === undefined) return [0.5, 0.5, 0.5]
  try {
    const domain = numbers(shading.get('Domain'))
    const middle = [0, 2]
      .slice(0, Math.max(1, domain.length / 2))
      .map(at => ((domain[at] ?? 0) + (domain[at + 1] ?? 1)) / 2)
    return space.toRgb(readFunction(ps, shading.get('Function'))(middle))
  } catch (error) {
    if (error instanceof PsError) return [0.5, 0.5, 0.5]
    throw error
  }
}
