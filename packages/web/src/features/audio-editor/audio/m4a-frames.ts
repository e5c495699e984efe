/** Locates the AAC frames inside an MP4 container, so that they can be decoded as ADTS frames. */
import { aacPrerollFrames, adtsHeader, adtsRatesHz } from './adts-frames.ts'
import { openByteWindow } from './byte-window.ts'
import type { EncodedFrames } from './encoded-frames.ts'

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts'])
/** Larger than the `moov` box of 24 hours of audio. */
const maxIndexBytes = 64 * 1024 * 1024
const samplesPerFrame = 1024

type Boxes = ReadonlyMap<string, DataView>

/** Undefined unless the file contains an AAC-LC track. */
export async function findM4aFrames(file: Blob): Promise<EncodedFrames | undefined> {
  const index = await readIndex(file)
  if (!index) return undefined
  const tracks = childrenOf(index).filter(({ type }) => type === 'trak')
  const track = tracks.map(({ body }) => flatten(body)).find(boxes => boxes.has('stsd') && isAac(boxes))
  const config = track && readConfig(track)
  if (!track || !config) return undefined
  const sizes = readSizes(track)
  const offsets = readOffsets(track, sizes)
  const isInOrder = offsets.every((offset, index) => index === 0 || offset > (offsets[index - 1] ?? 0))
  if (offsets.length === 0 || offsets.length !== sizes.length || !isInOrder) return undefined
  const { objectType, sampleRateHz, channels } = config
  const { leadSamples, lengthSamples } = readEdit(track, flatten(index), sizes.length * samplesPerFrame)
  return {
    offsets,
    sizes,
    samplesPerFrame,
    sampleRateHz,
    leadSamples,
    tailSamples: Math.max(0, sizes.length * samplesPerFrame - leadSamples - lengthSamples),
    prerollFrames: aacPrerollFrames,
    frameHeader: sizeBytes => adtsHeader(objectType, sampleRateHz, channels, sizeBytes),
  }
}

async function readIndex(file: Blob): Promise<DataView | undefined> {
  const bytes = openByteWindow(file)
  for (let offset = 0; offset + 8 <= file.size; ) {
    const head = viewOf(await bytes.at(offset, 16))
    const short = head.getUint32(0)
    const isLong = short === 1
    const size = isLong ? Number(head.getBigUint64(8)) : short === 0 ? file.size - offset : short
    if (size < 8) return undefined
    if (tagAt(head, 4) === 'moov')
      return size > maxIndexBytes
        ? undefined
        : viewOf(new Uint8Array(await file.slice(offset + 8, offset + size).arrayBuffer()))
    offset += size
  }
  return undefined
}

function childrenOf(parent: DataView) {
  const children: { type: string; body: DataView }[] = []
  for (let offset = 0; offset + 8 <= parent.byteLength; ) {
    const size = parent.getUint32(offset)
    if (size < 8 || offset + size > parent.byteLength) break
    const body = new DataView(parent.buffer, parent.byteOffset + offset + 8, size - 8)
    children.push({ type: tagAt(parent, offset + 4), body })
    offset += size
  }
  return children
}

function flatten(parent: DataView): Boxes {
  const found = new Map<string, DataView>()
  for (const { type, body } of childrenOf(parent)) {
    if (!found.has(type)) found.set(type, body)
    if (type === 'trak' || !containers.has(type)) continue
    for (const [inner, view] of flatten(body)) if (!found.has(inner)) found.set(inner, view)
  }
  return found
}

function isAac(boxes: Boxes): boolean {
  const description = boxes.get('stsd')
  return description !== undefined && description.byteLength > 16 && tagAt(description, 12) === 'mp4a'
}

/** AudioSpecificConfig: the first plausible DecoderSpecificInfo descriptor (tag 5) after the `esds` box name. */
function readConfig(boxes: Boxes) {
  const description = boxes.get('stsd')
  if (!description) return undefined
  const end = description.byteLength - 4
  let offset = 16
  while (offset < end && tagAt(description, offset) !== 'esds') offset += 1
  for (offset += 8; offset < end; offset += 1) {
    const config = description.getUint8(offset) === 5 ? configAt(description, offset + 1) : undefined
    if (config) return config
  }
  return undefined
}

/** The descriptor size may be padded with up to three 0x80 bytes. */
function configAt(description: DataView, sizeOffset: number) {
  let offset = sizeOffset
  while (offset < description.byteLength - 3 && description.getUint8(offset) === 0x80) offset += 1
  const bits = description.getUint16(offset + 1)
  const objectType = bits >> 11
  const sampleRateHz = adtsRatesHz[(bits >> 7) & 15]
  const channels = (bits >> 3) & 15
  const isPlainAac = description.getUint8(offset) >= 2 && objectType === 2
  return isPlainAac && sampleRateHz && channels > 0 && channels < 8
    ? { objectType, sampleRateHz, channels }
    : undefined
}

function readSizes(boxes: Boxes): number[] {
  const table = boxes.get('stsz')
  if (!table) return []
  const same = table.getUint32(4)
  return Array.from({ length: table.getUint32(8) }, (_, index) => same || table.getUint32(12 + index * 4))
}

function readOffsets(boxes: Boxes, sizes: readonly number[]): number[] {
  const [short, long, runs] = [boxes.get('stco'), boxes.get('co64'), boxes.get('stsc')]
  const chunks = short ?? long
  if (!chunks || !runs) return []
  const runCount = runs.getUint32(4)
  const offsets: number[] = []
  let run = 0
  for (let chunk = 0; chunk < chunks.getUint32(4); chunk += 1) {
    while (run + 1 < runCount && runs.getUint32(8 + (run + 1) * 12) <= chunk + 1) run += 1
    let offset = long ? Number(long.getBigUint64(8 + chunk * 8)) : chunks.getUint32(8 + chunk * 4)
    for (let left = runs.getUint32(8 + run * 12 + 4); left > 0 && offsets.length < sizes.length; left -= 1) {
      offsets.push(offset)
      offset += sizes[offsets.length - 1] ?? 0
    }
  }
  return offsets
}

/** The edit list gives the encoder delay and the length of the actual audio. */
function readEdit(boxes: Boxes, index: Boxes, rawSamples: number) {
  const edits = boxes.get('elst')
  const header = index.get('mvhd')
  const plain = { leadSamples: 0, lengthSamples: rawSamples }
  if (!edits || !header || edits.getUint32(4) !== 1 || edits.getUint8(0) !== 0) return plain
  const movieScale = header.getUint32(header.getUint8(0) === 1 ? 20 : 12)
  const media = boxes.get('mdhd')
  const mediaScale = media?.getUint32(media.getUint8(0) === 1 ? 20 : 12) ?? 0
  const leadSamples = edits.getInt32(12)
  const duration = edits.getUint32(8)
  if (leadSamples < 0 || movieScale === 0 || mediaScale === 0) return plain
  const lengthSamples = Math.round((duration / movieScale) * mediaScale)
  return { leadSamples, lengthSamples: duration === 0 ? rawSamples - leadSamples : lengthSamples }
}

function tagAt(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map(index => view.getUint8(offset + index)))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
