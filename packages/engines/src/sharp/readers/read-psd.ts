/** Reads the merged image of Photoshop files (PSD, PSB): 1, 8 or 16 bits, gray, indexed, RGB or CMYK. */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedPixels } from './decoded-image.ts'

const headerBytes = 26
const modes = { bitmap: 0, gray: 1, indexed: 2, rgb: 3, cmyk: 4, duotone: 8 } as const
const paletteBytes = 768
const iccResource = 1039
const transparentIndexResource = 1047

interface Sections {
  readonly palette: Buffer
  readonly icc: Buffer | undefined
  /** Of an indexed image. */
  readonly transparentIndex: number
  /** The first extra channel is the transparency of the merged image, not a saved selection. */
  readonly isTransparent: boolean
  readonly image: Buffer
}

/** Undefined for what only a complete decoder reads: Lab, several inks, floating point. */
export function readPsd(file: Buffer, maxPixels: number): DecodedPixels | undefined {
  const { isLarge, channels, width, height, depth, mode } = readHeader(file)
  checkDecodedSize(width, height, maxPixels)
  const colors = colorChannels(mode, depth)
  if (colors === undefined) return undefined
  if (channels < colors || channels > 56) throw new JobFailure('file-damaged')
  const sections = readSections(file, isLarge)
  const hasAlpha = channels > colors && sections.isTransparent && mode !== modes.cmyk
  const wanted = colors + (hasAlpha ? 1 : 0)
  const rowBytes = Math.ceil((width * depth) / 8)
  const layout = { channels, wanted, height, rowBytes, isLarge }
  if (sections.image.length < 2) throw new JobFailure('file-damaged')
  const compression = sections.image.readUInt16BE(0)
  // Others are not used for merged images.
  if (compression > 1) return undefined
  const rows = compression === 1 ? packedRows(sections.image, layout) : plainRows(sections.image, layout)
  const data =
    depth === 16 ? new Uint16Array(width * height * wanted) : Buffer.alloc(rowBytes * height * wanted)
  const size = { width, height, readShare: placeRows(rows, data, layout) }
  if (mode === modes.bitmap) return { ...size, data: unpackBits(data, width, height), channels: 1 }
  if (mode === modes.indexed) return { ...size, ...applyPalette(data, sections) }
  const most = depth === 16 ? 0xffff : 0xff
  if (mode === modes.cmyk) invert(data, most)
  if (hasAlpha) removeWhite(data, wanted, most)
  return {
    ...size,
    data,
    channels: wanted as DecodedPixels['channels'],
    ...(mode === modes.cmyk && { isCmyk: true }),
    icc: sections.icc,
  }
}

function readHeader(file: Buffer) {
  const version = file.length < headerBytes ? 0 : file.readUInt16BE(4)
  const isSigned = file.toString('latin1', 0, 4) === '8BPS' && (version === 1 || version === 2)
  if (!isSigned) throw new JobFailure('file-damaged')
  return {
    isLarge: version === 2,
    channels: file.readUInt16BE(12),
    height: file.readUInt32BE(14),
    width: file.readUInt32BE(18),
    depth: file.readUInt16BE(22),
    mode: file.readUInt16BE(24),
  }
}

/** Ink is stored as the light that is left. */
function invert(data: Uint8Array | Uint16Array, most: number): void {
  for (let at = 0; at < data.length; at++) data[at] = most - (data[at] as number)
}

function colorChannels(mode: number, depth: number): number | undefined {
  if (mode === modes.bitmap) return depth === 1 ? 1 : undefined
  if (mode === modes.indexed) return depth === 8 ? 1 : undefined
  if (depth !== 8 && depth !== 16) return undefined
  if (mode === modes.gray || mode === modes.duotone) return 1
  if (mode === modes.rgb) return 3
  return mode === modes.cmyk ? 4 : undefined
}

function readSections(file: Buffer, isLarge: boolean): Sections {
  let at = headerBytes
  const take = (lengthBytes: 4 | 8): Buffer => {
    if (at + lengthBytes > file.length) throw new JobFailure('file-damaged')
    const length = lengthBytes === 4 ? file.readUInt32BE(at) : Number(file.readBigUInt64BE(at))
    const section = file.subarray(at + lengthBytes, at + lengthBytes + length)
    at += lengthBytes + length
    return section
  }
  const palette = take(4)
  const resources = readResources(take(4))
  const layers = take(isLarge ? 8 : 4)
  const transparentIndex = resources.get(transparentIndexResource)
  return {
    palette,
    icc: resources.get(iccResource),
    transparentIndex: transparentIndex && transparentIndex.length >= 2 ? transparentIndex.readInt16BE(0) : -1,
    isTransparent: layerCount(layers, isLarge) < 0,
    image: file.subarray(at),
  }
}

/** Negative if the merged image has transparency. */
function layerCount(layers: Buffer, isLarge: boolean): number {
  const at = isLarge ? 8 : 4
  return layers.length >= at + 2 ? layers.readInt16BE(at) : 0
}

function readResources(section: Buffer): ReadonlyMap<number, Buffer> {
  const resources = new Map<number, Buffer>()
  let at = 0
  while (at + 12 <= section.length && section.toString('latin1', at, at + 4) === '8BIM') {
    const id = section.readUInt16BE(at + 4)
    const nameBytes = (section[at + 6] ?? 0) + 1
    const lengthAt = at + 6 + nameBytes + (nameBytes % 2)
    if (lengthAt + 4 > section.length) break
    const length = section.readUInt32BE(lengthAt)
    resources.set(id, section.subarray(lengthAt + 4, lengthAt + 4 + length))
    at = lengthAt + 4 + length + (length % 2)
  }
  return resources
}

interface PlaneLayout {
  readonly channels: number
  readonly wanted: number
  readonly height: number
  readonly rowBytes: number
  readonly isLarge: boolean
}

/** All rows of the first channel, then those of the next; the last one may be incomplete. Each is valid until the next. */
type Rows = Generator<Uint8Array>

function* plainRows(image: Buffer, { wanted, height, rowBytes }: PlaneLayout): Rows {
  const end = Math.min(image.length, 2 + wanted * height * rowBytes)
  for (let at = 2; at < end; at += rowBytes) yield image.subarray(at, Math.min(at + rowBytes, end))
}

function* packedRows(image: Buffer, { channels, wanted, height, rowBytes, isLarge }: PlaneLayout): Rows {
  const countBytes = isLarge ? 4 : 2
  const unpacked = new Uint8Array(rowBytes)
  let at = 2 + channels * height * countBytes
  for (let row = 0; row < wanted * height && at < image.length; row++) {
    const countAt = 2 + row * countBytes
    const length = isLarge ? image.readUInt32BE(countAt) : image.readUInt16BE(countAt)
    unpackRow(image.subarray(at, at + length), unpacked)
    yield unpacked
    at += length
  }
}

/** PackBits: a count and literal bytes, or a negative count and one byte to repeat. Loops: most counts are small. */
function unpackRow(packed: Uint8Array, row: Uint8Array): void {
  let [at, to] = [0, 0]
  while (at < packed.length && to < row.length) {
    const count = packed[at++] as number
    if (count < 128) {
      const end = Math.min(to + count + 1, row.length, to + packed.length - at)
      while (to < end) row[to++] = packed[at++] as number
    } else if (count > 128) {
      const end = Math.min(to + 257 - count, row.length)
      const value = packed[at++] ?? 0
      while (to < end) row[to++] = value
    }
  }
  row.fill(0, to)
}

/** Interleaves the samples of the rows; returns the fraction of their bytes that there was. */
function placeRows(
  rows: Rows,
  data: Buffer | Uint16Array,
  { wanted, height, rowBytes }: PlaneLayout,
): number {
  const rowSamples = rowBytes / data.BYTES_PER_ELEMENT
  let [index, readBytes] = [0, 0]
  for (const row of rows) {
    const channel = Math.floor(index / height)
    const start = (index % height) * rowSamples * wanted + channel
    if (data instanceof Uint16Array) placeBigEndian(row, data, start, wanted)
    else if (wanted === 1) data.set(row, start)
    else for (let x = 0, to = start; x < row.length; x++, to += wanted) data[to] = row[x] as number
    index += 1
    readBytes += row.length
  }
  return readBytes / (wanted * height * rowBytes)
}

function placeBigEndian(row: Uint8Array, data: Uint16Array, start: number, step: number): void {
  for (let at = 0, to = start; at + 1 < row.length; at += 2, to += step)
    data[to] = ((row[at] as number) << 8) | (row[at + 1] as number)
}

/** A set bit is black. */
function unpackBits(bits: Uint8Array | Uint16Array, width: number, height: number): Buffer {
  const stride = Math.ceil(width / 8)
  const data = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isBlack = (((bits[y * stride + (x >> 3)] as number) >> (7 - (x & 7))) & 1) === 1
      data[y * width + x] = isBlack ? 0 : 255
    }
  return data
}

/** All reds, then all greens, then all blues. */
function applyPalette(
  indexes: Uint8Array | Uint16Array,
  { palette, transparentIndex }: Sections,
): Pick<DecodedPixels, 'data' | 'channels'> {
  const colors = Buffer.alloc(paletteBytes)
  palette.copy(colors)
  const channels = transparentIndex >= 0 && transparentIndex < 256 ? 4 : 3
  const data = Buffer.alloc(indexes.length * channels)
  for (let pixel = 0, to = 0; pixel < indexes.length; pixel++, to += channels) {
    const index = indexes[pixel] as number
    data[to] = colors[index] as number
    data[to + 1] = colors[256 + index] as number
    data[to + 2] = colors[512 + index] as number
    if (channels === 4) data[to + 3] = index === transparentIndex ? 0 : 255
  }
  return { data, channels }
}

/** Merged images are blended with white; the colors before that are wanted. */
function removeWhite(data: Uint8Array | Uint16Array, channels: number, most: number): void {
  for (let at = 0; at < data.length; at += channels) {
    const alpha = data[at + channels - 1] as number
    if (alpha === most || alpha === 0) continue
    for (let channel = at; channel < at + channels - 1; channel++) {
      const color = (((data[channel] as number) - (most - alpha)) * most) / alpha
      data[channel] = Math.min(most, Math.max(0, Math.round(color)))
    }
  }
}
