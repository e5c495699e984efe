/** Checks that reject a media file before any expensive work. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import type { MediaLimits } from '../../engine.ts'
import type { CodecSupport } from '../probe/codec-support.ts'
import { isoMediaFormats } from '../probe/demuxers.ts'
import type { AudioTrack, MediaProbe, VideoTrack } from '../probe/media-probe.ts'

export function refuseUnreadable(probe: MediaProbe, format: FormatId): void {
  if (probe.isProtected) throw new AppError('file-protected')
  if (probe.video === null && probe.audio.length === 0) throw unplayable(probe, format)
}

/** A file whose only image is cover art counts as audio. */
export function requireVideo(
  probe: MediaProbe,
  format: FormatId,
  codecs: CodecSupport,
  limits: MediaLimits,
): MediaProbe & { readonly video: VideoTrack } {
  refuseUnreadable(probe, format)
  const { video } = probe
  if (video === null) throw new AppError('no-video-track')
  if (video.width * video.height > limits.maxFramePixels) throw tooLarge(limits)
  // ffprobe decodes the first frames: no pixel format although a decoder exists means that no frame is decodable.
  const isUndecodable = video.pixelFormat === null || video.width < 1 || video.height < 1
  if (isUndecodable && codecs.decodable.has(video.codec)) throw unplayable(probe, format)
  return { ...probe, video }
}

/** Applies to encoding only; a copy needs no decoder. */
export function requireDecodable(video: VideoTrack, format: FormatId, codecs: CodecSupport): void {
  if (!codecs.decodable.has(video.codec) || video.isDolbyVisionOnly) throw unsupportedVariant(format)
}

/** All frames of a GIF together, about five minutes of 1080p: stops decompression bombs of a few bytes. */
const maxAnimationPixels = 20_000_000_000

export function refuseEndlessAnimation(format: FormatId, video: VideoTrack, frames: number): void {
  if (format !== 'gif' || video.width * video.height * frames <= maxAnimationPixels) return
  throw new AppError('too-many-frames')
}

/** Drops tracks without a decoder; rejects the file when none is left. */
export function usableTracks(
  audio: readonly AudioTrack[],
  format: FormatId,
  canUse: (track: AudioTrack) => boolean,
): readonly AudioTrack[] {
  const usable = audio.filter(canUse)
  if (audio.length > 0 && usable.length === 0) throw unsupportedVariant(format)
  return usable
}

/** The index of ISO media lists every sample, so no duration means that there are none. */
function unplayable({ durationSeconds }: MediaProbe, format: FormatId): AppError {
  const isEmpty = durationSeconds === null && isoMediaFormats.has(format)
  return isEmpty ? new AppError('nothing-to-play', { format: formats[format].label }) : damagedFile(format)
}

export function damagedFile(format: FormatId, cause?: unknown): AppError {
  return new AppError('file-damaged', { format: formats[format].label }, { cause })
}

/** ffmpeg before version 6 finds 32-bit FLAC, but decodes none of it; undefined if that is not the reason. */
export function undecodableSamples(
  { audio }: MediaProbe,
  format: FormatId,
  cause: unknown,
): AppError | undefined {
  const track = audio.find(({ codec, sampleBits }) => codec === 'flac' && sampleBits > 24)
  if (track === undefined || !(cause instanceof AppError) || cause.code !== 'file-damaged') return undefined
  const { label } = formats[format]
  return new AppError('unsupported-sample-size', { format: label, bits: track.sampleBits }, { cause })
}

function unsupportedVariant(format: FormatId): AppError {
  return new AppError('unsupported-variant', { format: formats[format].label })
}

export function tooLong({ maxDurationSeconds }: MediaLimits): AppError {
  return new AppError('media-too-long', { length: inWords(maxDurationSeconds) })
}

function inWords(seconds: number): string {
  const isHours = seconds >= 3600 && seconds % 1800 === 0
  const [count, unit] = isHours ? [seconds / 3600, 'hour'] : [Math.round(seconds / 6) / 10, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function tooLarge({ maxFramePixels }: MediaLimits): AppError {
  return new AppError('video-too-large', { megapixels: Math.floor(maxFramePixels / 1_000_000) })
}
