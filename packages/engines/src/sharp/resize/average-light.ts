/** Downscales by an exact area average in linear light, including cells that end within a pixel. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { lightTable, maxLight } from './linear-light.ts'
import { hasOpacity, isDeep, type Raster, type Window } from './raster.ts'

/** Linear light from 0 to 65535; colors are premultiplied when there is alpha. */
export interface LightPlanes extends Size {
  readonly colors: Uint16Array
  readonly colorChannels: 1 | 3
  readonly opacity: Uint16Array | undefined
}

export function averageLight(raster: Raster, window: Window, size: Size): LightPlanes {
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
