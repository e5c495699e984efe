/** Interprets the operator list of a page and collects text fragments, images, rules, fills and strokes. */
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box, Fill, Fragment, PlacedImage, Rule } from '../../page-layout/page-model.ts'
import { fontStyle, type LoadedFont, spaceWidthOf } from './font-style.ts'
import {
  defaultSpaceWidth,
  type FontMetrics,
  type GraphicsState,
  initialState,
  intersect,
  textStart,
} from './graphics-state.ts'
import { isMatrix, isNumberList, type Matrix, multiply, scaleOf, transformBox } from './matrix.ts'
import { type DecodedImage, pixelsOf, placeImage, stencilPixels } from './read-image.ts'
import { type PathSink, readPath } from './read-path.ts'
import { type Glyph, readGlyphs, type SpaceTrail, withAccentBefore } from './read-text.ts'

export interface Operators {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

export interface PageObjects {
  font(id: string): LoadedFont | undefined
  image(id: string): Promise<DecodedImage | undefined>
  isVisible(layer: unknown): boolean
  /** Role of marked content in the structure tree. */
  roleOf(contentId: number): string | undefined
}

export interface PageMarks {
  readonly fragments: Fragment[]
  readonly images: PlacedImage[]
  readonly rules: Rule[]
  readonly fills: Fill[]
  readonly strokes: Box[]
}

interface Mark {
  readonly role: string | undefined
  readonly isVisible: boolean
}

/** Bounds the work for hostile files, which can nest or repeat form XObjects without limit. */
const maxOperators = 2_000_000
const maxFragments = 300_000

export async function interpretPage(
  operators: Operators,
  viewport: Matrix,
  page: Box,
  objects: PageObjects,
): Promise<PageMarks> {
  const found: PageMarks = { fragments: [], images: [], rules: [], fills: [], strokes: [] }
  const start = initialState(viewport, page, fontStyle(undefined))
  let state: GraphicsState = start
  const stateStack: GraphicsState[] = []
  let text = textStart()
  let isClipPending = false
  const marks: Mark[] = []
  const metrics = new Map<string, FontMetrics>()
  const trail: SpaceTrail = { spaces: 0 }

  const save = () => stateStack.push({ ...state })
  const restore = () => {
    state = stateStack.pop() ?? state
  }
  const transform = (matrix: unknown) => {
    if (isMatrix(matrix)) state.matrix = multiply(state.matrix, matrix)
  }
  const clipTo = (box: unknown) => {
    if (!isNumberList(box) || box.length < 4) return
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(box)
    state.clip = intersect(state.clip, transformBox(state.matrix, x0, y0, x1, y1))
  }
  const isShown = () => marks.every(mark => mark.isVisible)
  const role = () => marks.findLast(mark => mark.role !== undefined)?.role
  const moveText = (x: number, y: number) => {
    text.x = text.lineX += x
    text.y = text.lineY += y
  }
  const addFragment = (fragment: Omit<Fragment, 'role'>) => {
    const held = role()
    const added = held === undefined ? fragment : { ...fragment, role: held }
    const last = found.fragments.at(-1)
    const accented = last && withAccentBefore(last, added)
    if (accented) found.fragments[found.fragments.length - 1] = accented
    else if (found.fragments.length < maxFragments) found.fragments.push(added)
  }
  const addImage = (pixels: ReturnType<typeof pixelsOf>) => {
    const placed = pixels && placeImage(pixels, state.matrix, state.clip)
    if (placed) found.images.push(placed)
  }

  const handlers: Readonly<Record<number, (args: readonly unknown[]) => void | Promise<void>>> = {
    [OPS.save]: save,
    [OPS.restore]: restore,
    [OPS.transform]: args => transform(args),
    [OPS.beginGroup]: save,
    [OPS.endGroup]: restore,
    [OPS.paintFormXObjectBegin]: ([matrix, box]) => {
      save()
      transform(matrix)
      clipTo(box)
    },
    [OPS.paintFormXObjectEnd]: restore,
    [OPS.beginAnnotation]: ([, box, matrix, inner]) => {
      save()
      state = { ...start, matrix: viewport, clip: page }
      clipTo(box)
      transform(matrix)
      transform(inner)
    },
    [OPS.endAnnotation]: restore,
    [OPS.clip]: () => {
      isClipPending = true
    },
    [OPS.eoClip]: () => {
      isClipPending = true
    },
    [OPS.setLineWidth]: ([width]) => {
      state.lineWidth = Number(width)
    },
    [OPS.setGState]: ([pairs]) => {
      for (const [name, value] of pairs as [string, unknown][]) {
        if (name === 'ca') state.fillAlpha = Number(value)
        else if (name === 'LW') state.lineWidth = Number(value)
        else if (name === 'Font' && Array.isArray(value)) setFont(String(value[0]), Number(value[1]))
      }
    },
    [OPS.setFillRGBColor]: ([color]) => {
      state.fillColor = colorOf(color)
    },
    [OPS.setStrokeRGBColor]: ([color]) => {
      state.strokeColor = colorOf(color)
    },
    [OPS.setFillColorN]: () => {
      state.fillColor = '#808080'
    },
    [OPS.setStrokeColorN]: () => {
      state.strokeColor = '#808080'
    },
    [OPS.setFillTransparent]: () => {
      state.fillAlpha = 0
    },
    [OPS.constructPath]: ([paint, paths, bounds]) => {
      const data = Array.isArray(paths) ? (paths[0] as unknown) : undefined
      if (isNumberList(data) && isShown()) drawPath(Number(paint), data)
      if (isClipPending) clipTo(bounds)
      isClipPending = false
    },
    [OPS.shadingFill]: () => {
      if (isShown()) found.strokes.push(state.clip)
    },
    [OPS.beginText]: () => {
      text = textStart()
    },
    [OPS.setFont]: ([id, size]) => setFont(String(id), Number(size)),
    [OPS.setCharSpacing]: ([value]) => {
      state.charSpacing = Number(value)
    },
    [OPS.setWordSpacing]: ([value]) => {
      state.wordSpacing = Number(value)
    },
    [OPS.setHScale]: ([percent]) => {
      state.horizontalScale = Number(percent) / 100
    },
    [OPS.setLeading]: ([value]) => {
      state.leading = -Number(value)
    },
    [OPS.setTextRise]: ([value]) => {
      state.rise = Number(value)
    },
    [OPS.setTextRenderingMode]: ([mode]) => {
      state.renderingMode = Number(mode)
    },
    [OPS.moveText]: ([x, y]) => moveText(Number(x), Number(y)),
    [OPS.setLeadingMoveText]: ([x, y]) => {
      state.leading = Number(y)
      moveText(Number(x), Number(y))
    },
    [OPS.setTextMatrix]: args => {
      const matrix = isMatrix(args[0]) ? args[0] : args
      if (isMatrix(matrix)) text = textStart(matrix)
    },
    [OPS.nextLine]: () => moveText(0, state.leading),
    [OPS.showText]: ([glyphs]) => {
      if (isShown() && state.size !== 0)
        readGlyphs(glyphs as (Glyph | number)[], state, text, trail, addFragment)
    },
    [OPS.beginMarkedContent]: ([tag]) => {
      marks.push({ role: tag === 'Artifact' ? 'Artifact' : undefined, isVisible: true })
    },
    [OPS.beginMarkedContentProps]: ([tag, properties]) => {
      const isLayer = tag === 'OC'
      const named = typeof properties === 'number' ? objects.roleOf(properties) : undefined
      marks.push({
        role: tag === 'Artifact' ? 'Artifact' : named,
        isVisible: !isLayer || objects.isVisible(properties),
      })
    },
    [OPS.endMarkedContent]: () => {
      marks.pop()
    },
    [OPS.paintImageXObject]: async ([id]) => {
      if (!isShown()) return
      const image = await objects.image(String(id))
      if (image) addImage(pixelsOf(image))
    },
    [OPS.paintInlineImageXObject]: ([image]) => {
      if (isShown()) addImage(pixelsOf(image as DecodedImage))
    },
    [OPS.paintImageMaskXObject]: async ([mask]) => {
      if (!isShown()) return
      const held = mask as Omit<DecodedImage, 'data'> & { data: unknown }
      const image = typeof held.data === 'string' ? await objects.image(held.data) : (held as DecodedImage)
      if (image) addImage(stencilPixels(image, state.fillColor))
    },
    [OPS.paintSolidColorImageMask]: () => {
      const box = transformBox(state.matrix, 0, 0, 1, 1)
      if (isShown()) found.fills.push({ ...intersect(box, state.clip), color: state.fillColor })
    },
  }

  function metricsOf(id: string, font: LoadedFont | undefined): FontMetrics {
    const known = metrics.get(id) ?? { spaceWidth: spaceWidthOf(font) ?? defaultSpaceWidth }
    metrics.set(id, known)
    return known
  }

  function setFont(id: string, size: number): void {
    const font = objects.font(id)
    state.font = fontStyle(font)
    state.metrics = metricsOf(id, font)
    state.isVertical = font?.vertical === true
    state.glyphUnit = font?.isType3Font ? Math.abs(font.fontMatrix?.[0] ?? 0.001) : 0.001
    state.size = size
  }

  function drawPath(paint: number, data: ArrayLike<number>): void {
    const isFilled = fillingOps.has(paint) && state.fillAlpha > 0.05
    const isStroked = strokingOps.has(paint)
    if (!isFilled && !isStroked) return
    readPath(
      data,
      state.matrix,
      {
        ...(isFilled && { fillColor: state.fillColor }),
        ...(isStroked && { strokeColor: state.strokeColor }),
        lineWidth: state.lineWidth * scaleOf(state.matrix),
      },
      clippedSink(found, state.clip),
    )
  }

  for (let index = 0; index < Math.min(operators.fnArray.length, maxOperators); index++) {
    const work = handlers[operators.fnArray[index] ?? -1]?.((operators.argsArray[index] ?? []) as unknown[])
    // Only await asynchronous operators: an await per operator would cost more than the operator.
    if (work) await work
  }
  return found
}

const fillingOps: ReadonlySet<number> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])
const strokingOps: ReadonlySet<number> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])

function colorOf(value: unknown): string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000'
}

/** Clips rules, fills and strokes to the visible area. */
function clippedSink(found: PageMarks, clip: Box): PathSink {
  const isSeen = (box: Box) =>
    box.right >= clip.left && box.left <= clip.right && box.bottom >= clip.top && box.top <= clip.bottom
  return {
    rule: rule => isSeen(rule) && found.rules.push({ ...rule, ...intersect(rule, clip) }),
    fill: fill => isSeen(fill) && found.fills.push({ ...fill, ...intersect(fill, clip) }),
    stroke: box => isSeen(box) && found.strokes.push(intersect(box, clip)),
  }
}
