/** Encoder settings for speed, quality and size; measured in decision record 13. */

import type { VideoCodec } from '@filesmith/contract/advanced-options'

export type VideoEncoder =
  | 'libx264'
  | 'libx265'
  | 'libvpx-vp9'
  | 'mpeg4'
  | 'mpeg2video'
  | 'wmv2'
  | 'libtheora'

export const encoderOfCodec: Readonly<Record<VideoCodec, VideoEncoder>> = {
  h264: 'libx264',
  hevc: 'libx265',
  vp9: 'libvpx-vp9',
}

const settings: Readonly<Record<VideoEncoder, readonly string[]>> = {
  libx264: ['-preset', 'veryfast', '-profile:v', 'high'],
  libx265: ['-preset', 'veryfast', '-x265-params', 'log-level=error'],
  'libvpx-vp9': ['-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1', '-tile-columns', '2'],
  // FourCC that AVI players recognize.
  mpeg4: ['-q:v', '4', '-g', '250', '-vtag', 'XVID'],
  mpeg2video: ['-q:v', '4', '-g', '15'],
  wmv2: ['-q:v', '4', '-g', '250'],
  libtheora: ['-q:v', '7'],
}

const standardCrf: Readonly<Partial<Record<VideoEncoder, number>>> = {
  libx264: 21,
  libx265: 24,
  'libvpx-vp9': 33,
}

/** A requested CRF is exact; otherwise VP9 also has a bitrate ceiling. */
export function videoEncoderArgs(encoder: VideoEncoder, pixels: number, crf?: number): readonly string[] {
  const usedCrf = crf ?? standardCrf[encoder]
  return [
    ...['-c:v', encoder, ...settings[encoder]],
    ...(usedCrf === undefined ? [] : ['-crf', String(usedCrf)]),
    ...(encoder === 'libvpx-vp9' ? ['-b:v', crf === undefined ? `${vp9CeilingKilobits(pixels)}k` : '0'] : []),
  ]
}

/** libvpx-vp9 needs a bitrate ceiling in addition to the CRF (constrained quality). */
const vp9Ceilings = [
  { maxPixels: 640 * 360, kilobits: 1000 },
  { maxPixels: 854 * 480, kilobits: 1800 },
  { maxPixels: 1280 * 720, kilobits: 3500 },
] as const
const vp9LargestKilobits = 6000

function vp9CeilingKilobits(pixels: number): number {
  return vp9Ceilings.find(({ maxPixels }) => pixels <= maxPixels)?.kilobits ?? vp9LargestKilobits
}
