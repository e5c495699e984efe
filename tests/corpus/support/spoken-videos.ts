/** Generates videos with synthesized speech (flite, espeak-ng) over a test pattern. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpeg } from '../../support/run-program.ts'

/** Sentences, and pauses between them in seconds. */
export type Script = readonly (string | number)[]

/** English uses ffmpeg's flite filter; other languages use espeak-ng, low and slow, which models understand best. */
async function synthesize(path: string, language: string, text: string): Promise<void> {
  if (language === 'en') await ffmpeg('-f', 'lavfi', '-i', `flite=text='${text}':voice=slt`, path)
  else await promisify(execFile)('espeak-ng', ['-v', language, '-p', '30', '-s', '130', '-w', path, text])
}

export async function speak(folder: string, name: string, language: string, script: Script): Promise<string> {
  const parts: string[] = []
  for (const [index, part] of script.entries()) {
    const path = join(folder, `${name}-${index}.wav`)
    if (typeof part === 'string') await synthesize(path, language, part)
    else await ffmpeg('-f', 'lavfi', '-i', `anullsrc=r=16000:cl=mono:d=${part}`, path)
    parts.push(path)
  }
  const joined = join(folder, `${name}.wav`)
  const inputs = parts.flatMap(path => ['-i', path])
  const alike = parts.map((_, index) => `[${index}:a]aresample=16000[a${index}];`).join('')
  const all = parts.map((_, index) => `[a${index}]`).join('')
  await ffmpeg(...inputs, '-filter_complex', `${alike}${all}concat=n=${parts.length}:v=0:a=1`, joined)
  return joined
}

/** Adds audio to a test pattern of the same duration. */
export async function videoOf(
  folder: string,
  name: string,
  audioTrackArgs: readonly string[],
): Promise<string> {
  const path = join(folder, name)
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=5:d=600', ...audioTrackArgs],
    ...['-shortest', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
  )
  return path
}

export async function muteVideo(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=5:d=1', '-pix_fmt', 'yuv420p', path)
  return path
}
