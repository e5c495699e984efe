/** A HEIC file with two images: that of the sample, and the same turned by a quarter. */
import { readFileSync } from 'node:fs'

const sample = readFileSync(new URL('../samples/flag.heic', import.meta.url))

/** Boxes of ISO/IEC 14496-12 around one coded image that both items share. */
export function heicOfTwo(): Buffer {
  const [ftyp, hdlr, pitm, hvcC, ispe, pixi, mdat] = (
    ['ftyp', 'hdlr', 'pitm', 'hvcC', 'ispe', 'pixi', 'mdat'] as const
  ).map(boxOfSample)
  if (!ftyp || !mdat || !hdlr || !pitm || !hvcC || !ispe || !pixi) throw new Error('not the expected sample')
  const versionAndFlags = Buffer.alloc(4)
  const ids = [1, 2]
  const metaAt = (position: number) =>
    box(
      'meta',
      versionAndFlags,
      hdlr,
      pitm,
      box(
        'iloc',
        versionAndFlags,
        Buffer.from([0x44, 0x40]),
        short(ids.length),
        ...ids.flatMap(id => [short(id), short(0), long(0), short(1), long(position), long(mdat.length - 8)]),
      ),
      box(
        'iinf',
        versionAndFlags,
        short(ids.length),
        ...ids.map(id => box('infe', Buffer.from([2, 0, 0, 0]), short(id), short(0), Buffer.from('hvc1\0'))),
      ),
      box(
        'iprp',
        box('ipco', hvcC, ispe, pixi, box('irot', Buffer.from([1]))),
        box(
          'ipma',
          versionAndFlags,
          long(ids.length),
          short(1),
          Buffer.from([3, 0x81, 2, 0x83]),
          short(2),
          Buffer.from([4, 0x81, 2, 0x83, 0x84]),
        ),
      ),
    )
  const position = ftyp.length + metaAt(0).length + 8
  return Buffer.concat([ftyp, metaAt(position), mdat])
}

function boxOfSample(type: string): Buffer {
  const start = sample.indexOf(type, 0, 'latin1') - 4
  return sample.subarray(start, start + sample.readUInt32BE(start))
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const data = Buffer.concat(content)
  return Buffer.concat([long(data.length + 8), Buffer.from(type, 'latin1'), data])
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
