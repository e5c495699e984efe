/** Media details as short texts: '0:31', '1920 × 1080', 'H.264', 'AAC'. */
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { formatClock } from '../../lib/format-clock.ts'

/** Non-breaking space, so that a line wraps between details only. */
const nonBreakingSpace = '\u00a0'

export function describeDuration({ durationSeconds }: MediaDetails): string | undefined {
  return durationSeconds === null ? undefined : formatClock(durationSeconds)
}

export function describePixels({ video }: MediaDetails): string | undefined {
  return video ? `${video.width}${nonBreakingSpace}×${nonBreakingSpace}${video.height}` : undefined
}

export function describeCodecs({ video, audio }: MediaDetails): string[] {
  return [video?.codec, audio?.codec].filter(codec => codec !== undefined)
}

export function describeMedia(media: MediaDetails): string[] {
  return [describeDuration(media), describePixels(media), ...describeCodecs(media)].filter(
    detail => detail !== undefined,
  )
}
