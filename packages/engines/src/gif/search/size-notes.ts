/** Notes for the user: what was reduced to meet the size, or by how much it was missed. */
import { scaled } from '../encode/encode-clip.ts'
import type { Clip, GifFormat, GifOptions } from '../gif-context.ts'
import type { FittedResult } from './fit-size.ts'

export function sizeNotes(
  { effort, bytes, fits }: FittedResult,
  clip: Clip,
  format: GifFormat,
  { maxKilobytes, fps }: GifOptions,
): readonly string[] {
  if (maxKilobytes === 0) return []
  const { width, height } = scaled(clip, effort.scale, format)
  const changes = [
    ...(effort.scale < 1 ? [`${width} x ${height} pixels`] : []),
    ...(effort.keepEvery > 1 ? [`${Math.round((fps / effort.keepEvery) * 10) / 10} frames per second`] : []),
  ]
  const given =
    changes.length === 0 ? [] : [`To meet the file size, it was reduced to ${changes.join(' and ')}.`]
  if (fits) return given
  const overKilobytes = Math.ceil(bytes / 1024) - maxKilobytes
  return [
    ...given,
    `The file size of ${maxKilobytes} KB was missed by ${overKilobytes} KB. Try a shorter clip or a smaller width.`,
  ]
}
