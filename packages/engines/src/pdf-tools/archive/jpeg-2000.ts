/** The boxes of a JPEG 2000 file that PDF/A has rules about. */

export interface Jpeg2000 {
  readonly components: number | undefined
  readonly bits: number | undefined
  readonly hasMixedBits: boolean
  readonly colorSpaces: readonly {
    readonly method: number
    readonly isPreferred: boolean
    readonly enumerated: number | undefined
  }[]
}

const variableBits = 255

/** Undefined without a header. */
export function readJpeg2000(data: Buffer): Jpeg2000 | undefined {
  const boxes = [...boxesOf(data)].flatMap(({ type, content }) =>
    type === 'jp2h' ? [...boxesOf(content)] : [],
  )
  const colorSpaces = boxes.flatMap(({ type, content }) => {
    if (type !== 'colr' || content.length < 3) return []
    const method = content.readUInt8(0)
    const enumerated = method === 1 && content.length >= 7 ? content.readUInt32BE(3) : undefined
    return [{ method, isPreferred: content.readUInt8(2) === 1, enumerated }]
  })
  const header = boxes.find(({ type, content }) => type === 'ihdr' && content.length >= 11)?.content
  if (header !== undefined) {
    const bits = header.readUInt8(10)
    return {
      components: header.readUInt16BE(8),
      bits: bits === variableBits ? undefined : (bits & 0x7f) + 1,
      hasMixedBits: bits === variableBits,
      colorSpaces,
    }
  }
  // A stream without boxes begins with its size.
  const isStream = data.length > 42 && data.readUInt32BE(0) === 0xff4fff51
  return isStream
    ? { components: data.readUInt16BE(40), bits: undefined, hasMixedBits: false, colorSpaces }
    : undefined
}

function* boxesOf(data: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at + 8 <= data.length; ) {
    const short = data.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= data.length
    const size = isLong ? Number(data.readBigUInt64BE(at + 8)) : short === 0 ? data.length - at : short
    const header = isLong ? 16 : 8
    if (size < header) return
    yield { type: data.toString('latin1', at + 4, at + 8), content: data.subarray(at + header, at + size) }
    at += size
  }
}
