/** Resizes raw pixels: downscales in linear light, enlarges in sRGB. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import sharp, { type Sharp } from 'sharp'
import {
  asUint16,
  hasOpacity,
  isDeep,
  openRaster,
  type Raster,
  spaceOf,
  toRaster,
  type Window,
} from './raster.ts'

const kernel = 'lanczos3'

export async function resizeRaster(raster: Raster, window: Window, size: Size): Promise<Raster> {
  const space = spaceOf(raster)
  if (size.width === window.width && size.height === window.height)
    return toRaster(openRaster(raster).extract(window), space)
  // Ringing at edges is stark in linear light; sRGB values are closer to perception.
  if (size.width >= window.width && size.height >= window.height)
    return toRaster(
      openRaster(raster).extract(window).resize(size.width, size.height, { fit: 'fill', kernel }),
      space,
    )
  if (raster.channels === 3 && !isDeep(raster) && isManyTimesSmaller(window, size))
    return toRaster(shrinkByLight(openRaster(raster).extract(window), size), space)
  const planes = averageLight(raster, window, {
    width: prescaled(window.width, size.width),
    height: prescaled(window.height, size.height),
  })
  const [colors, opacity] = await Promise.all([
    resizePlane(planes.colors, planes.colorChannels, planes, size),
    planes.opacity && resizePlane(planes.opacity, 1, planes, size),
  ])
  return stored({ ...size, colorChannels: planes.colorChannels, colors, opacity }, raster)
}

/** At such factors libvips averages linear light of opaque colors faster than averageLight. */
export function isManyTimesSmaller(from: Size, to: Size): boolean {
  return prescaled(from.width, to.width) < from.width && prescaled(from.height, to.height) < from.height
}

export function shrinkByLight(image: Sharp, { width, height }: Size): Sharp {
  return image.pipelineColourspace('scrgb').resize(width, height, { fit: 'fill', kernel })
}

/** Prescales by roughly whole pixels, leaving the kernel at least two source pixels per result pixel. */
function prescaled(from: number, to: number): number {
  return Math.round(from / Math.max(1, Math.floor(from / to / 2)))
}

async function resizePlane(plane: Uint16Array, channels: 1 | 3, from: Size, to: Size): Promise<Uint16Array> {
  const space = channels === 1 ? 'grey16' : 'rgb16'
  const raw = { width: from.width, height: from.height, channels }
  const bytes = await sharp(plane, { raw, limitInputPixels: false })
    .pipelineColourspace(space)
    .resize(to.width, to.height, { fit: 'fill', kernel })
    .toColourspace(space)
    .raw({ depth: 'ushort' })
    .toBuffer()
  return asUint16(bytes)
}

function stored(planes: LightPlanes, { channels, data: source }: Raster): Raster {
  const { width, height, colors, colorChannels, opacity } = planes
  const is16Bit = isDeep({ data: source })
  const values = storedTable(is16Bit)
  const length = width * height * channels
  const data = is16Bit ? new Uint16Array(length) : Buffer.allocUnsafe(length)
  if (opacity === undefined) {
    for (let at = 0; at < length; at++) data[at] = values[colors[at] as number] as number
    return { data, width, height, channels }
  }
  const opaque = is16Bit ? maxLight : 255
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    const part = opacity[pixel] as number
    const to = pixel * channels
    data[to + channels - 1] = (part * opaque) / maxLight + 0.5
    for (let channel = 0; channel < colorChannels; channel++) {
      const light = part === 0 ? 0 : ((colors[pixel * colorChannels + channel] as number) * maxLight) / part
      data[to + channel] = values[Math.min(maxLight, Math.round(light))] as number
    }
  }
  return { data, width, height, channels }
}

/** Linear light from 0 to 65535; colors are premultiplied when there is alpha. */
interface LightPlanes extends Size {
  readonly colors: Uint16Array
  readonly colorChannels: 1 | 3
  readonly opacity: Uint16Array | undefined
}

/** Downscales by an exact area average in linear light, including cells that end within a pixel. */
function averageLight(raster: Raster, window: Window, size: Size): LightPlanes {
  const colorChannels = raster.channels <= 2 ? 1 : 3
  const hasAlpha = hasOpacity(raster)
  const kept = colorChannels + (hasAlpha ? 1 : 0)
  const light = lightTable(isDeep(raster))
  if (!hasAlpha && size.width === window.width && size.height === window.height)
    return { ...size, colorChannels, colors: lightOfEach(raster, window, light), opacity: undefined }
  const cells = cellsOf(window.width, size.width)
  const rows = cellsOf(window.height, size.height)
  const planes = {
    ...size,
    colorChannels,
    colors: new Uint16Array(size.width * size.height * colorChannels),
    opacity: hasAlpha ? new Uint16Array(size.width * size.height) : undefined,
  } as const
  const line = new Float64Array(size.width * kept)
  const sums = new Float64Array(size.width * kept)
  for (let row = 0; row < size.height; row++) {
    sums.fill(0)
    for (let y = rows.first[row] as number; y <= (rows.last[row] as number); y++) {
      const start = ((window.top + y) * raster.width + window.left) * raster.channels
      if (hasAlpha) averageAlphaRow(raster, start, cells, light, line, kept)
      else if (colorChannels === 3) averageColorRow(raster.data, start, cells, light, line)
      else averageGrayRow(raster.data, start, cells, light, line)
      const weight = weightIn(rows, row, y)
      for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] as number) + weight * (line[at] as number)
    }
    write(sums, row, cells.size * rows.size, planes, kept)
  }
  return planes
}

/** No averaging needed: converts each pixel to linear light. */
function lightOfEach({ data, width, channels }: Raster, window: Window, light: Float64Array): Uint16Array {
  const rounded = Uint16Array.from(light, value => Math.round(value))
  const rowLength = window.width * channels
  const colors = new Uint16Array(rowLength * window.height)
  for (let row = 0, to = 0; row < window.height; row++) {
    const from = ((window.top + row) * width + window.left) * channels
    for (let at = from; at < from + rowLength; at++, to++) colors[to] = rounded[data[at] as number] as number
  }
  return colors
}

/** The pixels, or fractions of pixels, that make up each cell. */
interface Cells {
  readonly size: number
  readonly first: Int32Array
  readonly last: Int32Array
  readonly firstWeight: Float64Array
  readonly lastWeight: Float64Array
}

function cellsOf(pixels: number, count: number): Cells {
  const size = pixels / count
  const cells = {
    size,
    first: new Int32Array(count),
    last: new Int32Array(count),
    firstWeight: new Float64Array(count),
    lastWeight: new Float64Array(count),
  }
  for (let cell = 0; cell < count; cell++) {
    const [start, end] = [cell * size, Math.min(pixels, (cell + 1) * size)]
    const first = Math.floor(start + 1e-9)
    const last = Math.max(first, Math.ceil(end - 1e-9) - 1)
    cells.first[cell] = first
    cells.last[cell] = last
    cells.firstWeight[cell] = first === last ? end - start : first + 1 - start
    cells.lastWeight[cell] = end - last
  }
  return cells
}

function weightIn(cells: Cells, cell: number, index: number): number {
  if (index === cells.first[cell]) return cells.firstWeight[cell] as number
  return index === cells.last[cell] ? (cells.lastWeight[cell] as number) : 1
}

/** The three row loops are specialized by hand: almost all time is spent here. */
function averageColorRow(
  data: Raster['data'],
  start: number,
  cells: Cells,
  light: Float64Array,
  line: Float64Array,
): void {
  const { first, last, firstWeight, lastWeight } = cells
  for (let cell = 0, to = 0; cell < first.length; cell++, to += 3) {
    let at = start + (first[cell] as number) * 3
    const end = start + (last[cell] as number) * 3
    const before = firstWeight[cell] as number
    let red = before * (light[data[at] as number] as number)
    let green = before * (light[data[at + 1] as number] as number)
    let blue = before * (light[data[at + 2] as number] as number)
    for (at += 3; at < end; at += 3) {
      red += light[data[at] as number] as number
      green += light[data[at + 1] as number] as number
      blue += light[data[at + 2] as number] as number
    }
    if (at === end) {
      const after = lastWeight[cell] as number
      red += after * (light[data[at] as number] as number)
      green += after * (light[data[at + 1] as number] as number)
      blue += after * (light[data[at + 2] as number] as number)
    }
    line[to] = red
    line[to + 1] = green
    line[to + 2] = blue
  }
}

function averageGrayRow(
  data: Raster['data'],
  start: number,
  cells: Cells,
  light: Float64Array,
  line: Float64Array,
): void {
  const { first, last, firstWeight, lastWeight } = cells
  for (let cell = 0; cell < first.length; cell++) {
    let at = start + (first[cell] as number)
    const end = start + (last[cell] as number)
    let gray = (firstWeight[cell] as number) * (light[data[at] as number] as number)
    for (at += 1; at < end; at++) gray += light[data[at] as number] as number
    if (at === end) gray += (lastWeight[cell] as number) * (light[data[at] as number] as number)
    line[cell] = gray
  }
}

/** Weights pixels by their alpha. */
function averageAlphaRow(
  { data, channels }: Raster,
  start: number,
  cells: Cells,
  light: Float64Array,
  line: Float64Array,
  kept: number,
): void {
  line.fill(0)
  const opaque = data instanceof Uint16Array ? maxLight : 255
  for (let cell = 0; cell < cells.first.length; cell++) {
    const to = cell * kept
    for (let pixel = cells.first[cell] as number; pixel <= (cells.last[cell] as number); pixel++) {
      const at = start + pixel * channels
      const opacity = ((data[at + channels - 1] as number) / opaque) * weightIn(cells, cell, pixel)
      for (let channel = 0; channel < channels - 1; channel++)
        line[to + channel] =
          (line[to + channel] as number) + opacity * (light[data[at + channel] as number] as number)
      line[to + kept - 1] = (line[to + kept - 1] as number) + opacity * maxLight
    }
  }
}

function write(sums: Float64Array, row: number, cellSize: number, planes: LightPlanes, kept: number): void {
  const { colors, colorChannels, opacity, width } = planes
  const start = row * width
  for (let pixel = 0; pixel < width; pixel++) {
    for (let channel = 0; channel < colorChannels; channel++)
      colors[(start + pixel) * colorChannels + channel] =
        (sums[pixel * kept + channel] as number) / cellSize + 0.5
    if (opacity) opacity[start + pixel] = (sums[pixel * kept + kept - 1] as number) / cellSize + 0.5
  }
}

const maxLight = 65_535

/** Linear light (0 to 65535) of each 8-bit and 16-bit sRGB value. */
const lightOf8 = lights(255)
let lightOf16: Float64Array | undefined

/** sRGB value of each amount of linear light. */
const storedOf8 = Uint8Array.from({ length: maxLight + 1 }, (_, light) =>
  Math.round(255 * encoded(light / maxLight)),
)
let storedOf16: Uint16Array | undefined

function lightTable(isDeep: boolean): Float64Array {
  if (!isDeep) return lightOf8
  lightOf16 ??= lights(maxLight)
  return lightOf16
}

function storedTable(isDeep: boolean): Uint8Array | Uint16Array {
  if (!isDeep) return storedOf8
  storedOf16 ??= Uint16Array.from({ length: maxLight + 1 }, (_, light) =>
    Math.round(maxLight * encoded(light / maxLight)),
  )
  return storedOf16
}

function lights(largest: number): Float64Array {
  return Float64Array.from({ length: largest + 1 }, (_, stored) => maxLight * decoded(stored / largest))
}

function decoded(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function encoded(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}
