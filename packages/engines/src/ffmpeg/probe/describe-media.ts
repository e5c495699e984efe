/** Maps a probe to the media details of the contract. */
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { codecName } from './codec-names.ts'
import type { MediaProbe } from './media-probe.ts'

/** `measurements` override what the file declares. */
export function describeMedia(
  probe: MediaProbe,
  measurements: { readonly lengthSeconds: number | null; readonly framesPerSecond?: number | null },
): MediaDetails {
  const { video } = probe
  const [audio] = probe.audio
  const rate = measurements.framesPerSecond ?? video?.framesPerSecond ?? null
  return {
    durationSeconds: rounded(measurements.lengthSeconds, 1000),
    video: video && {
      codec: codecName(video.codec),
      width: video.displayWidth,
      height: video.displayHeight,
      framesPerSecond: rounded(rate, 1000),
      isHdr: video.isHdr,
    },
    audio:
      audio === undefined
        ? null
        : {
            codec: codecName(audio.codec),
            channels: audio.channels,
            sampleRateHz: audio.sampleRateHz,
            bitrateKbps: audio.bitrate === null ? null : Math.round(audio.bitrate / 1000),
            isLossless: audio.isLossless,
          },
    audioTracks: probe.audio.length,
    subtitleTracks: probe.subtitles.length,
  }
}

function rounded(value: number | null, fractions: number): number | null {
  return value === null ? null : Math.round(value * fractions) / fractions
}
