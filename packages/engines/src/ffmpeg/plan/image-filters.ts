/** The chain of filters that turns stored pictures into shown ones: whole frames, right size, right colours. */
import type { VideoTrack } from '../probe/media-probe.ts'
import type { Size } from './image-size.ts'

type PixelFormat = 'yuv420p' | 'rgba'

/** Pictures are turned upright by ffmpeg itself before the first of these. */
export function imageFilters(
  video: VideoTrack,
  target: Size,
  pixelFormat: PixelFormat = 'yuv420p',
): readonly string[] {
  return [
    ...(video.isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...(video.hasAlpha ? onWhite : []),
    ...resize(video, target, pixelFormat),
    // Everything after the resize has fewer pixels to work on.
    ...(video.isHdr ? toneMap(video) : []),
    'setsar=1',
    `format=${pixelFormat}`,
  ]
}

/** Two negatives around a multiplication by opacity lay the picture on white. */
const onWhite = ['format=gbrap', 'negate', 'premultiply=inplace=1', 'negate', 'format=gbrp']

function resize(video: VideoTrack, target: Size, pixelFormat: PixelFormat): readonly string[] {
  const crop = losesOneLine(video, target) ? [`crop=${target.width}:${target.height}:0:0`] : []
  const colors = video.isRgb || video.hasAlpha ? ':out_color_matrix=bt709' : ''
  // A wide range of brightness is narrowed afterwards, from all the bits there are; odd sizes cannot share colours.
  const deep = pixelFormat === 'rgba' ? 'yuv444p10le' : 'yuv420p10le'
  const range = video.isHdr ? `,format=${deep}` : ':out_range=tv'
  return [...crop, `scale=${target.width}:${target.height}:flags=bicubic${colors}${range}`]
}

/** Where only an odd line is too much, cutting it off leaves every other pixel as sharp as it was. */
function losesOneLine(video: VideoTrack, target: Size): boolean {
  const hasSquarePixels = video.width * video.height === video.shownWidth * video.shownHeight
  const lost = [video.shownWidth - target.width, video.shownHeight - target.height]
  return hasSquarePixels && lost.every(lines => lines === 0 || lines === 1) && lost.includes(1)
}

/** Left unnamed, an output takes over what the input says about itself, and that may be nothing. */
const wideOut = 'p=bt2020:m=bt2020nc'
const narrowOut = 't=bt709:p=bt709:m=bt709:r=limited'

function toneMap({ transfer, colorRange }: VideoTrack): readonly string[] {
  const wideIn = `pin=bt2020:min=bt2020nc:rin=${colorRange === 'pc' ? 'full' : 'limited'}`
  // This curve was made to look right on ordinary screens as it is: only the colours have to move.
  if (transfer === 'arib-std-b67') return [`zscale=tin=bt709:${wideIn}:${narrowOut}`]
  return [
    // White paper is 203 candela by convention; up to there brightness stays as it is, what shines more is pressed together.
    `zscale=tin=smpte2084:${wideIn}:t=linear:${wideOut}:npl=203`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=mobius:param=0.6:peak=10:desat=2',
    `zscale=${narrowOut}`,
  ]
}
