/** Puts the tables of a font into another container. */
import type { FormatId } from '@filesmith/contract/formats'
import { JobFailure } from '../../process/job-failure.ts'
import type { DataResult, DataTask } from '../tasks/task.ts'
import { damagedFont, type Font, postScriptFlavor, readFont, writeFont } from './sfnt.ts'
import { readWoff, writeWoff } from './woff.ts'

/** Of a WOFF2 file, which declares its unpacked size. */
const maxUnpackedBytes = 256 * 1024 * 1024
const unpackedSizeAt = 16

export async function convertFontFile({ input, from, to }: DataTask): Promise<DataResult> {
  const { font, count } = await readAny(input, from)
  refuseOutlines(font, to)
  const notes = count > 1 ? [`The collection has ${count} fonts; this is the first one.`] : []
  return { content: await writeAny(font, to), report: () => ({ notes }) }
}

async function readAny(
  input: Buffer,
  from: FormatId,
): Promise<{ readonly font: Font; readonly count: number }> {
  if (from === 'woff') return { font: readWoff(input), count: 1 }
  if (from !== 'woff2') return readFont(input)
  if (input.length < unpackedSizeAt + 4 || input.readUInt32BE(unpackedSizeAt) > maxUnpackedBytes)
    throw damagedFont('a wrong size')
  const { decompress } = await import('woff2-encoder')
  const unpacked = await decompress(input).catch((error: unknown) => {
    throw damagedFont(String(error))
  })
  return readFont(Buffer.from(unpacked))
}

async function writeAny(font: Font, to: FormatId): Promise<Buffer> {
  if (to === 'woff') return writeWoff(font)
  const sfnt = writeFont(font)
  if (to !== 'woff2') return sfnt
  const { compress } = await import('woff2-encoder')
  return Buffer.from(
    await compress(sfnt).catch((error: unknown) => {
      throw damagedFont(String(error))
    }),
  )
}

/** TrueType outlines are quadratic curves, PostScript ones cubic: converting would change the glyphs. */
function refuseOutlines({ flavor }: Font, to: FormatId): void {
  const isPostScript = flavor === postScriptFlavor
  if (to === 'ttf' && isPostScript)
    throw new JobFailure('font-outlines', { outlines: 'PostScript', format: 'OTF' })
  if (to === 'otf' && !isPostScript)
    throw new JobFailure('font-outlines', { outlines: 'TrueType', format: 'TTF' })
}
