/** Matrices, path construction, painting and clipping. */

import type { Graphics } from '../graphics/graphics.ts'
import {
  apply,
  applyDistance,
  identityMatrix,
  invertMatrix,
  isFiniteMatrix,
  multiplyMatrices,
  type PsMatrix,
} from '../graphics/matrix.ts'
import { arcCurves, curveCode, flattenCurves, lineCode, moveCode, Path, reversed } from '../graphics/path.ts'
import { initialMatrix } from '../graphics/state.ts'
import { PsError } from '../language/errors.ts'
import type { Interpreter, OperatorTable } from '../language/interpreter.ts'
import { isNumber, numberValue, PsArray, PsReal, PsString } from '../language/objects.ts'
import { cosine, sine } from './arithmetic.ts'

export function matrixFrom(object: unknown): PsMatrix {
  if (!(object instanceof PsArray)) throw new PsError('typecheck')
  if (object.length !== 6) throw new PsError('rangecheck')
  const numbers = object.toList().map(item => {
    if (!isNumber(item)) throw new PsError('typecheck')
    return numberValue(item)
  })
  return numbers as unknown as PsMatrix
}

function storeMatrix(ps: Interpreter, array: PsArray, matrix: PsMatrix): void {
  if (array.length < 6) throw new PsError('rangecheck')
  for (const [at, value] of matrix.entries()) ps.putAt(array, at, new PsReal(value))
}

function pushMatrix(ps: Interpreter, matrix: PsMatrix): void {
  const array = ps.popArray()
  storeMatrix(ps, array, matrix)
  ps.push(array)
}

export function matrixOperators(graphics: Graphics): OperatorTable {
  const setMatrix = (matrix: PsMatrix) => {
    if (!isFiniteMatrix(matrix)) throw new PsError('undefinedresult')
    graphics.state.matrix = matrix
  }
  /** With an array as the last operand only that matrix changes. */
  const change =
    (count: number, matrixFor: (numbers: readonly number[]) => PsMatrix) => (ps: Interpreter) => {
      const target = ps.peek() instanceof PsArray ? ps.popArray() : undefined
      const matrix = matrixFor(ps.popNumbers(count))
      if (target === undefined) return setMatrix(multiplyMatrices(matrix, graphics.state.matrix))
      storeMatrix(ps, target, matrix)
      ps.push(target)
    }
  const map =
    (compute: (matrix: PsMatrix, x: number, y: number) => readonly [number, number]) => (ps: Interpreter) => {
      const matrix = ps.peek() instanceof PsArray ? matrixFrom(ps.pop()) : graphics.state.matrix
      const [x = 0, y = 0] = ps.popNumbers(2)
      for (const value of compute(matrix, x, y)) ps.pushNumber(value)
    }
  return {
    matrix: ps => ps.push(ps.newArray([...identityMatrix].map(value => new PsReal(value)))),
    initmatrix: () => setMatrix(initialMatrix),
    identmatrix: ps => pushMatrix(ps, identityMatrix),
    defaultmatrix: ps => pushMatrix(ps, initialMatrix),
    currentmatrix: ps => pushMatrix(ps, graphics.state.matrix),
    setmatrix: ps => setMatrix(matrixFrom(ps.pop())),
    translate: change(2, ([x = 0, y = 0]) => [1, 0, 0, 1, x, y]),
    scale: change(2, ([x = 1, y = 1]) => [x, 0, 0, y, 0, 0]),
    rotate: change(1, ([angle = 0]) => [cosine(angle), sine(angle), -sine(angle), cosine(angle), 0, 0]),
    concat: ps => setMatrix(multiplyMatrices(matrixFrom(ps.pop()), graphics.state.matrix)),
    concatmatrix: ps => {
      const target = ps.popArray()
      const other = matrixFrom(ps.pop())
      storeMatrix(ps, target, multiplyMatrices(matrixFrom(ps.pop()), other))
      ps.push(target)
    },
    invertmatrix: ps => {
      const target = ps.popArray()
      storeMatrix(ps, target, invertMatrix(matrixFrom(ps.pop())))
      ps.push(target)
    },
    transform: map(apply),
    dtransform: map(applyDistance),
    itransform: map((matrix, x, y) => apply(invertMatrix(matrix), x, y)),
    idtransform: map((matrix, x, y) => applyDistance(invertMatrix(matrix), x, y)),
  }
}

export function pathOperators(graphics: Graphics): OperatorTable {
  const { limits } = graphics
  const toDevice = (x: number, y: number) => apply(graphics.state.matrix, x, y)
  const relative = (x: number, y: number) => {
    const [fromX, fromY] = graphics.state.point
    const [byX, byY] = applyDistance(graphics.state.matrix, x, y)
    return [fromX + byX, fromY + byY] as const
  }
  type Place = (x: number, y: number) => readonly [number, number]
  const move = (place: Place) => (ps: Interpreter) => {
    const [x = 0, y = 0] = ps.popNumbers(2)
    graphics.state.ownPath.moveTo(...place(x, y))
  }
  const line = (place: Place) => (ps: Interpreter) => {
    const [x = 0, y = 0] = ps.popNumbers(2)
    graphics.state.ownPath.lineTo(...place(x, y))
  }
  const curve = (place: Place) => (ps: Interpreter) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = 0, y = 0] = ps.popNumbers(6)
    graphics.state.ownPath.curveTo(...place(x1, y1), ...place(x2, y2), ...place(x, y))
  }
  const addArc = (x: number, y: number, radius: number, from: number, to: number) => {
    const path = graphics.state.ownPath
    const { start, curves } = arcCurves(x, y, radius, from, to)
    if (path.isEmpty) path.moveTo(...toDevice(...start))
    else path.lineTo(...toDevice(...start))
    for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, endX = 0, endY = 0] of curves)
      path.curveTo(...toDevice(x1, y1), ...toDevice(x2, y2), ...toDevice(endX, endY))
  }
  const arc = (isClockwise: boolean) => (ps: Interpreter) => {
    const [x = 0, y = 0, radius = 0, from = 0, given = 0] = ps.popNumbers(5)
    let to = given
    if (Math.abs(to - from) > 360_000) throw new PsError('rangecheck')
    if (isClockwise) while (to > from) to -= 360
    else while (to < from) to += 360
    addArc(x, y, radius, from, to)
  }
  const tangentArc = (ps: Interpreter): readonly number[] => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, radius = 0] = ps.popNumbers(5)
    const [x0, y0] = apply(graphics.state.inverse, ...graphics.state.point)
    const one = Math.atan2(y0 - y1, x0 - x1)
    const other = Math.atan2(y2 - y1, x2 - x1)
    const half = (other - one) / 2
    const distance = Math.abs(radius / Math.tan(half))
    if (!Number.isFinite(distance) || Math.abs(Math.sin(half * 2)) < 1e-9) {
      graphics.state.ownPath.lineTo(...toDevice(x1, y1))
      return [x1, y1, x1, y1]
    }
    const from = [x1 + distance * Math.cos(one), y1 + distance * Math.sin(one)] as const
    const to = [x1 + distance * Math.cos(other), y1 + distance * Math.sin(other)] as const
    const toCenter = radius / Math.abs(Math.sin(half))
    const middle = Math.atan2(Math.sin(one) + Math.sin(other), Math.cos(one) + Math.cos(other))
    const center = [x1 + toCenter * Math.cos(middle), y1 + toCenter * Math.sin(middle)] as const
    const degrees = (point: readonly [number, number]) =>
      (Math.atan2(point[1] - center[1], point[0] - center[0]) * 180) / Math.PI
    const begin = degrees(from)
    let sweep = degrees(to) - begin
    if (sweep > 180) sweep -= 360
    if (sweep < -180) sweep += 360
    addArc(...center, radius, begin, begin + sweep)
    return [...from, ...to]
  }
  const rectanglesOf = (ps: Interpreter): Path => {
    const path = new Path(limits.maxSegments)
    const top = ps.peek()
    const numbers =
      top instanceof PsArray
        ? ps.numbersOf(ps.popArray().toList())
        : top instanceof PsString
          ? numberString(ps.popString())
          : ps.popNumbers(4)
    for (let at = 0; at + 3 < numbers.length; at += 4) {
      const [x = 0, y = 0, width = 0, height = 0] = numbers.slice(at, at + 4)
      path.moveTo(...toDevice(x, y))
      path.lineTo(...toDevice(x + width, y))
      path.lineTo(...toDevice(x + width, y + height))
      path.lineTo(...toDevice(x, y + height))
      path.closePath()
    }
    return path
  }
  const pathForAll = (ps: Interpreter) => {
    const [close, curveTo, lineTo, moveTo] = [
      ps.popProcedure(),
      ps.popProcedure(),
      ps.popProcedure(),
      ps.popProcedure(),
    ]
    const path = graphics.state.path.transformed(graphics.state.inverse)
    ps.charge(path.codes.length)
    path.forEach((code, numbers) => {
      for (const number of numbers) ps.pushNumber(number)
      const procedure =
        code === moveCode ? moveTo : code === lineCode ? lineTo : code === curveCode ? curveTo : close
      ps.runProcedure(procedure)
    })
  }
  return {
    newpath: () => graphics.state.newPath(limits.maxSegments),
    currentpoint: ps => {
      for (const value of apply(graphics.state.inverse, ...graphics.state.point)) ps.pushNumber(value)
    },
    moveto: move(toDevice),
    rmoveto: move(relative),
    lineto: line(toDevice),
    rlineto: line(relative),
    curveto: curve(toDevice),
    rcurveto: curve(relative),
    arc: arc(false),
    arcn: arc(true),
    arct: ps => {
      tangentArc(ps)
    },
    arcto: ps => {
      for (const value of tangentArc(ps)) ps.pushNumber(value)
    },
    closepath: () => graphics.state.ownPath.closePath(),
    pathbbox: ps => {
      const box = graphics.state.path.transformed(graphics.state.inverse).box
      if (box === undefined) throw new PsError('nocurrentpoint')
      for (const value of [box.left, box.bottom, box.right, box.top]) ps.pushNumber(value)
    },
    flattenpath: ps => {
      ps.charge(graphics.state.path.codes.length * 4)
      graphics.state.path = flattenCurves(graphics.state.path, limits.maxSegments)
      graphics.state.ownsPath = true
    },
    reversepath: ps => {
      ps.charge(graphics.state.path.codes.length * 4)
      graphics.state.path = reversed(graphics.state.path, limits.maxSegments)
      graphics.state.ownsPath = true
    },
    pathforall: pathForAll,
    setbbox: ps => {
      ps.popNumbers(4)
    },
    fill: ps => paintAndClear(ps, 'nonzero'),
    eofill: ps => paintAndClear(ps, 'evenodd'),
    stroke: ps => {
      ps.charge(graphics.state.path.codes.length)
      graphics.strokePath(graphics.state.path)
      graphics.state.newPath(limits.maxSegments)
    },
    rectfill: ps => graphics.paintPath(rectanglesOf(ps), 'nonzero'),
    rectstroke: ps => {
      const top = ps.peek()
      const hasMatrix =
        top instanceof PsArray && top.length === 6 && (isNumber(ps.peek(1)) || ps.peek(1) instanceof PsArray)
      const pen = hasMatrix
        ? multiplyMatrices(matrixFrom(ps.pop()), graphics.state.matrix)
        : graphics.state.matrix
      graphics.strokePath(rectanglesOf(ps), pen)
    },
    rectclip: ps => {
      graphics.clipTo(rectanglesOf(ps), 'nonzero')
      graphics.state.newPath(limits.maxSegments)
    },
    clip: ps => {
      ps.charge(graphics.state.path.codes.length)
      graphics.clipTo(graphics.state.path, 'nonzero')
    },
    eoclip: ps => {
      ps.charge(graphics.state.path.codes.length)
      graphics.clipTo(graphics.state.path, 'evenodd')
    },
    initclip: () => {
      graphics.state.clip = undefined
    },
    clippath: () => {
      graphics.state.path = graphics.boxPath(graphics.clipBox)
      graphics.state.ownsPath = true
    },
    clipsave: () => {},
    cliprestore: () => {},
    strokepath: () => {
      graphics.warnings.add('strokepath')
    },
    erasepage: () => {},
  }

  function paintAndClear(ps: Interpreter, rule: 'nonzero' | 'evenodd') {
    ps.charge(graphics.state.path.codes.length)
    graphics.paintPath(graphics.state.path, rule)
    graphics.state.newPath(limits.maxSegments)
  }
}

const numberStringMark = 149

/** Numbers in a binary string: a head of four bytes, then fixed-point numbers or floats. */
export function numberString({ bytes }: PsString): number[] {
  if (bytes[0] !== numberStringMark || bytes.length < 4) throw new PsError('typecheck')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const kind = bytes[1] ?? 0
  const isLittle = kind >= 128
  const form = kind % 128
  const count = view.getUint16(2, isLittle)
  const size = form < 32 || form >= 48 ? 4 : 2
  if (4 + count * size > bytes.length) throw new PsError('rangecheck')
  return Array.from({ length: count }, (_, index) => {
    const at = 4 + index * size
    if (form >= 48) return view.getFloat32(at, isLittle)
    return form < 32
      ? view.getInt32(at, isLittle) / 2 ** form
      : view.getInt16(at, isLittle) / 2 ** (form - 32)
  })
}
