/** Outlines of Type 1 fonts: runs their charstrings. */
import { charstringKey, decrypt } from '../files/eexec-stream.ts'
import { identityMatrix } from '../graphics/matrix.ts'
import { Path } from '../graphics/path.ts'
import { PsError } from '../language/errors.ts'
import { PsArray, PsDict, PsString } from '../language/objects.ts'
import { standardGlyphNames } from './encodings.ts'
import { type GlyphOutline, nextFontId, type Outlines } from './outlines.ts'

const maxSegments = 20_000
const maxDepth = 12
const maxCommands = 100_000
const [callCode, returnCode, escapeCode] = [10, 11, 12]

export function type1Outlines(font: PsDict): Outlines {
  const charStrings = font.get('CharStrings')
  const hidden = font.get('Private')
  if (!(charStrings instanceof PsDict)) throw new PsError('invalidfont')
  const given = hidden instanceof PsDict ? hidden.get('lenIV') : undefined
  const randomBytes = typeof given === 'number' ? given : 4
  const subroutines = hidden instanceof PsDict ? hidden.get('Subrs') : undefined
  const plain = (string: PsString) =>
    randomBytes < 0 ? string.bytes : decrypt(string.bytes, charstringKey, randomBytes)
  const known = new Map<string, GlyphOutline | undefined>()
  const code = (name: string) => {
    const string = charStrings.get(name)
    return string instanceof PsString ? plain(string) : undefined
  }
  const subroutine = (index: number) => {
    const string =
      subroutines instanceof PsArray && index >= 0 && index < subroutines.length
        ? subroutines.at(index)
        : null
    return string instanceof PsString ? plain(string) : undefined
  }
  return {
    id: nextFontId(),
    unit: identityMatrix,
    glyph(name) {
      if (!known.has(name)) {
        const bytes = code(name)
        known.set(name, bytes && new Charstring({ code, subroutine }).draw(bytes))
      }
      return known.get(name)
    },
  }
}

interface Source {
  code(name: string): Uint8Array | undefined
  subroutine(index: number): Uint8Array | undefined
}

class Charstring {
  private readonly source: Source
  private readonly path = new Path(maxSegments)
  private stack: number[] = []
  /** Results of calls to other subroutines. */
  private results: number[] = []
  private flex: number[] | undefined
  private x = 0
  private y = 0
  private sideX = 0
  private width = 0
  private widthY = 0
  private commands = 0
  private isDone = false

  constructor(source: Source) {
    this.source = source
  }

  draw(bytes: Uint8Array): GlyphOutline {
    this.run(bytes, 0)
    return { path: this.path, width: this.width, widthY: this.widthY }
  }

  private run(bytes: Uint8Array, depth: number): void {
    if (depth > maxDepth) throw new PsError('invalidfont')
    for (let at = 0; at < bytes.length && !this.isDone; ) {
      if (++this.commands > maxCommands) throw new PsError('invalidfont')
      const byte = bytes[at] as number
      if (byte >= 32) at += this.number(bytes, at)
      else if (byte === returnCode) return
      else if (byte === escapeCode) {
        this.escaped(bytes[at + 1] ?? 0, depth)
        at += 2
      } else {
        at++
        if (byte === callCode) this.callSubroutine(depth)
        else this.command(byte)
      }
    }
  }

  private callSubroutine(depth: number): void {
    const called = this.source.subroutine(this.stack.pop() ?? -1)
    if (called) this.run(called, depth + 1)
  }

  /** Returns the number of bytes. */
  private number(bytes: Uint8Array, at: number): number {
    const [byte = 0, second = 0, third = 0, fourth = 0, fifth = 0] = bytes.subarray(at, at + 5)
    if (byte === 255) {
      this.stack.push((second << 24) | (third << 16) | (fourth << 8) | fifth)
      return 5
    }
    if (byte < 247) {
      this.stack.push(byte - 139)
      return 1
    }
    this.stack.push(byte < 251 ? (byte - 247) * 256 + second + 108 : -(byte - 251) * 256 - second - 108)
    return 2
  }

  private move(x: number, y: number): void {
    this.x += x
    this.y += y
    if (this.flex) this.flex.push(this.x, this.y)
    else this.path.moveTo(this.x, this.y)
  }

  private line(x: number, y: number): void {
    this.x += x
    this.y += y
    this.ensureStart()
    this.path.lineTo(this.x, this.y)
  }

  private curve(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    const [ax, ay] = [this.x + x1, this.y + y1]
    const [bx, by] = [ax + x2, ay + y2]
    this.ensureStart()
    this.x = bx + x3
    this.y = by + y3
    this.path.curveTo(ax, ay, bx, by, this.x, this.y)
  }

  private ensureStart(): void {
    if (this.path.isEmpty) this.path.moveTo(this.x, this.y)
  }

  private command(byte: number): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.stack
    this.stack = []
    switch (byte) {
      case 4:
        this.move(0, a)
        break
      case 5:
        this.line(a, b)
        break
      case 6:
        this.line(a, 0)
        break
      case 7:
        this.line(0, a)
        break
      case 8:
        this.curve(a, b, c, d, e, f)
        break
      case 9:
        this.path.closePath()
        break
      case 13:
        this.x = a
        this.sideX = a
        this.width = b
        break
      case 14:
        this.isDone = true
        break
      case 21:
        this.move(a, b)
        break
      case 22:
        this.move(a, 0)
        break
      case 30:
        this.curve(0, a, b, c, d, 0)
        break
      case 31:
        this.curve(a, 0, b, c, 0, d)
        break
    }
  }

  private escaped(byte: number, depth: number): void {
    if (byte === 12) {
      const divisor = this.stack.pop() ?? 1
      this.stack.push((this.stack.pop() ?? 0) / divisor)
      return
    }
    if (byte === 16) {
      this.callOther()
      return
    }
    if (byte === 17) {
      this.stack.push(this.results.pop() ?? 0)
      return
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = this.stack
    this.stack = []
    if (byte === 6) this.accented(a, b, c, d, e, depth)
    else if (byte === 7) {
      this.x = a
      this.y = b
      this.sideX = a
      this.width = c
      this.widthY = d
    }
  }

  /** Flex curves and hint replacement. */
  private callOther(): void {
    const index = this.stack.pop() ?? 0
    const count = Math.max(0, Math.min(this.stack.length, this.stack.pop() ?? 0))
    const given = this.stack.splice(this.stack.length - count, count)
    if (index === 1) this.flex = []
    else if (index === 0 && this.flex) {
      const [
        ,
        ,
        x1 = 0,
        y1 = 0,
        x2 = 0,
        y2 = 0,
        x3 = 0,
        y3 = 0,
        x4 = 0,
        y4 = 0,
        x5 = 0,
        y5 = 0,
        x6 = 0,
        y6 = 0,
      ] = this.flex
      this.flex = undefined
      this.ensureStart()
      this.path.curveTo(x1, y1, x2, y2, x3, y3)
      this.path.curveTo(x4, y4, x5, y5, x6, y6)
      this.results = [given[2] ?? y6, given[1] ?? x6]
    } else if (index === 3) this.results = [3]
    else if (index !== 2) this.results = given.reverse()
  }

  /** Two glyphs of the standard encoding. */
  private accented(side: number, x: number, y: number, base: number, accent: number, depth: number): void {
    const { width, widthY, sideX } = this
    for (const [code, left, up] of [
      [base, 0, 0],
      [accent, sideX - side + x, y],
    ] as const) {
      const bytes = this.source.code(standardGlyphNames[code] ?? '')
      if (bytes === undefined || depth > 0) continue
      const { path } = new Charstring({ ...this.source, code: () => undefined }).draw(bytes)
      this.path.append(path, [1, 0, 0, 1, left, up])
    }
    this.width = width
    this.widthY = widthY
    this.isDone = true
  }
}
