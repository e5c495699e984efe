/** Graphics state, colors and pages. */
import { hsbColor } from '../graphics/color.ts'
import {
  type ColorSpace,
  deviceCmyk,
  deviceGray,
  deviceRgb,
  readColorSpace,
} from '../graphics/color-spaces.ts'
import type { Graphics } from '../graphics/graphics.ts'
import { patternPaint } from '../graphics/patterns.ts'
import { PsError } from '../language/errors.ts'
import type { Interpreter, OperatorTable } from '../language/interpreter.ts'
import { isNumber, numberValue, PsArray, PsDict, PsOpaque, PsReal } from '../language/objects.ts'

const maxDash = 1000

class SavedMemory extends PsOpaque {
  readonly level: number
  readonly states: number
  constructor(level: number, states: number) {
    super('savetype')
    this.level = level
    this.states = states
  }
}

class SavedGraphics extends PsOpaque {
  state: Graphics['state']
  constructor(state: Graphics['state']) {
    super('gstatetype')
    this.state = state
  }
}

function setColor(graphics: Graphics, space: ColorSpace, components: readonly number[]): void {
  const { state } = graphics
  state.colorSpace = space
  state.components = components
  state.pattern = undefined
  state.paint = { kind: 'color', color: space.toRgb(components) }
}

function setPattern(
  ps: Interpreter,
  graphics: Graphics,
  pattern: PsDict,
  components: readonly number[],
): void {
  const { state } = graphics
  state.components = components
  state.pattern = pattern
  state.paint = patternPaint(ps, graphics, pattern, components)
}

export function colorOperators(graphics: Graphics): OperatorTable {
  const device = (space: ColorSpace) => (ps: Interpreter) =>
    setColor(graphics, space, ps.popNumbers(space.components))
  return {
    setgray: device(deviceGray),
    setrgbcolor: device(deviceRgb),
    setcmykcolor: device(deviceCmyk),
    sethsbcolor: ps => {
      const [hue = 0, saturation = 0, brightness = 0] = ps.popNumbers(3)
      setColor(graphics, deviceRgb, hsbColor(hue, saturation, brightness))
    },
    setcolorspace: ps => {
      const space = readColorSpace(ps, ps.pop())
      setColor(graphics, space, space.initial)
    },
    currentcolorspace: ps => {
      const { object } = graphics.state.colorSpace
      ps.push(object instanceof PsArray ? object : ps.newArray([object]))
    },
    setcolor: ps => {
      const { colorSpace } = graphics.state
      const top = ps.peek()
      if (top instanceof PsDict) {
        const pattern = ps.popDict()
        const isUncolored = pattern.get('PaintType') === 2
        setPattern(ps, graphics, pattern, isUncolored ? ps.popNumbers(colorSpace.base?.components ?? 0) : [])
      } else setColor(graphics, colorSpace, ps.popNumbers(colorSpace.components))
    },
    setpattern: ps => {
      const pattern = ps.popDict()
      const { colorSpace } = graphics.state
      if (colorSpace.kind !== 'Pattern')
        graphics.state.colorSpace = { ...colorSpace, kind: 'Pattern', base: colorSpace }
      const base = graphics.state.colorSpace.base
      const isUncolored = pattern.get('PaintType') === 2
      setPattern(ps, graphics, pattern, isUncolored && base ? ps.popNumbers(base.components) : [])
    },
    currentcolor: ps => {
      const { components, pattern } = graphics.state
      for (const component of components) ps.pushNumber(component)
      if (pattern) ps.push(pattern)
    },
    currentgray: ps => {
      const [red, green, blue] = graphics.state.paint.color
      ps.pushNumber(0.3 * red + 0.59 * green + 0.11 * blue)
    },
    currentrgbcolor: ps => {
      for (const value of graphics.state.paint.color) ps.pushNumber(value)
    },
    currenthsbcolor: ps => {
      for (const value of toHsb(graphics.state.paint.color)) ps.pushNumber(value)
    },
    currentcmykcolor: ps => {
      const { colorSpace, components, paint } = graphics.state
      const [red, green, blue] = paint.color
      const key = 1 - Math.max(red, green, blue)
      const cmyk =
        colorSpace.kind === 'DeviceCMYK' ? components : [1 - red - key, 1 - green - key, 1 - blue - key, key]
      for (const value of cmyk) ps.pushNumber(value)
    },
  }
}

function toHsb([red, green, blue]: readonly [number, number, number]): readonly number[] {
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread === 0) return [0, 0, most]
  const sixths =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return [sixths / 6, spread / most, most]
}

/** Parameters that are kept for programs that read them again, and have no effect on a drawing of vectors. */
const keptParameters: Readonly<Record<string, number | boolean>> = {
  strokeadjust: false,
  overprint: false,
  smoothness: 0.02,
  flat: 1,
}

export function stateOperators(graphics: Graphics): OperatorTable {
  const setStyle = (change: (value: number) => void) => (ps: Interpreter) => change(ps.popNumber())
  const { limits } = graphics
  return {
    gsave: () => graphics.gsave(),
    grestore: () => graphics.grestore(),
    grestoreall: () => {
      const saved = graphics.states.findLastIndex(({ isSave }) => isSave)
      graphics.grestoreAll(saved + 1)
      if (saved >= 0) graphics.grestore()
    },
    save: ps => {
      graphics.gsave(true)
      ps.push(new SavedMemory(ps.save(), graphics.states.length - 1))
    },
    restore: ps => {
      const { level, states } = ps.popAs(SavedMemory)
      ps.restore(level)
      graphics.grestoreAll(states)
    },
    gstate: ps => {
      ps.allocate(1000)
      ps.push(new SavedGraphics(graphics.state.clone(limits.maxSegments)))
    },
    currentgstate: ps => {
      const saved = ps.popAs(SavedGraphics)
      saved.state = graphics.state.clone(limits.maxSegments)
      ps.push(saved)
    },
    setgstate: ps => {
      graphics.state = ps.popAs(SavedGraphics).state.clone(limits.maxSegments)
    },
    initgraphics: () => graphics.initGraphics(),
    setlinewidth: setStyle(value => {
      graphics.state.stroke.width = Math.abs(value)
    }),
    currentlinewidth: ps => ps.pushNumber(graphics.state.stroke.width),
    setlinecap: setStyle(value => {
      graphics.state.stroke.cap = value
    }),
    currentlinecap: ps => ps.push(graphics.state.stroke.cap),
    setlinejoin: setStyle(value => {
      graphics.state.stroke.join = value
    }),
    currentlinejoin: ps => ps.push(graphics.state.stroke.join),
    setmiterlimit: setStyle(value => {
      if (value < 1) throw new PsError('rangecheck')
      graphics.state.stroke.miter = value
    }),
    currentmiterlimit: ps => ps.pushNumber(graphics.state.stroke.miter),
    setflat: setStyle(value => {
      graphics.state.flatness = value
    }),
    currentflat: ps => ps.pushNumber(graphics.state.flatness),
    setdash: ps => {
      const offset = ps.popNumber()
      const dash = ps.numbersOf(ps.popArray().toList())
      if (dash.length > maxDash) throw new PsError('limitcheck')
      if (dash.some(length => length < 0)) throw new PsError('rangecheck')
      graphics.state.stroke.dash = dash
      graphics.state.stroke.dashOffset = offset
    },
    currentdash: ps => {
      ps.push(ps.newArray(graphics.state.stroke.dash.map(length => new PsReal(length))))
      ps.pushNumber(graphics.state.stroke.dashOffset)
    },
    ...Object.fromEntries(
      Object.entries(keptParameters).flatMap(([name, initial]) => kept(graphics, name, 1, [initial])),
    ),
  }
}

type Entry = readonly [string, (ps: Interpreter) => void]

/** `setX` and `currentX` of objects that are only kept. */
function kept(
  graphics: Graphics,
  name: string,
  count: number,
  initial: readonly (number | boolean | null)[],
): Entry[] {
  return [
    [
      `set${name}`,
      ps => {
        const values = ps.popMany(count)
        graphics.state.kept = new Map(graphics.state.kept)
        for (const [at, value] of values.entries()) graphics.state.kept.set(`${name}${at}`, value)
      },
    ],
    [
      `current${name}`,
      ps => {
        for (let at = 0; at < count; at++) {
          const otherwise = initial[at]
          ps.push(graphics.state.kept.get(`${name}${at}`) ?? otherwise ?? ps.newArray([], true))
        }
      },
    ],
  ]
}

/** In points. */
const paper: Readonly<Record<string, readonly [number, number]>> = {
  letter: [612, 792],
  note: [612, 792],
  legal: [612, 1008],
  ledger: [1224, 792],
  '11x17': [792, 1224],
  a3: [842, 1191],
  a4: [595, 842],
  a5: [420, 595],
  b5: [516, 729],
}
const maxPageSide = 200_000

export function deviceOperators(graphics: Graphics): OperatorTable {
  const runPageProcedure = (ps: Interpreter, key: string, reason?: number): boolean => {
    const procedure = graphics.state.kept.get(key)
    if (!(procedure instanceof PsArray)) return true
    ps.push(graphics.pages.length)
    if (reason !== undefined) ps.push(reason)
    ps.runProcedure(procedure)
    return reason === undefined || ps.pop() !== false
  }
  const setSize = (width: number, height: number) => {
    if (width > 0 && height > 0 && width <= maxPageSide && height <= maxPageSide)
      graphics.pageSize = { width, height }
  }
  const drop = (count: number) => (ps: Interpreter) => {
    ps.popMany(count)
  }
  return {
    showpage: ps => {
      if (runPageProcedure(ps, 'EndPage', 0)) graphics.showPage()
      graphics.initGraphics()
      runPageProcedure(ps, 'BeginPage')
    },
    copypage: () => {},
    setpagedevice: ps => {
      const dict = ps.popDict()
      const size = dict.get('PageSize')
      const [width, height] = size instanceof PsArray ? size.toList() : []
      if (isNumber(width) && isNumber(height)) setSize(numberValue(width), numberValue(height))
      graphics.initGraphics()
      graphics.state.kept = new Map(graphics.state.kept)
      for (const key of ['BeginPage', 'EndPage']) {
        const procedure = dict.get(key)
        if (procedure instanceof PsArray) graphics.state.kept.set(key, procedure)
      }
      runPageProcedure(ps, 'BeginPage')
    },
    currentpagedevice: ps => {
      const dict = ps.newDict()
      const { width, height } = graphics.pageSize ?? { width: 612, height: 792 }
      ps.put(dict, 'PageSize', ps.newArray([new PsReal(width), new PsReal(height)]))
      ps.put(dict, 'HWResolution', ps.newArray([new PsReal(720), new PsReal(720)]))
      ps.put(dict, 'NumCopies', null)
      ps.push(dict)
    },
    nulldevice: () => {
      graphics.state.clip = { kind: 'empty' }
    },
    framedevice: drop(4),
    ...Object.fromEntries(
      Object.entries(paper).map(([name, [width, height]]) => [name, () => setSize(width, height)]),
    ),
    ...Object.fromEntries([
      ...kept(graphics, 'screen', 3, [60, 45, null]),
      ...kept(graphics, 'colorscreen', 12, []),
      ...kept(graphics, 'halftone', 1, []),
      ...kept(graphics, 'transfer', 1, []),
      ...kept(graphics, 'colortransfer', 4, []),
      ...kept(graphics, 'blackgeneration', 1, []),
      ...kept(graphics, 'undercolorremoval', 1, []),
      ...kept(graphics, 'colorrendering', 1, []),
    ]),
    sethalftonephase: drop(2),
    setmanualfeed: drop(1),
    setpapertray: drop(1),
    setduplexmode: drop(1),
    settumble: drop(1),
    setpageparams: drop(4),
    setjobtimeout: drop(1),
    setdefaulttimeouts: drop(3),
    waittimeout: ps => ps.push(0),
    jobname: ps => ps.push(ps.newString(0)),
    jobtimeout: ps => ps.push(0),
    setcoloroverprint: drop(1),
  }
}
