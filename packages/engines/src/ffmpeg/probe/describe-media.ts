/** Says what a film or a recording is like, in the words of the contract. */
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { codecName } from './codec-names.ts'
import type { MediaProbe } from './media-probe.ts'

/** `truth` is what was measured, where what the file says is not to be trusted. */
export function describeMedia(
  probe: MediaProbe,
  truth: { readonly lengthSeconds: number | null; readonly framesPerSecond?: number | null },
): MediaDetails {
  const { video } = probe
  const [sound] = probe.audio
  const rate = truth.framesPerSecond ?? video?.framesPerSecond ?? null
  return {
    durationSeconds: rounded(truth.lengthSeconds, 1000),
    video: video && {
      codec: codecName(video.codec),
      width: video.shownWidth,
      height: video.shownHeight,
      framesPerSecond: rounded(rate, 1000),
      isHdr: video.isHdr,
    },
    audio:
      sound === undefined
        ? null
        : {
            codec: codecName(sound.codec),
            channels: sound.channels,
            sampleRateHz: sound.sampleRateHz,
            bitrateKbps: sound.bitrate === null ? null : Math.round(sound.bitrate / 1000),
            isLossless: sound.isLossless,
          },
    audioTracks: probe.audio.length,
    subtitleTracks: probe.subtitles.length,
  }
}

function rounded(value: number | null, parts: number): number | null {
  return value === null ? null : Math.round(value * parts) / parts
}
