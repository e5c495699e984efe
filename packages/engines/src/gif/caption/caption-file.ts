/** Puts a caption into a file that ffmpeg draws: the text itself is never part of an argument. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAss } from '../../ffmpeg/subtitles/write-ass.ts'
import type { Size } from '../gif-context.ts'
import { setCaption } from './set-caption.ts'

/** In the folder ffmpeg starts in, so that no path has to be escaped. */
const captionName = 'caption.ass'
const longestSeconds = 35_000

/** No filter where there is no caption. */
export async function captionFilter(
  caption: string,
  size: Size,
  workFolder: string,
): Promise<readonly string[]> {
  const { lines, fontSize } = setCaption(caption, size)
  if (lines.length === 0) return []
  const cue = { startSeconds: 0, endSeconds: longestSeconds, lines }
  await writeFile(join(workFolder, captionName), writeAss([cue], size, fontSize))
  return [`ass=${captionName}:alpha=1`]
}
