/** Generates videos with speech synthesized by espeak-ng. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ffmpeg, speak } from './run-program.ts'

export interface SpokenVideo {
  readonly text: string
  /** Voice name of espeak-ng. */
  readonly voice?: string
  readonly extension?: string
}

export async function drawSpokenVideo({
  text,
  voice = 'en-us',
  extension = 'mp4',
}: SpokenVideo): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-speech-'))
  try {
    const spoken = join(folder, 'spoken.wav')
    const path = join(folder, `speech.${extension}`)
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
