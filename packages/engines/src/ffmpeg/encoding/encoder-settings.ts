/** Encoder settings for speed, quality and size; measured in decision record 13. */

export type VideoEncoder = 'libx264' | 'libvpx-vp9' | 'mpeg4'

export const videoEncoderSettings: Readonly<Record<VideoEncoder, readonly string[]>> = {
  libx264: ['-preset', 'veryfast', '-crf', '21', '-profile:v', 'high'],
  'libvpx-vp9': [
    ...['-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1', '-tile-columns', '2'],
    ...['-crf', '33'],
  ],
  // FourCC that AVI players recognize.
  mpeg4: ['-q:v', '4', '-g', '250', '-vtag', 'XVID'],
}

/** libvpx-vp9 needs a bitrate ceiling in addition to the CRF (constrained quality). */
const vp9Ceilings = [
  { maxPixels: 640 * 360, kilobits: 1000 },
  { maxPixels: 854 * 480, kilobits: 1800 },
  { maxPixels: 1280 * 720, kilobits: 3500 },
] as const
const vp9LargestKilobits = 6000

export function vp9CeilingKilobits(pixels: number): number {
  return vp9Ceilings.find(({ maxPixels }) => pixels <= maxPixels)?.kilobits ?? vp9LargestKilobits
}
