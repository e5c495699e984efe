/** Turns the first frame of an image sequence (moving AVIF or HEIC) into a still image file, without decoding it. */

const box = (type: string, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(body.length + 8, 0)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}
const fullBox = (type: string, ...content: readonly Uint8Array[]): Buffer =>
  box(type, Buffer.alloc(4), ...content)
const uint16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}
const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}
const text = (characters: string): Buffer => Buffer.from(characters, 'latin1')

/** Sample entries of video tracks, with the box that configures their decoder. */
const codecs: Readonly<Record<string, { readonly item: string; readonly configuration: string }>> = {
  av01: { item: 'av01', configuration: 'av1C' },
  hvc1: { item: 'hvc1', configuration: 'hvcC' },
  hev1: { item: 'hvc1', configuration: 'hvcC' },
}
/** Fields of a video sample entry before its boxes. */
const sampleEntryBytes = 78

/** Undefined without a track that can be read. */
export function firstFrameAsStill(file: Buffer): Buffer | undefined {
  const movie = find(file, 'moov')
  for (const track of movie ? boxes(movie).filter(({ type }) => type === 'trak') : []) {
    const still = stillOfTrack(file, track.content)
    if (still) return still
  }
  return undefined
}

function stillOfTrack(file: Buffer, track: Buffer): Buffer | undefined {
  const table = find(track, 'mdia', 'minf', 'stbl')
  const descriptions = table && find(table, 'stsd')
  const entry = descriptions && boxes(descriptions.subarray(8))[0]
  const codec = entry && codecs[entry.type]
  if (!(table && entry && codec) || entry.content.length < sampleEntryBytes) return undefined
  const inner = boxes(entry.content.subarray(sampleEntryBytes))
  const property = (type: string) => inner.find(found => found.type === type)
  const configuration = property(codec.configuration)
  const sample = firstSample(file, table)
  if (!(configuration && sample)) return undefined
  const color = property('colr')
  return writeStill({
    item: codec.item,
    width: entry.content.readUInt16BE(24),
    height: entry.content.readUInt16BE(26),
    properties: [
      box(codec.configuration, configuration.content),
      ...(color ? [box('colr', color.content)] : []),
    ],
    sample,
  })
}

function firstSample(file: Buffer, table: Buffer): Buffer | undefined {
  const sizes = find(table, 'stsz')
  const chunks = find(table, 'stco')
  const largeChunks = find(table, 'co64')
  if (!sizes || sizes.length < 12) return undefined
  const size = sizes.readUInt32BE(4) || (sizes.length >= 16 ? sizes.readUInt32BE(12) : 0)
  let start = -1
  if (chunks && chunks.length >= 12) start = chunks.readUInt32BE(8)
  else if (largeChunks && largeChunks.length >= 16) start = Number(largeChunks.readBigUInt64BE(8))
  const sample = start > 0 ? file.subarray(start, start + size) : undefined
  return sample && sample.length > 0 ? sample : undefined
}

interface Still {
  readonly item: string
  readonly width: number
  readonly height: number
  readonly properties: readonly Buffer[]
  readonly sample: Buffer
}

/** ISO/IEC 23008-12: one item, its properties and its data. */
function writeStill({ item, width, height, properties, sample }: Still): Buffer {
  const type = box(
    'ftyp',
    text(item === 'av01' ? 'avif' : 'heic'),
    uint32(0),
    text('mif1'),
    text(item === 'av01' ? 'avif' : 'heic'),
  )
  const all = [fullBox('ispe', uint32(width, height)), ...properties]
  const associations = Buffer.from(all.map((_, index) => index + 1))
  const meta = (dataAt: number) =>
    fullBox(
      'meta',
      fullBox('hdlr', uint32(0), text('pict'), Buffer.alloc(13)),
      fullBox('pitm', uint16(1)),
      // Positions and lengths of 4 bytes; one item with one extent.
      fullBox('iloc', uint16(0x4400, 1, 1, 0, 1), uint32(dataAt, sample.length)),
      fullBox(
        'iinf',
        uint16(1),
        box('infe', Buffer.from([2, 0, 0, 0]), uint16(1, 0), text(item), Buffer.alloc(1)),
      ),
      box(
        'iprp',
        box('ipco', ...all),
        fullBox('ipma', uint32(1), uint16(1), Buffer.from([associations.length]), associations),
      ),
    )
  const dataAt = type.length + meta(0).length + 8
  return Buffer.concat([type, meta(dataAt), box('mdat', sample)])
}

interface Box {
  readonly type: string
  readonly content: Buffer
}

function boxes(container: Buffer): Box[] {
  const found: Box[] = []
  let at = 0
  while (at + 8 <= container.length) {
    const short = container.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= container.length
    const stated = isLong ? Number(container.readBigUInt64BE(at + 8)) : short
    // 0 reaches to the end.
    const length = stated === 0 ? container.length - at : stated
    const headerBytes = isLong ? 16 : 8
    if (length < headerBytes) break
    found.push({
      type: container.toString('latin1', at + 4, at + 8),
      content: container.subarray(at + headerBytes, at + length),
    })
    at += length
  }
  return found
}

function find(container: Buffer, ...path: readonly string[]): Buffer | undefined {
  let inside: Buffer | undefined = container
  for (const type of path) {
    inside = inside && boxes(inside).find(found => found.type === type)?.content
  }
  return inside
}
