/** Rare image formats that state false sizes, end early or contain bombs: each ends as an error with a code, or as a note. */
import type { FormatId } from '@filesmith/contract/formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawFlag } from './support/images.ts'
import {
  blpHeader,
  ddsHeader,
  makeRareSamples,
  packDcx,
  packIcns,
  rareInputs,
} from './support/rare-samples.ts'
import { writeDng } from './support/write-dng.ts'

let converter: Converter
let samples: Awaited<ReturnType<typeof makeRareSamples>>

beforeAll(async () => {
  converter = await startConverter({ ...imagesOnly, maxPixels: 20_000_000 })
  samples = await makeRareSamples(drawFlag())
}, 60_000)

afterAll(() => converter.close())

async function codeOf(input: Buffer | string, from: FormatId): Promise<string> {
  try {
    const { notes } = await converter.processImage({ operation: 'convert-image', input, from, to: 'webp' })
    return notes.length > 0 ? 'converted with a note' : 'converted'
  } catch (error) {
    return (error as { readonly code: string }).code
  }
}

/** Bytes of one format with numbers at their offsets. */
function withNumbers(
  file: Buffer,
  numbers: Readonly<Record<number, readonly [bytes: 2 | 4, value: number]>>,
): Buffer {
  const changed = Buffer.from(file)
  for (const [at, [bytes, value]] of Object.entries(numbers)) changed.writeUIntLE(value, Number(at), bytes)
  return changed
}

const huge = 0x7fff_ffff

describe('convert-image: false sizes', () => {
  test.each<[string, FormatId, () => Buffer | string]>([
    ['PPM', 'ppm', () => 'P6\n2000000000 2000000000\n255\nabc'],
    ['text PGM', 'pgm', () => 'P2\n99999 99999\n255\n1 2 3'],
    ['PAM', 'pam', () => 'P7\nWIDTH 4000000\nHEIGHT 4000000\nDEPTH 4\nMAXVAL 255\nENDHDR\n'],
    ['PFM', 'pfm', () => 'PF\n100000 100000\n-1.0\n'],
    ['HDR', 'hdr', () => '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 100000 +X 100000\n'],
    ['DDS', 'dds', () => ddsHeader(60_000, 60_000)],
    ['BLP', 'blp', () => blpHeader(huge, huge, 16)],
    [
      'MSP',
      'msp',
      () =>
        withNumbers(Buffer.concat([Buffer.from('LinS'), Buffer.alloc(60)]), {
          4: [2, 65_535],
          6: [2, 65_535],
        }),
    ],
    ['TGA', 'tga', () => withNumbers(samples.tga, { 12: [2, 65_535], 14: [2, 65_535] })],
    ['PCX', 'pcx', () => withNumbers(samples.pcx, { 8: [2, 65_000], 10: [2, 65_000] })],
    ['raw photo', 'raw', () => writeDng(drawFlag(), { size: { width: 60_000, height: 60_000 } })],
    ['EXR', 'exr', () => exrWith(huge)],
  ])('%s', async (_name, from, write) => {
    expect(await codeOf(write(), from)).toMatch(/^(?:image-too-large|file-damaged)$/)
  })
})

/** The data window of the sample, stretched. */
function exrWith(right: number): Buffer {
  const at = samples.exr.indexOf('dataWindow\0box2i\0') + 'dataWindow\0box2i\0'.length + 4
  return withNumbers(samples.exr, { [at + 8]: [4, right] })
}

describe('convert-image: offsets and lists', () => {
  test.each<[string, FormatId, () => Buffer]>([
    [
      'a DCX whose pages start behind its end',
      'dcx',
      () => withNumbers(packDcx([samples.pcx]), { 4: [4, huge] }),
    ],
    [
      'a DCX with the same page a thousand times',
      'dcx',
      () => {
        const file = packDcx([Buffer.alloc(200, 10)])
        for (let at = 4; at < 4 + 4 * 1023; at += 4) file.writeUInt32LE(4100, at)
        return file
      },
    ],
    [
      'an ICNS whose entry is longer than the file',
      'icns',
      () => withNumbers(packIcns('it32', Buffer.alloc(20)), { 12: [4, 0xffff_ff7f] }),
    ],
    ['an ICNS without an image', 'icns', () => packIcns('TOC ', Buffer.alloc(8))],
    ['a BLP whose pixels are behind its end', 'blp', () => withNumbers(samples.blp, { 20: [4, huge] })],
    [
      'a raw photo whose sensor data are missing',
      'raw',
      () => {
        const dng = writeDng(drawFlag())
        return Buffer.concat([
          dng.subarray(0, 8),
          Buffer.alloc(160 * 120 * 2),
          dng.subarray(8 + 160 * 120 * 2),
        ])
      },
    ],
    [
      'an HDR with a run behind the end of the row',
      'hdr',
      () => Buffer.from('#?RGBE\n\n-Y 1 +X 8\n\x02\x02\0\x08\xff\x01\xff\x01\xff\x01\xff\x01', 'latin1'),
    ],
  ])('%s is rejected or said to be damaged', async (_name, from, write) => {
    expect(await codeOf(write(), from)).toMatch(
      /^(?:file-damaged|unsupported-variant|document-too-long|converted with a note)$/,
    )
  })
})

describe('convert-image: files that end early', () => {
  test.each(rareInputs)('%s', async from => {
    const complete = samples[from]
    for (const share of [0.03, 0.5])
      expect(await codeOf(complete.subarray(0, Math.round(complete.length * share)), from)).toMatch(
        /^(?:converted|converted with a note|file-damaged|unsupported-variant|image-too-large|needs-too-much-memory)$/,
      )
  })

  test('an image of which half is missing says so', async () => {
    for (const from of ['ppm', 'pgm', 'pam', 'pfm', 'hdr', 'msp'] as const) {
      const half = samples[from].subarray(0, samples[from].length / 2)
      expect([from, await codeOf(half, from)]).toEqual([from, 'converted with a note'])
    }
  })
})

test('convert-image: text in the place of pixels never names a file or an address (ImageTragick)', async () => {
  const script = 'push graphic-context\nimage over 0,0 0,0 "https://example.com/x.png"\n'
  for (const from of ['tga', 'dds', 'pcx', 'xpm', 'xbm', 'sgi', 'jp2', 'raw'] as const)
    expect([from, await codeOf(script.repeat(20), from)]).toEqual([
      from,
      expect.stringMatching(/damaged|unsupported|too-large/),
    ])
})
