/** Films and recordings drawn by ffmpeg itself, so that no sample has to be shipped. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ffmpeg } from './run-program.ts'

export interface Clip {
  /** Names the container. */
  readonly extension: string
  readonly seconds?: number
  /** As lavfi draws it; null for sound alone. */
  readonly image?: string | null
  /** As lavfi plays it; null for a silent film. */
  readonly sound?: string | null
  /** Codecs and such, in ffmpeg's words. */
  readonly encoding?: readonly string[]
}

export async function drawClip(clip: Clip): Promise<Buffer> {
  const { extension, seconds = 2, encoding = [] } = clip
  const image = clip.image === undefined ? 'testsrc2=size=320x180:rate=25' : clip.image
  const sound = clip.sound === undefined ? 'sine=frequency=440:sample_rate=44100' : clip.sound
  const sources = [image, sound].filter(source => source !== null)
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-clip-'))
  try {
    const path = join(folder, `clip.${extension}`)
    await ffmpeg(
      ...['-v', 'error', ...sources.flatMap(source => ['-f', 'lavfi', '-i', source])],
      ...['-t', String(seconds), ...encoding, path],
    )
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
