/** Short videos for the GIF benchmark: drawn ones, and those of the corpus if BENCH_CORPUS_DIR is set. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import { corpusFolder } from './corpus-folder.ts'

export interface GifClip {
  readonly name: string
  readonly path: string
  readonly format: FormatId
  /** Ten seconds or more. */
  readonly isLong: boolean
}

const drawings: Readonly<Record<string, string>> = {
  'test card': 'testsrc2=s=640x360:r=25:d=10',
  'zoom into a fractal': 'mandelbrot=s=640x360:rate=25,trim=duration=10',
  'test card with grain': 'testsrc2=s=640x360:r=25:d=10,noise=alls=12:allf=t',
}
const videoCorpus = corpusFolder('video')
/** Old footage with grain, animation, screen capture, faces, camera noise, drawing, phone. */
const sharedClips: Readonly<Record<string, FormatId>> = {
  'chaplin.mp4': 'mp4',
  'sample.avi': 'avi',
  'sample_10s_video-quicktime.mov': 'mov',
  'test.webm': 'webm',
  'testWMV.wmv': 'wmv',
  'RGB_Circles.mov': 'mov',
  'sample_portrait.mp4': 'mp4',
}

const longClips: ReadonlySet<string> = new Set(['chaplin.mp4', 'sample_10s_video-quicktime.mov'])

export async function gifClips(folder: string): Promise<readonly GifClip[]> {
  const drawn: GifClip[] = []
  for (const [name, source] of Object.entries(drawings)) {
    const path = join(folder, `${name.replaceAll(' ', '-')}.mp4`)
    const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '16', '-pix_fmt', 'yuv420p']
    await promisify(execFile)('/usr/bin/ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...codec, path])
    drawn.push({ name, path, format: 'mp4', isLong: true })
  }
  if (!existsSync(videoCorpus)) {
    console.log('BENCH_CORPUS_DIR is not set: only drawn clips are measured.')
    return drawn
  }
  const found = Object.entries(sharedClips).map(([name, format]) => ({
    name,
    path: join(videoCorpus, name),
    format,
    isLong: longClips.has(name),
  }))
  return [...drawn, ...found]
}
