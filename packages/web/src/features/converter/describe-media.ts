/** A film or a recording in a few figures: '0:31', '1920 × 1080', 'H.264', 'AAC'. */
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { formatClock } from '../../lib/format-clock.ts'

/** Spaces inside a figure never break, so a line of them wraps between figures. */
const gap = '\u00a0'

export function describeLength({ durationSeconds }: MediaDetails): string | undefined {
  return durationSeconds === null ? undefined : formatClock(durationSeconds)
}

export function describePixels({ video }: MediaDetails): string | undefined {
  return video ? `${video.width}${gap}×${gap}${video.height}` : undefined
}

export function describeCodecs({ video, audio }: MediaDetails): string[] {
  return [video?.codec, audio?.codec].filter(codec => codec !== undefined)
}

export function describeMedia(media: MediaDetails): string[] {
  return [describeLength(media), describePixels(media), ...describeCodecs(media)].filter(
    figure => figure !== undefined,
  )
}
