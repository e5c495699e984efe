/** ffmpeg arguments that write a video file for a chosen encoding. */

import { type FrameRate, toFfmpegRate } from '../length/frame-rate.ts'
import { audioTrackArgs } from './audio-track-args.ts'
import type { VideoEncoding, VideoTrackWork } from './choose-video-encoding.ts'
import { containers } from './containers.ts'
import { videoEncoderSettings, vp9CeilingKilobits } from './encoder-settings.ts'

/** The frame rate matters only when the video track is encoded. */
export function videoArgs(encoding: VideoEncoding, rate: FrameRate): readonly string[] {
  const container = containers[encoding.target]
  const streams = [encoding.video, ...encoding.audio, ...encoding.subtitles].map(({ index }) => index)
  return [
    ...[...streams, ...encoding.fonts].flatMap(index => ['-map', `0:${index}`]),
    ...['-map_chapters', container.keepsChapters ? '0' : '-1'],
    ...videoTrackArgs(encoding.video, rate, container.hasConstantFrameRate),
    ...encoding.audio.flatMap(audioTrackArgs),
    ...encoding.subtitles.flatMap(({ codec }, position) => [`-c:s:${position}`, codec]),
    ...(encoding.fonts.length > 0 ? ['-c:t', 'copy'] : []),
    ...container.muxerArgs,
    ...['-f', container.muxer],
  ]
}

function videoTrackArgs(
  track: VideoTrackWork,
  rate: FrameRate,
  hasConstantFrameRate: boolean,
): readonly string[] {
  if (track.work === 'copied') {
    const { bitstreamFilter } = track
    return ['-c:v', 'copy', ...(bitstreamFilter === undefined ? [] : ['-bsf:v', bitstreamFilter])]
  }
  const { encoder, filters, size } = track
  const ceiling = vp9CeilingKilobits(size.width * size.height)
  return [
    ...['-filter:v', filters.join(','), '-c:v', encoder, ...videoEncoderSettings[encoder]],
    ...(encoder === 'libvpx-vp9' ? ['-b:v', `${ceiling}k`] : []),
    ...(track.isColorConverted ? bt709 : []),
    // MP4 sums durations in decoding order, which is wrong for a variable frame rate unless it equals display order.
    ...(encoder === 'libx264' && !rate.isConstantRate ? ['-bf', '0'] : []),
    ...rateArgs(rate.framesPerSecond, hasConstantFrameRate),
  ]
}

const bt709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']

/** Keeps a variable frame rate where the container supports it. */
function rateArgs(framesPerSecond: number | null, hasConstantFrameRate: boolean): readonly string[] {
  const rate = framesPerSecond === null ? [] : ['-r', toFfmpegRate(framesPerSecond)]
  if (hasConstantFrameRate) return ['-fps_mode', 'cfr', ...rate]
  // The rate is a hint for the encoder; the time base is fine enough to keep every timestamp.
  return ['-fps_mode', 'vfr', '-enc_time_base', '1:90000', ...rate]
}
