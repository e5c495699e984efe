/** Images and masks: samples become pixels, placed by their matrix. */
import type { ByteStream } from '../files/byte-stream.ts'
import { JpegStream } from '../files/filters.ts'
import { PsError } from '../language/errors.ts'
import type { Interpreter } from '../language/interpreter.ts'
import { toHex } from './color.ts'
import { type ColorSpace, deviceGray } from './color-spaces.ts'
import type { Graphics } from './graphics.ts'
import { invertMatrix, meanScale, multiplyMatrices, type PsMatrix } from './matrix.ts'
import { formatMatrix } from './path.ts'
import { unitsPerPoint } from './state.ts'
import { type PngPixels, writePng } from './write-png.ts'

export interface ImageSource {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** From user space to samples. */
  readonly matrix: PsMatrix
  /** One for all components, or one for each. */
  readonly streams: readonly ByteStream[]
  readonly space: ColorSpace
  readonly decode: readonly number[] | undefined
  /** Samples with these values are transparent: one value, or two for each component. */
  readonly maskColor?: readonly number[]
  /** 255 where the image shows. */
  readonly mask?: { readonly width: number; readonly height: number; readonly data: Uint8Array }
}

export interface MaskSource {
  readonly width: number
  readonly height: number
  readonly matrix: PsMatrix
  readonly stream: ByteStream
  /** Samples of 1 are painted. */
  readonly isInverted: boolean
}

const maxTracedPixels = 262_144
/** Samples that are larger than this on the page, in points, are drawn as squares. */
const largeSample = 1.5

/** Reads the samples of one row after the other as integers. */
class SampleReader {
  private readonly streams: readonly ByteStream[]
  private readonly bits: number
  private readonly row: Uint8Array
  private readonly perStream: number

  constructor(streams: readonly ByteStream[], bits: number, width: number, components: number) {
    this.streams = streams
    this.bits = bits
    this.perStream = width * (streams.length > 1 ? 1 : components)
    this.row = new Uint8Array(Math.ceil((this.perStream * bits) / 8))
  }

  /** False at the end of the data. */
  read(target: Float64Array | Uint16Array, components: number): boolean {
    let isComplete = true
    for (const [at, stream] of this.streams.entries()) {
      this.row.fill(0)
      if (stream.readInto(this.row) === 0) isComplete = false
      const [start, step] = this.streams.length > 1 ? [at, components] : [0, 1]
      for (let index = 0; index < this.perStream; index++) target[start + index * step] = this.sample(index)
    }
    return isComplete
  }

  private sample(index: number): number {
    const { bits, row } = this
    if (bits === 8) return row[index] as number
    if (bits === 16) return (row[2 * index] as number) * 256 + (row[2 * index + 1] as number)
    if (bits === 12) {
      const at = (index * 3) >> 1
      const [one, other] = [row[at] ?? 0, row[at + 1] ?? 0]
      return index % 2 === 0 ? (one << 4) | (other >> 4) : ((one & 15) << 8) | other
    }
    const bit = index * bits
    return ((row[bit >> 3] as number) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1)
  }
}

export function checkSize(ps: Interpreter, width: number, height: number, channels: number): void {
  if (!(width >= 0 && height >= 0) || !Number.isInteger(width) || !Number.isInteger(height))
    throw new PsError('rangecheck')
  if (width * height > ps.limits.maxPixels) throw new PsError('limitcheck')
  ps.allocate(width * height * channels)
  ps.charge((width * height * channels) >> 4)
}

export function drawImage(ps: Interpreter, graphics: Graphics, source: ImageSource): void {
  const { width, height, space, mask, maskColor } = source
  const hasAlpha = mask !== undefined || maskColor !== undefined
  checkSize(ps, width, height, hasAlpha ? 4 : 3)
  if (width === 0 || height === 0) return
  const [first] = source.streams
  if (first instanceof JpegStream) {
    placeJpeg(graphics, first.takeFile(), source)
    return
  }
  const pixels = readPixels(source, hasAlpha)
  if (mask) applyMask(pixels, mask)
  if (graphics.isPainting)
    place(graphics, `data:image/png;base64,${writePng(shrunk(pixels, space)).toString('base64')}`, source)
}

/** Only one channel where all are the same. */
function shrunk(pixels: PngPixels, { kind }: ColorSpace): PngPixels {
  if (pixels.channels !== 3 || kind !== 'DeviceGray') return pixels
  const data = new Uint8Array(pixels.width * pixels.height)
  for (let at = 0; at < data.length; at++) data[at] = pixels.data[3 * at] as number
  return { ...pixels, channels: 1, data }
}

function readPixels(source: ImageSource, hasAlpha: boolean): PngPixels {
  const { width, height, bits, streams, space, maskColor } = source
  const { components } = space
  const channels = hasAlpha ? 4 : 3
  const data = new Uint8Array(width * height * channels)
  const reader = new SampleReader(streams, bits, width, components)
  const row = new Uint16Array(width * components)
  const toRgb = colorLookup(source)
  for (let y = 0; y < height; y++) {
    if (!reader.read(row, components)) {
      data.fill(255, y * width * channels)
      break
    }
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels
      const color = toRgb(row, x * components)
      data[at] = color >> 16
      data[at + 1] = (color >> 8) & 255
      data[at + 2] = color & 255
      if (hasAlpha) data[at + 3] = isMasked(row, x * components, components, maskColor) ? 0 : 255
    }
  }
  return { width, height, channels, data }
}

function isMasked(
  row: Uint16Array,
  at: number,
  components: number,
  mask: readonly number[] | undefined,
): boolean {
  if (mask === undefined) return false
  for (let component = 0; component < components; component++) {
    const sample = row[at + component] as number
    const [least = 0, most = 0] =
      mask.length > components ? mask.slice(2 * component) : [mask[component], mask[component]]
    if (sample < least || sample > most) return false
  }
  return true
}

const maxCached = 1 << 18

/** From the samples at a position to a color in 24 bits. */
function colorLookup({ bits, space, decode }: ImageSource): (row: Uint16Array, at: number) => number {
  const { components } = space
  const most = 2 ** bits - 1
  const ranges = Array.from({ length: components }, (_, component) => {
    const [low, high] = space.range?.[component] ?? [0, space.mostOf(bits)]
    return [decode?.[2 * component] ?? low, decode?.[2 * component + 1] ?? high] as const
  })
  const known = new Map<number, number>()
  const values = new Array<number>(components).fill(0)
  return (row, at) => {
    let key = 0
    for (let component = 0; component < components; component++)
      key = key * (most + 1) + (row[at + component] as number)
    const found = known.get(key)
    if (found !== undefined) return found
    for (let component = 0; component < components; component++) {
      const [low, high] = ranges[component] as readonly [number, number]
      values[component] = low + ((row[at + component] as number) / most) * (high - low)
    }
    const [red, green, blue] = space
      .toRgb(values)
      .map(value => Math.round(Math.min(1, Math.max(0, value)) * 255))
    const color = ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0)
    if (known.size < maxCached && Number.isSafeInteger(key)) known.set(key, color)
    return color
  }
}

function applyMask({ data, width, height }: PngPixels, mask: NonNullable<ImageSource['mask']>): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [maskX, maskY] = [Math.floor((x * mask.width) / width), Math.floor((y * mask.height) / height)]
      data[4 * (y * width + x) + 3] = mask.data[maskY * mask.width + maskX] ?? 0
    }
}

/** Finished later: decoding JPEG takes a library that works asynchronously. */
function placeJpeg(graphics: Graphics, file: Uint8Array, source: ImageSource): void {
  if (!graphics.isPainting) return
  const { space, decode } = source
  const isPlain = (space.kind === 'DeviceRGB' || space.kind === 'DeviceGray') && decode?.[0] !== 1
  const id = graphics.jpegs.length
  graphics.jpegs.push({ file, components: space.components, isInverted: decode?.[0] === 1, isPlain })
  graphics.countOutput(file.length * 2)
  place(graphics, `jpeg:${id};`, source)
}

function place(graphics: Graphics, uri: string, { width, height, matrix }: ImageSource): void {
  const toDevice = multiplyMatrices(invertMatrix(matrix), graphics.state.matrix)
  const isCoarse = meanScale(toDevice) > largeSample * unitsPerPoint
  const rendering = isCoarse ? ' image-rendering="optimizeSpeed"' : ''
  graphics.add(
    `<image width="${width}" height="${height}" preserveAspectRatio="none"${rendering} transform="${formatMatrix(toDevice)}" xlink:href="${uri}"/>`,
  )
}

/** Paints the current color where the samples say so. */
export function paintMask(ps: Interpreter, graphics: Graphics, source: MaskSource): void {
  const { width, height, matrix, stream } = source
  checkSize(ps, width, height, 1)
  if (width === 0 || height === 0) return
  const bits = readMask(source)
  if (stream instanceof JpegStream || !graphics.isPainting) return
  const { paint } = graphics.state
  if (paint.kind === 'none') return
  const toDevice = multiplyMatrices(invertMatrix(matrix), graphics.state.matrix)
  if (width * height <= maxTracedPixels) {
    const d = traceMask(bits, width, height)
    if (d === '') return
    const fill = paint.kind === 'pattern' ? toHex(paint.color) : toHex(paint.color)
    const id = graphics.drawing.define('m', own => `<path id="${own}" d="${d}"/>`)
    graphics.add(`<use xlink:href="#${id}" transform="${formatMatrix(toDevice)}" fill="${fill}"/>`)
    return
  }
  const data = new Uint8Array(width * height * 4)
  const color = paint.color.map(value => Math.round(value * 255))
  for (let at = 0; at < bits.length; at++) {
    data.set(color, 4 * at)
    data[4 * at + 3] = bits[at] ? 255 : 0
  }
  const png = writePng({ width, height, channels: 4, data }).toString('base64')
  place(graphics, `data:image/png;base64,${png}`, {
    ...source,
    bits: 1,
    streams: [],
    space: deviceGray,
    decode: undefined,
  })
}

/** 1 where the mask is painted. */
export function readMask({ width, height, stream, isInverted }: MaskSource): Uint8Array {
  const bits = new Uint8Array(width * height)
  const row = new Uint8Array(Math.ceil(width / 8))
  for (let y = 0; y < height; y++) {
    if (stream.readInto(row) === 0) break
    for (let x = 0; x < width; x++) {
      const bit = ((row[x >> 3] as number) >> (7 - (x & 7))) & 1
      bits[y * width + x] = (bit === 1) === isInverted ? 1 : 0
    }
  }
  return bits
}

/** Rectangles: runs of a row that the next rows repeat. Renderers would blur the bitmaps of glyphs. */
function traceMask(bits: Uint8Array, width: number, height: number): string {
  const parts: string[] = []
  let open = new Map<number, { end: number; from: number }>()
  const close = (start: number, { end, from }: { end: number; from: number }, y: number) => {
    parts.push(`M${start} ${from}h${end - start}v${y - from}h${start - end}z`)
  }
  for (let y = 0; y <= height; y++) {
    const next = new Map<number, { end: number; from: number }>()
    for (let x = 0; x < width && y < height; ) {
      if (bits[y * width + x] === 0) {
        x++
        continue
      }
      const start = x
      while (x < width && bits[y * width + x] === 1) x++
      const above = open.get(start)
      next.set(start, { end: x, from: above?.end === x ? above.from : y })
    }
    for (const [start, run] of open) {
      const below = next.get(start)
      if (below?.from !== run.from || below.end !== run.end) close(start, run, y)
    }
    open = next
  }
  return parts.join('')
}
