/** Video encoder settings worth comparing. */
import type { VideoSetting } from './measure-video.ts'

const x264Presets = ['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium']
const x264Qualities = [20, 23, 26]
const vp9Qualities = [31, 36]
const mpeg4Quantizers = [3, 4, 5]

/** Full HD costs twice as much, so only realistic settings are compared there. */
const fullHdPresets = ['superfast', 'veryfast', 'faster']
const fullHdSpeeds = [6, 8]

export function videoSettings(isFullHd: boolean): readonly VideoSetting[] {
  return [...x264(isFullHd), ...vp9(isFullHd), ...mpeg4()]
}

function x264(isFullHd: boolean): VideoSetting[] {
  const presets = isFullHd ? fullHdPresets : x264Presets
  const settings = presets.flatMap(preset => x264Qualities.map(crf => ({ preset, crf })))
  return [...settings, { preset: 'veryfast', crf: 21 }, { preset: 'veryfast', crf: 28 }].map(
    ({ preset, crf }) => ({
      encoder: 'x264',
      name: `${preset} crf ${crf}`,
      args: ['-c:v', 'libx264', '-preset', preset, '-crf', `${crf}`, '-pix_fmt', 'yuv420p'],
    }),
  )
}

function vp9(isFullHd: boolean): VideoSetting[] {
  const realtime = (isFullHd ? fullHdSpeeds : [4, 5, 6, 7, 8]).map(speed => ({ deadline: 'realtime', speed }))
  const good = (isFullHd ? [] : [3, 4, 5]).map(speed => ({ deadline: 'good', speed }))
  return [...realtime, ...good].flatMap(({ deadline, speed }) =>
    vp9Qualities.map(crf => ({
      encoder: 'vp9' as const,
      name: `${deadline} ${speed} crf ${crf}`,
      args: [
        ...[
          '-c:v',
          'libvpx-vp9',
          '-deadline',
          deadline,
          '-cpu-used',
          `${speed}`,
          '-crf',
          `${crf}`,
          '-b:v',
          '0',
        ],
        ...['-row-mt', '1', '-tile-columns', '2', '-threads', '2', '-pix_fmt', 'yuv420p'],
      ],
    })),
  )
}

/** Older players do not support B-frames in this codec; keyframes may be farther apart than the default. */
const mpeg4Variants: Readonly<Record<string, readonly string[]>> = {
  '': [],
  ' g 250': ['-g', '250'],
  ' g 250 trellis': ['-g', '250', '-mbd', 'rd', '-trellis', '1'],
}

function mpeg4(): VideoSetting[] {
  return Object.entries(mpeg4Variants).flatMap(([variant, args]) =>
    mpeg4Quantizers.map(quantizer => ({
      encoder: 'mpeg4',
      name: `q ${quantizer}${variant}`,
      args: ['-c:v', 'mpeg4', '-q:v', `${quantizer}`, '-tag:v', 'XVID', '-pix_fmt', 'yuv420p', ...args],
    })),
  )
}
