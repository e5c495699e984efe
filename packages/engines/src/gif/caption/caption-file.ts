/** Writes a caption as an ASS file for ffmpeg: user text never becomes part of an argument or filter (injection). */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAss } from '../../ffmpeg/subtitles/write-ass.ts'
import type { Size } from '../gif-context.ts'
import { layoutCaption } from './layout-caption.ts'

/** Relative to the working directory of ffmpeg, so that no path has to be escaped. */
const captionName = 'caption.ass'
const maxSeconds = 35_000

/** No filter without a caption. */
export async function captionFilter(
  caption: string,
  size: Size,
  workFolder: string,
): Promise<readonly string[]> {
  const { lines, fontSize } = layoutCaption(caption, size)
  if (lines.length === 0) return []
  const cue = { startSeconds: 0, endSeconds: maxSeconds, lines }
  await writeFile(join(workFolder, captionName), writeAss([cue], size, fontSize))
  return [`ass=${captionName}:alpha=1`]
}
