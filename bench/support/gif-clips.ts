/**
 * Short videos for the GIF benchmark: drawn ones, and all readable ones of the folder GIF_CLIPS_DIR, or of the corpus if
 * BENCH_CORPUS_DIR is set.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import { formats } from '@filesmith/contract/formats'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { corpusFolder } from './corpus-folder.ts'

const run = promisify(execFile)

export interface GifClip {
  readonly name: string
  readonly path: string
  readonly format: FormatId
  readonly isDrawn: boolean
  /** Ten seconds or more. */
  readonly isLong: boolean
}

const drawings: Readonly<Record<string, string>> = {
  'test card': 'testsrc2=s=640x360:r=25:d=10',
  'zoom into a fractal': 'mandelbrot=s=640x360:rate=25,trim=duration=10',
  'test card with grain': 'testsrc2=s=640x360:r=25:d=10,noise=alls=12:allf=t',
}
const realFolder = process.env.GIF_CLIPS_DIR ?? corpusFolder('video')

export async function gifClips(folder: string): Promise<readonly GifClip[]> {
  const drawn: GifClip[] = []
  for (const [name, source] of Object.entries(drawings)) {
    const path = join(folder, `${name.replaceAll(' ', '-')}.mp4`)
    const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '16', '-pix_fmt', 'yuv420p']
    await run('/usr/bin/ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...codec, path])
    drawn.push({ name, path, format: 'mp4', isDrawn: true, isLong: true })
  }
  if (!existsSync(realFolder)) {
    console.log('Neither GIF_CLIPS_DIR nor BENCH_CORPUS_DIR is set: only drawn clips are measured.')
    return drawn
  }
  const real: GifClip[] = []
  for (const name of (await readdir(realFolder)).toSorted()) {
    const clip = await readClip(name)
    if (clip) real.push(clip)
  }
  return [...drawn, ...real]
}

/** Shorter or smaller clips, and those that ffmpeg reports errors for, say nothing about real use. */
const [minSeconds, minWidth] = [1, 100]

async function readClip(name: string): Promise<GifClip | undefined> {
  const path = join(realFolder, name)
  const format = sniffFormat((await readFile(path)).subarray(0, sniffHeadBytes))
  if (format === undefined || formats[format].kind !== 'video') return undefined
  const entries = ['-select_streams', 'v:0', '-show_entries', 'stream=width:format=duration', '-of', 'json']
  const { stdout } = await run('/usr/bin/ffprobe', ['-v', 'quiet', ...entries, path]).catch(() => ({
    stdout: '{}',
  }))
  const probe: { streams?: { width?: number }[]; format?: { duration?: string } } = JSON.parse(stdout)
  const [seconds, width] = [Number(probe.format?.duration ?? 0), probe.streams?.[0]?.width ?? 0]
  // Not a number, if the duration is unknown.
  if (!(seconds >= minSeconds) || width < minWidth) return undefined
  const decoding = ['-nostdin', '-v', 'error', '-t', '3', '-i', path, '-f', 'null', '-']
  const decoded = await run('/usr/bin/ffmpeg', decoding).catch(() => ({ stderr: 'failed' }))
  return decoded.stderr === '' ? { name, path, format, isDrawn: false, isLong: seconds >= 9.5 } : undefined
}
