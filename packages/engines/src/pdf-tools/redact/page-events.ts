/**
 * Reads what a page shows with pdf.js, in the order of its content streams: texts with the place of every glyph, images,
 * and where form XObjects begin and end. Everything is in the user space of the page.
 */
import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { DrawnGlyph, LoadedFont } from '../../pdf/read/font-style.ts'
import { identity, isMatrix, type Matrix, multiply } from '../../pdf/read/matrix.ts'
import type { DecodedImage } from '../../pdf/read/read-image.ts'
import { glyphReach } from './glyph-reach.ts'

export interface PlacedGlyph {
  /** Code in the string that shows it. */
  readonly code: number
  readonly text: string
  /** Its box: as wide as its advance, from the descenders to the ascenders. */
  readonly frame: Matrix
  /** What it may paint: more than its box in fonts with their own drawings. */
  readonly reach: Matrix
  /** Baseline from its origin, in font sizes: the x axis is the direction of writing. */
  readonly em: Matrix
  /** In font sizes, with the spacing. */
  readonly advance: number
  /** Number in a TJ array that moves as far as the glyph. */
  readonly adjustment: number
  readonly isVertical: boolean
  /** Codes may have several bytes. */
  readonly isComposite: boolean
  readonly isInvisible: boolean
  readonly isHidden: boolean
}

export interface ShowEvent {
  readonly kind: 'show'
  readonly glyphs: readonly PlacedGlyph[]
}

export interface ImageEvent {
  readonly kind: 'image'
  /** From the unit square. */
  readonly matrix: Matrix
  readonly isMask: boolean
  readonly isHidden: boolean
  load(): Promise<DecodedImage | undefined>
}

export type PageEvent = ShowEvent | ImageEvent | { readonly kind: 'form-begin' | 'form-end' }

interface TextState {
  matrix: Matrix
  size: number
  isVertical: boolean
  isComposite: boolean
  glyphUnit: number
  /** Of a Type 3 font. */
  drawings: ReadonlyMap<string, DrawnGlyph> | undefined
  /** From the coordinates of the glyphs to font sizes. */
  fontMatrix: Matrix
  charSpacing: number
  wordSpacing: number
  scale: number
  leading: number
  rise: number
  mode: number
}

/** Of most fonts, in font sizes. */
const [descent, ascent] = [-0.22, 0.8]
/** Words of OCR layers follow the pixels only roughly. */
const [scanDescent, scanAscent] = [-0.3, 1]
const invisibleMode = 3
const softHyphen = 0xad

export async function readPageEvents(
  page: PDFPageProxy,
  isVisible: (layer: unknown) => boolean,
): Promise<PageEvent[]> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 })
  const events: PageEvent[] = []
  let state: TextState = {
    matrix: identity,
    size: 0,
    isVertical: false,
    isComposite: false,
    glyphUnit: 0.001,
    drawings: undefined,
    fontMatrix: identity,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    leading: 0,
    rise: 0,
    mode: 0,
  }
  const stack: TextState[] = []
  let text: Matrix = identity
  let line: Matrix = identity
  const layers: boolean[] = []

  const save = () => stack.push({ ...state })
  const restore = () => {
    state = stack.pop() ?? state
  }
  const transform = (matrix: unknown) => {
    if (isMatrix(matrix)) state.matrix = multiply(state.matrix, matrix)
  }
  const moveLine = (x: number, y: number) => {
    line = multiply(line, [1, 0, 0, 1, x, y])
    text = line
  }
  const setFont = (id: string, size: number) => {
    const font = fontOf(page, id)
    state.isVertical = font?.vertical === true
    state.isComposite = font?.composite === true
    state.glyphUnit = font?.isType3Font ? Math.abs(font.fontMatrix?.[0] ?? 0.001) : 0.001
    state.drawings = font?.isType3Font ? (font.charProcOperatorList ?? new Map()) : undefined
    const fontMatrix = Array.from(font?.fontMatrix ?? [])
    state.fontMatrix = isMatrix(fontMatrix) ? fontMatrix : identity
    state.size = size
  }
  const show = (items: readonly unknown[]) => {
    const glyphs: PlacedGlyph[] = []
    const isHidden = layers.includes(false)
    for (const item of items) {
      if (typeof item === 'number') {
        const moved = (-item / 1000) * state.size
        text = multiply(
          text,
          state.isVertical ? [1, 0, 0, 1, 0, moved] : [1, 0, 0, 1, moved * state.scale, 0],
        )
      } else if (isGlyph(item)) {
        const { glyph, step } = placeGlyph(item, state, text, isHidden)
        glyphs.push(glyph)
        text = multiply(text, state.isVertical ? [1, 0, 0, 1, 0, step] : [1, 0, 0, 1, step * state.scale, 0])
      }
    }
    events.push({ kind: 'show', glyphs })
  }
  const image = (isMask: boolean, load: ImageEvent['load']) =>
    events.push({ kind: 'image', matrix: state.matrix, isMask, isHidden: layers.includes(false), load })

  const handlers: Readonly<Record<number, (args: readonly unknown[]) => void>> = {
    [OPS.save]: save,
    [OPS.restore]: restore,
    [OPS.transform]: args => transform(args),
    [OPS.paintFormXObjectBegin]: ([matrix]) => {
      events.push({ kind: 'form-begin' })
      save()
      transform(matrix)
    },
    [OPS.paintFormXObjectEnd]: () => {
      events.push({ kind: 'form-end' })
      restore()
    },
    [OPS.beginText]: () => {
      text = line = identity
    },
    [OPS.setGState]: ([pairs]) => {
      for (const pair of Array.isArray(pairs) ? pairs : []) {
        const [name, value]: unknown[] = Array.isArray(pair) ? pair : []
        if (name === 'Font' && Array.isArray(value)) setFont(String(value[0]), Number(value[1]))
      }
    },
    [OPS.setFont]: ([id, size]) => setFont(String(id), Number(size)),
    [OPS.setCharSpacing]: ([value]) => {
      state.charSpacing = Number(value)
    },
    [OPS.setWordSpacing]: ([value]) => {
      state.wordSpacing = Number(value)
    },
    [OPS.setHScale]: ([value]) => {
      state.scale = Number(value) / 100
    },
    [OPS.setLeading]: ([value]) => {
      state.leading = -Number(value)
    },
    [OPS.setTextRise]: ([value]) => {
      state.rise = Number(value)
    },
    [OPS.setTextRenderingMode]: ([value]) => {
      state.mode = Number(value)
    },
    [OPS.moveText]: ([x, y]) => moveLine(Number(x), Number(y)),
    [OPS.setLeadingMoveText]: ([x, y]) => {
      state.leading = Number(y)
      moveLine(Number(x), Number(y))
    },
    [OPS.setTextMatrix]: args => {
      const matrix = isMatrix(args[0]) ? args[0] : args
      if (isMatrix(matrix)) text = line = [matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5]]
    },
    [OPS.nextLine]: () => moveLine(0, state.leading),
    [OPS.showText]: ([glyphs]) => show(Array.isArray(glyphs) ? glyphs : []),
    [OPS.beginMarkedContent]: () => layers.push(true),
    [OPS.beginMarkedContentProps]: ([tag, properties]) => layers.push(tag !== 'OC' || isVisible(properties)),
    [OPS.endMarkedContent]: () => layers.pop(),
    [OPS.paintImageXObject]: ([id]) => image(false, () => imageOf(page, String(id))),
    [OPS.paintInlineImageXObject]: ([data]) => image(false, async () => (isImage(data) ? data : undefined)),
    [OPS.paintImageMaskXObject]: ([mask]) =>
      image(true, async () => {
        if (!isImage(mask)) return undefined
        const { data }: { data?: unknown } = mask
        return typeof data === 'string' ? imageOf(page, data) : mask
      }),
    [OPS.paintSolidColorImageMask]: () =>
      image(true, async () => ({ data: new Uint8Array(1), width: 1, height: 1 })),
  }

  for (const [index, operator] of fnArray.entries()) {
    const args: unknown = argsArray[index]
    handlers[operator]?.(Array.isArray(args) ? args : isMatrix(args) ? Array.from(args) : [])
  }
  return events
}

interface PdfjsGlyph {
  readonly originalCharCode: number
  readonly unicode: string
  readonly width: number
  readonly isSpace: boolean
  readonly vmetric?: readonly number[] | null
  /** Of the drawing in a Type 3 font. */
  readonly operatorListId?: string | null
}

function isGlyph(item: unknown): item is PdfjsGlyph {
  return typeof item === 'object' && item !== null && 'originalCharCode' in item && 'width' in item
}

function isImage(item: unknown): item is DecodedImage {
  return typeof item === 'object' && item !== null && 'width' in item && 'height' in item
}

function placeGlyph(
  { originalCharCode, unicode, width, isSpace, vmetric, operatorListId }: PdfjsGlyph,
  state: TextState,
  text: Matrix,
  isHidden: boolean,
): { readonly glyph: PlacedGlyph; readonly step: number } {
  const { size, isVertical, glyphUnit, charSpacing, wordSpacing, scale, rise, mode } = state
  const em = multiply(multiply(state.matrix, text), [size * scale, 0, 0, size, 0, rise])
  const wide = width * glyphUnit
  const [along = -1000, originX = width / 2, originY = 880] = isVertical && vmetric ? vmetric : []
  const moved = isVertical ? along / 1000 : wide
  const step = moved * size + charSpacing + (isSpace ? wordSpacing : 0)
  const isInvisible = mode === invisibleMode
  const [bottom, top] = isInvisible ? [scanDescent, scanAscent] : [descent, ascent]
  const box: Matrix = isVertical
    ? [wide, 0, 0, 1, -originX / 1000, -originY / 1000 + descent / 2]
    : [wide, 0, 0, top - bottom, 0, bottom]
  const drawing = state.drawings?.get(operatorListId ?? '')
  const reach = drawing && glyphReach(drawing)
  const glyph: PlacedGlyph = {
    code: originalCharCode,
    // Readers show the code of the soft hyphen of WinAnsiEncoding as a hyphen, and do not read it.
    text: originalCharCode === softHyphen && unicode === '-' ? '\u00ad' : unicode,
    frame: multiply(em, box),
    reach: reach === undefined ? multiply(em, box) : multiply(em, multiply(state.fontMatrix, reach)),
    em,
    advance: size === 0 ? 0 : step / size,
    adjustment: size === 0 ? 0 : (-1000 * step) / size,
    isVertical,
    isComposite: state.isComposite,
    isInvisible,
    isHidden,
  }
  return { glyph, step }
}

function fontOf(page: PDFPageProxy, id: string): LoadedFont | undefined {
  try {
    const font: LoadedFont = page.commonObjs.get(id)
    return font
  } catch {
    // Reported by pdf.js as missing; its text still has codes and widths.
    return undefined
  }
}

function imageOf(page: PDFPageProxy, id: string): Promise<DecodedImage | undefined> {
  // Images that several pages use are kept for the whole document.
  const store = id.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise(resolve => {
    store.get(id, (image: DecodedImage | null) => resolve(image ?? undefined))
  })
}
