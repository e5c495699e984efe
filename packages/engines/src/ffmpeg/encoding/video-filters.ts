/** The filter chain from stored frames to displayed ones: deinterlaced, scaled, flattened, in BT.709. */
import type { VideoTrack } from '../probe/media-probe.ts'
import type { VideoSize } from './video-size.ts'

type PixelFormat = 'yuv420p' | 'rgba'

/** ffmpeg applies the rotation metadata itself, before the first of these filters. */
export function videoFilters(
  video: VideoTrack,
  target: VideoSize,
  pixelFormat: PixelFormat = 'yuv420p',
): readonly string[] {
  return [
    ...(video.isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...(video.hasAlpha ? onWhite : []),
    ...resize(video, target, pixelFormat),
    // After scaling, so that tone mapping has fewer pixels to process.
    ...(video.isHdr ? toneMap(video) : []),
    'setsar=1',
    `format=${pixelFormat}`,
  ]
}

/** Negate, multiply by alpha, negate: composites onto white. */
const onWhite = ['format=gbrap', 'negate', 'premultiply=inplace=1', 'negate', 'format=gbrp']

function resize(video: VideoTrack, target: VideoSize, pixelFormat: PixelFormat): readonly string[] {
  const crop = losesOneRow(video, target) ? [`crop=${target.width}:${target.height}:0:0`] : []
  const colors = video.isRgb || video.hasAlpha ? ':out_color_matrix=bt709' : ''
  // Tone mapping needs all bits of the source; odd sizes cannot be chroma-subsampled.
  const deep = pixelFormat === 'rgba' ? 'yuv444p10le' : 'yuv420p10le'
  const range = video.isHdr ? `,format=${deep}` : ':out_range=tv'
  return [...crop, `scale=${target.width}:${target.height}:flags=bicubic${colors}${range}`]
}

/** When only one odd row or column is too much, cropping keeps all other pixels sharp. */
function losesOneRow(video: VideoTrack, target: VideoSize): boolean {
  const hasSquarePixels = video.width * video.height === video.displayWidth * video.displayHeight
  const lost = [video.displayWidth - target.width, video.displayHeight - target.height]
  return hasSquarePixels && lost.every(lines => lines === 0 || lines === 1) && lost.includes(1)
}

/** Explicit output properties: by default zscale copies those of the input, which may be unset. */
const hdrOut = 'p=bt2020:m=bt2020nc'
const sdrOut = 't=bt709:p=bt709:m=bt709:r=limited'

function toneMap({ transfer, colorRange }: VideoTrack): readonly string[] {
  const hdrIn = `pin=bt2020:min=bt2020nc:rin=${colorRange === 'pc' ? 'full' : 'limited'}`
  // HLG is backward compatible with SDR displays: only the primaries are converted.
  if (transfer === 'arib-std-b67') return [`zscale=tin=bt709:${hdrIn}:${sdrOut}`]
  return [
    // Reference white is 203 cd/m² (ITU-R BT.2408): brightness is kept up to there and compressed above.
    `zscale=tin=smpte2084:${hdrIn}:t=linear:${hdrOut}:npl=203`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=mobius:param=0.6:peak=10:desat=2',
    `zscale=${sdrOut}`,
  ]
}
