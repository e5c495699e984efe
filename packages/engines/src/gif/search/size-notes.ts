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
    ...(effort.keepEvery > 1 ? [`${Math.round((fps / effort.keepEvery) * 10) / 10} frames a second`] : []),
  ]
  const given =
    changes.length === 0
      ? []
      : [`To become smaller it has ${changes.join(' and ')} instead of what you chose.`]
  if (fits) return given
  const overKilobytes = Math.ceil(bytes / 1024) - maxKilobytes
  return [
    ...given,
    `It could not be made as small as ${maxKilobytes} KB: it is ${overKilobytes} KB larger. A shorter piece or a smaller width would help.`,
  ]
}
