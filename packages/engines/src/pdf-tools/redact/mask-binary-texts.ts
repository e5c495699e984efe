/** Names in font programs and descriptions in color profiles: words are overwritten, so that everything else stays where it is. */
import type { TextSearch } from './search-text.ts'

type Region = readonly [start: number, end: number]

/** A copy without the words; undefined if there are none. */
export function maskWords(bytes: Buffer, regions: readonly Region[], search: TextSearch): Buffer | undefined {
  const places = regions.flatMap(region => placesIn(bytes, region, search))
  if (places.length === 0) return undefined
  const masked = Buffer.from(bytes)
  for (const { start, end, step } of places)
    for (let at = start; at < end; at += step) masked.write('-', at + step - 1, 'latin1')
  return masked
}

/** How many words they have. */
export function countWords(bytes: Buffer, regions: readonly Region[], search: TextSearch): number {
  return regions.flatMap(region => placesIn(bytes, region, search)).length
}

/** As single bytes, and as UTF-16 from even and from odd positions. */
function placesIn(bytes: Buffer, [start, end]: Region, search: TextSearch) {
  const region = bytes.subarray(start, end)
  const wide = [0, 1].map(offset => {
    const even = region.subarray(offset, offset + ((region.length - offset) & ~1))
    return { text: Buffer.from(even).swap16().toString('utf16le'), offset, step: 2 }
  })
  return [{ text: region.toString('latin1'), offset: 0, step: 1 }, ...wide].flatMap(
    ({ text, offset, step }) =>
      search(text).map(match => ({
        start: start + offset + step * match.start,
        end: start + offset + step * match.end,
        step,
      })),
  )
}

const textTables: ReadonlySet<string> = new Set(['name', 'post', 'meta', 'DSIG', 'FFTM'])
const sfntVersions: ReadonlySet<number> = new Set([0x00010000, 0x74727565, 0x4f54544f])
const tableBytes = 16

/** Of a font program; all of one that cannot be read. */
export function fontTextRegions(font: Buffer): Region[] {
  try {
    if (sfntVersions.has(font.readUInt32BE(0))) return sfntRegions(font)
    return font.readUInt8(0) === 1 ? cffRegions(font, 0) : [[0, eexecStart(font)]]
  } catch (error) {
    if (error instanceof RangeError) return [[0, font.length]]
    throw error
  }
}

function sfntRegions(font: Buffer): Region[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + tableBytes * index).flatMap(
    (at): Region[] => {
      const tag = font.toString('latin1', at, at + 4)
      const start = font.readUInt32BE(at + 8)
      if (tag === 'CFF ') return cffRegions(font, start)
      return textTables.has(tag) ? [[start, start + font.readUInt32BE(at + 12)]] : []
    },
  )
}

/** Names, then dictionaries, then strings (Adobe Technical Note 5176). */
function cffRegions(font: Buffer, start: number): Region[] {
  const names = start + font.readUInt8(start + 2)
  const dictionaries = indexEnd(font, names)
  const strings = indexEnd(font, dictionaries)
  return [
    [names, dictionaries],
    [strings, indexEnd(font, strings)],
  ]
}

function indexEnd(font: Buffer, start: number): number {
  const count = font.readUInt16BE(start)
  if (count === 0) return start + 2
  const offsetSize = font.readUInt8(start + 2)
  const offsets = start + 3
  return offsets + (count + 1) * offsetSize - 1 + font.readUIntBE(offsets + count * offsetSize, offsetSize)
}

/** What follows in a Type 1 font is encrypted. */
function eexecStart(font: Buffer): number {
  const found = font.indexOf('eexec')
  return found < 0 ? font.length : found
}

const profileHeaderBytes = 128
const textTags: ReadonlySet<string> = new Set([
  'desc',
  'text',
  'mluc',
  'dict',
  'ZXML',
  'utf8',
  'ut16',
  'zut8',
])

/** Signature of ICC profiles (ISO 15076-1). */
export function isColorProfile(bytes: Buffer): boolean {
  return bytes.toString('latin1', 36, 40) === 'acsp'
}

export function profileTextRegions(profile: Buffer): Region[] {
  if (profile.length < profileHeaderBytes + 4) return [[0, profile.length]]
  const count = Math.min(profile.readUInt32BE(profileHeaderBytes), 1000)
  return Array.from({ length: count }, (_, index) => profileHeaderBytes + 4 + 12 * index).flatMap(
    (at): Region[] => {
      if (at + 12 > profile.length) return []
      const [start, length] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)]
      return textTags.has(profile.toString('latin1', start, start + 4)) ? [[start, start + length]] : []
    },
  )
}
