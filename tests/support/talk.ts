/** Films in which somebody says something, spoken by espeak-ng. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ffmpeg, speak } from './run-program.ts'

export interface Talk {
  readonly text: string
  /** As espeak-ng calls it. */
  readonly voice?: string
  readonly extension?: string
}

export async function drawTalk({ text, voice = 'en-us', extension = 'mp4' }: Talk): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-talk-'))
  try {
    const spoken = join(folder, 'spoken.wav')
    const path = join(folder, `talk.${extension}`)
    await speak(voice, text, spoken)
    await ffmpeg(
      ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10', '-i', spoken],
      ...['-shortest', path],
    )
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
