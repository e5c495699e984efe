/** Arguments that make a film as planned. */

import { exactRate, type FrameRate } from '../length/frame-rate.ts'
import { audioTrackArgs } from './audio-track-args.ts'
import { containers } from './containers.ts'
import { videoEncoderSettings, vp9CeilingKilobits } from './encoder-settings.ts'
import type { ImageWork, VideoPlan } from './plan-video.ts'

/** Only pictures that are encoded need to know their rate. */
export function videoArgs(plan: VideoPlan, rate: FrameRate): readonly string[] {
  const container = containers[plan.target]
  const streams = [plan.video, ...plan.audio, ...plan.subtitles].map(({ index }) => index)
  return [
    ...[...streams, ...plan.fonts].flatMap(index => ['-map', `0:${index}`]),
    ...['-map_chapters', container.keepsChapters ? '0' : '-1'],
    ...imageArgs(plan.video, rate, container.hasConstantRate),
    ...plan.audio.flatMap(audioTrackArgs),
    ...plan.subtitles.flatMap(({ codec }, position) => [`-c:s:${position}`, codec]),
    ...(plan.fonts.length > 0 ? ['-c:t', 'copy'] : []),
    ...container.muxerArgs,
    ...['-f', container.muxer],
  ]
}

function imageArgs(image: ImageWork, rate: FrameRate, hasConstantRate: boolean): readonly string[] {
  if (image.work === 'copied') {
    const { bitstreamFilter } = image
    return ['-c:v', 'copy', ...(bitstreamFilter === undefined ? [] : ['-bsf:v', bitstreamFilter])]
  }
  const { encoder, filters, size } = image
  const ceiling = vp9CeilingKilobits(size.width * size.height)
  return [
    ...['-filter:v', filters.join(','), '-c:v', encoder, ...videoEncoderSettings[encoder]],
    ...(encoder === 'libvpx-vp9' ? ['-b:v', `${ceiling}k`] : []),
    ...(image.isRecoloured ? bt709 : []),
    // MP4 counts its length in the order of decoding; only if that is the order of showing, it is right for uneven pictures.
    ...(encoder === 'libx264' && !rate.isSteady ? ['-bf', '0'] : []),
    ...rateArgs(rate.framesPerSecond, hasConstantRate),
  ]
}

const bt709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']

/** A film whose pictures last unequally long keeps them so, where the container can. */
function rateArgs(framesPerSecond: number | null, hasConstantRate: boolean): readonly string[] {
  const rate = framesPerSecond === null ? [] : ['-r', exactRate(framesPerSecond)]
  if (hasConstantRate) return ['-fps_mode', 'cfr', ...rate]
  // The rate only tells the encoder what to expect; the clock is fine enough to keep every picture's moment.
  return ['-fps_mode', 'vfr', '-enc_time_base', '1:90000', ...rate]
}
