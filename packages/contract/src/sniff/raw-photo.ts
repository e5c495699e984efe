/** Recognizes raw photos of cameras, most of which are TIFF files that no TIFF reader can show. */
import type { FormatId } from '../formats.ts'
import { hasAt } from './bytes.ts'
import { readTiffDirectories } from './tiff-directories.ts'

const tags = {
  subfileType: 254,
  compression: 259,
  colors: 262,
  make: 271,
  subDirectories: 330,
  dngVersion: 50_706,
} as const

/** Color filter array and linear raw. */
const rawColors: ReadonlySet<number> = new Set([32_803, 34_892])
/** Of Sony, Samsung, Nikon and Pentax. */
const rawCompressions: ReadonlySet<number> = new Set([32_767, 32_770, 34_713, 65_535])
const isThumbnail = 1

export function sniffRawPhoto(head: Uint8Array): FormatId | undefined {
  // Canon CR2 has its mark behind the header of TIFF.
  if (hasAt(head, 0, 'II*\0') && hasAt(head, 8, 'CR\x02\0')) return 'raw'
  const [first] = readTiffDirectories(head)
  if (first === undefined) return undefined
  const { values, offsets } = first
  if (values.has(tags.dngVersion)) return 'raw'
  if (!values.has(tags.make) && !offsets.has(tags.make)) return undefined
  const hasSubDirectories = values.has(tags.subDirectories) || offsets.has(tags.subDirectories)
  const isPreview = ((values.get(tags.subfileType) ?? 0) & isThumbnail) !== 0 && hasSubDirectories
  const isSensorData =
    rawColors.has(values.get(tags.colors) ?? 0) || rawCompressions.has(values.get(tags.compression) ?? 0)
  return isPreview || isSensorData ? 'raw' : undefined
}
