/** Films that speak: a machine's voice (espeak-ng) over a small picture, made on the spot. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpeg } from '../../support/run-program.ts'

/** Sentences, and pauses in seconds between them. */
export type Script = readonly (string | number)[]

export async function speak(folder: string, name: string, voice: string, script: Script): Promise<string> {
  const parts = await Promise.all(
    script.map(async (part, index) => {
      const path = join(folder, `${name}-${index}.wav`)
      if (typeof part === 'number')
        await ffmpeg('-f', 'lavfi', '-i', `anullsrc=r=22050:cl=mono:d=${part}`, path)
      else await promisify(execFile)('espeak-ng', ['-v', voice, '-s', '145', '-w', path, part])
      return path
    }),
  )
  const whole = join(folder, `${name}.wav`)
  const all = parts.map((_, index) => `[${index}:a]`).join('')
  await ffmpeg(
    ...parts.flatMap(path => ['-i', path]),
    ...['-filter_complex', `${all}concat=n=${parts.length}:v=0:a=1`, whole],
  )
  return whole
}

/** Puts sound under a picture that stands as long as it. */
export async function filmOf(folder: string, name: string, soundArgs: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=5:d=600', ...soundArgs],
    ...['-shortest', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
  )
  return path
}

export async function muteFilm(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=5:d=1', '-pix_fmt', 'yuv420p', path)
  return path
}
