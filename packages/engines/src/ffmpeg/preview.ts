/** Makes a small JPEG of a film or of a recording's sleeve. */
import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { imageFilters } from './plan/image-filters.ts'
import { inputArgs } from './probe/demuxers.ts'
import type { MediaProbe } from './probe/media-probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from './run/media-process.ts'

const maxSidePixels = 640
const timeoutMs = 8_000
const previewName = 'preview'

interface Shot {
  readonly stream: number
  readonly filters: readonly string[]
  readonly atSeconds: number
}

/** False when there is nothing to see, or nothing that could be shown in time: a file may do without. */
export async function makePreview(
  context: FfmpegContext,
  source: MediaSource,
  probe: MediaProbe,
  lengthSeconds: number,
  previewPath: string,
): Promise<boolean> {
  for (const shot of shots(probe, lengthSeconds)) {
    const isTaken = await takeShot(context, source, shot).catch(() => false)
    if (!isTaken) continue
    await rename(join(source.workFolder, previewName), previewPath)
    return true
  }
  return false
}

/** Two seconds are looked at, and the most typical picture of them is taken: a fade or a flash is not. */
const lookSeconds = 2
const looksPerSecond = 5
const typicalImage = [`fps=${looksPerSecond}`, `thumbnail=${lookSeconds * looksPerSecond}`]

/** Films begin in black; a tenth of the way in there is something to see. What cannot be wound forward is shown from the start. */
function shots({ video, cover }: MediaProbe, lengthSeconds: number): readonly Shot[] {
  if (video !== null) {
    const { shownWidth, shownHeight } = video
    const factor = Math.min(1, maxSidePixels / Math.max(shownWidth, shownHeight))
    const side = (pixels: number) => Math.max(2, Math.round((pixels * factor) / 2) * 2)
    const filters = imageFilters(video, { width: side(shownWidth), height: side(shownHeight) })
    const shot = { stream: video.index, filters }
    return [
      { ...shot, filters: [...filters, ...typicalImage], atSeconds: lengthSeconds / 10 },
      { ...shot, atSeconds: 0 },
    ]
  }
  if (cover === null) return []
  const box = `min(${maxSidePixels}\\,iw):min(${maxSidePixels}\\,ih)`
  return [
    { stream: cover.index, filters: [`scale=${box}:force_original_aspect_ratio=decrease`], atSeconds: 0 },
  ]
}

async function takeShot(context: FfmpegContext, source: MediaSource, shot: Shot): Promise<boolean> {
  await runMedia(context, source, {
    program: 'ffmpeg',
    args: ({ input, outFolder }) => [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
      ...(shot.atSeconds > 0 ? ['-ss', shot.atSeconds.toFixed(3)] : []),
      ...[...inputArgs(source.format), '-t', String(lookSeconds), '-i', input, '-map', `0:${shot.stream}`],
      ...['-frames:v', '1', '-filter:v', shot.filters.join(','), '-map_metadata', '-1'],
      ...['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '4', '-f', 'mjpeg', join(outFolder, previewName)],
    ],
    timeoutMs,
  })
  const { size } = await stat(join(source.workFolder, previewName))
  return size > 0
}
