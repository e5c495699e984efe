/** Draws clips that are hard to encode: panning detail, cuts, grain and scrolling text. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from './run-ffmpeg.ts'

const width = 2400
const height = 1500
const frames = 120
const letterPx = 12
const nearlyLossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '4']

/** Returns the paths of the clips. */
export async function drawVideos(folder: string): Promise<string[]> {
  const landscape = join(folder, 'landscape.pgm')
  const page = join(folder, 'page.pgm')
  await writeFile(landscape, grayImage(landscapeAt))
  await writeFile(page, grayImage(letterAt))
  const grain = 'noise=alls=4:allf=t,format=yuv420p'
  const pan = `crop=1920:1080:x=4*n:y=2*n+4*sin(n/5),${grain}`
  const cuts = `crop=1920:1080:x='${cut(0, 300, 150)}+n':y='${cut(0, 300, 400)}',${grain}`
  const scroll = 'crop=1920:1080:x=200:y=3*n,format=yuv420p'
  return [
    await draw(landscape, pan, join(folder, 'drawn-pan.mkv')),
    await draw(landscape, cuts, join(folder, 'drawn-cuts.mkv')),
    await draw(page, scroll, join(folder, 'drawn-text.mkv')),
  ]
}

async function draw(image: string, filter: string, path: string): Promise<string> {
  const input = ['-loop', '1', '-framerate', '30', '-i', image]
  await runFfmpeg([...input, '-vf', filter, '-frames:v', `${frames}`, ...nearlyLossless, path])
  return path
}

/** ffmpeg expression with a different value for each third of the clip. */
function cut(first: number, second: number, third: number): string {
  return `if(lt(n,${frames / 3}),${first},if(lt(n,${(2 * frames) / 3}),${second},${third}))`
}

function grayImage(valueAt: (x: number, y: number) => number): Buffer {
  const pixels = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels[y * width + x] = Math.max(0, Math.min(255, valueAt(x, y)))
  }
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}

/** Smooth noise in six octaves, like clouds, hills and leaves. */
function landscapeAt(x: number, y: number): number {
  let value = 128
  for (let octave = 0; octave < 6; octave++) {
    const cell = 256 / 2 ** octave
    value += (smoothNoise(x / cell, y / cell, octave) - 0.5) * 1.5 ** -octave * 130
  }
  return value
}

function smoothNoise(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, down] = [ease(x - left), ease(y - top)]
  const above = mix(hashAt(left, top, seed), hashAt(left + 1, top, seed), right)
  const below = mix(hashAt(left, top + 1, seed), hashAt(left + 1, top + 1, seed), right)
  return mix(above, below, down)
}

/** Lines of marks with the size and density of print. */
function letterAt(x: number, y: number): number {
  const [column, line] = [Math.floor(x / letterPx), Math.floor(y / (2 * letterPx))]
  const isInk = y % (2 * letterPx) < letterPx && x % letterPx > 2 && hashAt(column, line, 7) > 0.15
  return isInk && hashAt(Math.floor(x / 2), Math.floor(y / 2), column % 26) > 0.5 ? 20 : 240
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share
}

function ease(share: number): number {
  return share * share * (3 - 2 * share)
}

/** Hash of a position, 0 to 1. */
function hashAt(x: number, y: number, seed: number): number {
  let hash = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed + 1, 974_711)
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_917)
  return ((hash ^ (hash >>> 16)) >>> 0) / 0xffff_ffff
}
