/** Draws a caption on raw frames with ffmpeg. */
import { join } from 'node:path'
import { type MediaSource, runMedia } from '../../ffmpeg/run/media-process.ts'
import type { Clip, GifContext } from '../gif-context.ts'
import { captionFilter } from './caption-file.ts'

const framesName = 'captioned.rgba'

export async function drawCaption(
  context: GifContext,
  source: MediaSource,
  clip: Clip,
  caption: string,
): Promise<Clip> {
  const filters = await captionFilter(caption, clip, source.workFolder)
  if (filters.length === 0) return clip
  await runMedia(
    context,
    { ...source, path: clip.path },
    {
      program: 'ffmpeg',
      args: ({ input, outFolder }) => [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-protocol_whitelist', 'file'],
        ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${clip.width}x${clip.height}`, '-i', input],
        ...['-filter:v', filters.join(','), '-fps_mode', 'passthrough', '-pix_fmt', 'rgba'],
        ...['-c:v', 'rawvideo', '-f', 'rawvideo', join(outFolder, framesName)],
      ],
    },
  )
  return { ...clip, path: join(source.workFolder, framesName) }
}
