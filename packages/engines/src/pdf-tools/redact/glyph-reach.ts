/** What the drawing of a Type 3 glyph may paint: fonts can say anything of its box. */
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { DrawnGlyph } from '../../pdf/read/font-style.ts'
import { identity, isMatrix, type Matrix, multiply } from '../../pdf/read/matrix.ts'
import { boundsOfMark, rectangle } from './mark.ts'

type Bounds = readonly [left: number, bottom: number, right: number, top: number]

/** More than any page. */
const far = 1e7
const everywhere: Bounds = [-far, -far, far, far]

const harmless: ReadonlySet<number> = new Set([
  ...[OPS.setCharWidth, OPS.setCharWidthAndBounds, OPS.dependency, OPS.setDash, OPS.setLineCap],
  ...[OPS.setLineJoin, OPS.setMiterLimit, OPS.setFlatness, OPS.setRenderingIntent, OPS.endPath],
  ...[OPS.clip, OPS.eoClip, OPS.beginMarkedContent, OPS.beginMarkedContentProps, OPS.endMarkedContent],
  ...[OPS.setFillGray, OPS.setFillRGBColor, OPS.setFillCMYKColor, OPS.setFillColor, OPS.setFillColorSpace],
  ...[OPS.setStrokeGray, OPS.setStrokeRGBColor, OPS.setStrokeCMYKColor, OPS.setStrokeColor],
  ...[OPS.setStrokeColorSpace, OPS.setGState, OPS.beginText, OPS.endText, OPS.setFont],
])
const images: ReadonlySet<number> = new Set([
  ...[OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject],
  OPS.paintSolidColorImageMask,
])

const strokes: ReadonlySet<number> = new Set([
  ...[OPS.stroke, OPS.closeStroke, OPS.fillStroke, OPS.eoFillStroke],
  ...[OPS.closeFillStroke, OPS.closeEOFillStroke],
])

/** In the coordinates of the glyph; undefined if it paints nothing. Everywhere if that is not certain. */
export function glyphReach({ fnArray, argsArray }: DrawnGlyph): Matrix | undefined {
  const pen = new Pen()
  for (const [index, operator] of fnArray.entries()) pen.draw(operator, Array.from(argsArray[index] ?? []))
  return pen.bounds && rectangle(...pen.bounds)
}

interface PenState {
  readonly matrix: Matrix
  readonly lineWidth: number
}

class Pen {
  bounds: Bounds | undefined
  #state: PenState = { matrix: identity, lineWidth: 1 }
  readonly #stack: PenState[] = []

  draw(operator: number, args: readonly unknown[]): void {
    switch (operator) {
      case OPS.save:
        this.#stack.push(this.#state)
        return
      case OPS.paintFormXObjectBegin:
        this.#stack.push(this.#state)
        this.#transform(args[0])
        return
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        this.#state = this.#stack.pop() ?? this.#state
        return
      case OPS.transform:
        this.#transform(args)
        return
      case OPS.setLineWidth:
        this.#state = { ...this.#state, lineWidth: Number(args[0]) }
        return
      case OPS.constructPath:
        this.#add(boundsOfPath(args[1], strokes.has(Number(args[0])) ? this.#state.lineWidth : 0))
        return
    }
    if (images.has(operator)) this.#add([0, 0, 1, 1])
    else if (!harmless.has(operator)) this.bounds = everywhere
  }

  #transform(matrix: unknown): void {
    if (isMatrix(matrix)) this.#state = { ...this.#state, matrix: multiply(this.#state.matrix, matrix) }
  }

  #add(bounds: Bounds | undefined): void {
    if (bounds === undefined) return
    const painted = boundsOfMark(multiply(this.#state.matrix, rectangle(...bounds)))
    this.bounds = this.bounds === undefined ? painted : union(this.bounds, painted)
  }
}

/** Coordinates of a path of pdf.js by its operators: to move, lines, curves, quadratic curves, to close. */
const coordinates: readonly number[] = [2, 2, 6, 4, 0]

/** With the corners of lines. The box that pdf.js gives is another one where it made a path of a stencil. */
function boundsOfPath(paths: unknown, lineWidth: number): Bounds | undefined {
  const [path]: unknown[] = Array.isArray(paths) ? paths : []
  if (path === null || path === undefined) return undefined
  if (!(path instanceof Float32Array)) return everywhere
  let [left, bottom, right, top] = [far, far, -far, -far]
  for (let at = 0; at < path.length; ) {
    const count = coordinates[path[at] ?? -1]
    if (count === undefined) return everywhere
    for (let point = at + 1; point <= at + count; point += 2) {
      const [x = 0, y = 0] = [path[point], path[point + 1]]
      left = Math.min(left, x)
      right = Math.max(right, x)
      bottom = Math.min(bottom, y)
      top = Math.max(top, y)
    }
    at += count + 1
  }
  if (left > right) return undefined
  return [left - lineWidth, bottom - lineWidth, right + lineWidth, top + lineWidth]
}

function union(one: Bounds, other: Bounds): Bounds {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ]
}
