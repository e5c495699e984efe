/**
 * Checks a result against what its sample contains, by programs that did not write it: poppler, ffmpeg, Tesseract, bsdtar,
 * pandoc, sqlite3, fc-query. Undefined for what none of them reads.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type FormatId, formats } from '@filesmith/contract/formats'
import type { Expected, Spot } from './expected-formats.ts'

/** `reader`: what read the result; undefined if nothing could, or nothing is stated that such a result could hold. */
export interface Verdict {
  readonly reader: string | undefined
  readonly problem?: string
}

interface Result {
  readonly path: string
  readonly to: FormatId
  /** As it was delivered: several files come as a ZIP. */
  readonly format: FormatId
}

const unread: Verdict = { reader: undefined }
const gridSide = 8
/** Of 255, over all cells and colors: rounding and lossy encoders. */
const maxDifference = 8
const maxSpotDifference = 60
const maxShorterBy = 0.1
const dotsPerInch = 100
const maxProgramMs = 30_000
const recognizedPixels = 1200

function run(program: string, args: readonly string[]): Buffer {
  const { stdout, error } = spawnSync(program, args, {
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: maxProgramMs,
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  })
  // A program that is missing or takes too long says nothing about the result.
  if (error) throw error
  return stdout
}

export async function checkContent(sample: string, expected: Expected, result: Result): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-content-'))
  try {
    return await check(sample, expected, result, folder)
  } catch (error) {
    console.error(error)
    return unread
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function check(sample: string, expected: Expected, given: Result, folder: string): Promise<Verdict> {
  const { files, family, seconds, appearance, words = [] } = expected
  if (expected.isSigned) return checkSigned(sample, given)
  if (files) return checkFiles(files, given)
  if (family !== undefined) return checkFamily(family, given)
  const { kind } = formats[given.to]
  const result = kind === 'archive' ? given : await firstFile(given, folder)
  if (kind === 'audio' || kind === 'video') return checkMedia(sample, expected, result)
  if (appearance) {
    if (kind === 'image' || given.to === 'svg' || given.to === 'pdf')
      return checkAppearance(sample, expected, await drawn(result, folder))
    return unread
  }
  if (seconds !== undefined || words.length === 0) return unread
  if (kind === 'image' || given.to === 'svg' || given.to === 'cbz')
    return readByOcr(words, await drawn(result, folder), folder)
  // Values in binary, and the fields of a form instead of the text.
  const isForm = sample.endsWith('.pdf') && (kind === 'data' || given.to === 'fdf')
  return given.to === 'parquet' || isForm ? unread : checkWords(words, textOf(given))
}

/** The first of several files. */
async function firstFile(result: Result, folder: string): Promise<Result> {
  if (result.format !== 'zip' && result.format !== 'cbz') return result
  run('bsdtar', ['-xf', result.path, '-C', folder])
  const [name] = (await readdir(folder)).filter(each => extname(each) !== '.xml').sort()
  return name === undefined ? result : { ...result, path: join(folder, name), format: result.to }
}

function checkFiles(files: readonly string[], { path }: Result): Verdict {
  const names = run('bsdtar', ['-tf', path]).toString()
  const missing = files.filter(name => !names.includes(name))
  const reader = 'bsdtar'
  return missing.length === 0 ? { reader } : filesOfDocument(files, path, missing)
}

/** Comics as PDF or EPUB have one page for each image. */
function filesOfDocument(files: readonly string[], path: string, missing: readonly string[]): Verdict {
  const pages = Number(/^Pages:\s+(\d+)/m.exec(run('pdfinfo', [path]).toString())?.[1] ?? 0)
  if (pages > 0)
    return pages === files.length ? { reader: 'pdfinfo' } : { reader: 'pdfinfo', problem: `${pages} pages` }
  const images =
    run('bsdtar', ['-tf', path])
      .toString()
      .match(/\.(?:png|jpe?g)$/gm)?.length ?? 0
  if (images >= files.length) return { reader: 'bsdtar' }
  return { reader: 'bsdtar', problem: `missing: ${missing.join(', ')}` }
}

/** The signed file, byte for byte, as openssl finds it. */
function checkSigned(sample: string, { path }: Result): Verdict {
  const reader = 'openssl'
  const inside = run('openssl', ['smime', '-verify', '-noverify', '-inform', 'DER', '-in', sample])
  const is = run('bsdtar', ['-xOf', path])
  return inside.length > 0 && inside.equals(is) ? { reader } : { reader, problem: `${is.length} bytes` }
}

function checkFamily(family: string, { path }: Result): Verdict {
  const found = run('fc-query', ['--format', '%{family}', path]).toString()
  return found.includes(family)
    ? { reader: 'fc-query' }
    : { reader: 'fc-query', problem: `family "${found}"` }
}

interface Probe {
  readonly seconds: number
  /** The largest image of an icon, and its index. */
  readonly width: number
  readonly height: number
  readonly index: number
}

function probe(path: string): Probe {
  const entries = 'format=duration:stream=index,width,height'
  const found = run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    entries,
    '-of',
    'compact=nk=0:p=0',
    path,
  ]).toString()
  const numberOf = (line: string, key: string) =>
    Number(new RegExp(`\\b${key}=([\\d.]+)`).exec(line)?.[1] ?? 0)
  const streams = found.split('\n').map(line => ({
    width: numberOf(line, 'width'),
    height: numberOf(line, 'height'),
    index: numberOf(line, 'index'),
  }))
  const [largest = { width: 0, height: 0, index: 0 }] = streams.sort((one, other) => other.width - one.width)
  return { ...largest, seconds: Math.max(...found.split('\n').map(line => numberOf(line, 'duration'))) }
}

function checkMedia(sample: string, { seconds, appearance }: Expected, { path }: Result): Verdict {
  const reader = 'ffprobe'
  const found = probe(path)
  if (found.seconds === 0) return { reader, problem: 'no duration' }
  if (seconds !== undefined && Math.abs(found.seconds / seconds - 1) > maxShorterBy)
    return { reader, problem: `${found.seconds} s` }
  return appearance === 'itself'
    ? checkAppearance(sample, { appearance }, { path, reader, isIcon: false })
    : { reader }
}

interface Drawn {
  readonly path: string
  readonly reader: string
  readonly isIcon: boolean
}

/** As a file that ffmpeg decodes. */
async function drawn({ path, format }: Result, folder: string): Promise<Drawn> {
  const png = join(folder, 'drawn')
  const isIcon = format === 'ico' || format === 'icns'
  if (format === 'pdf') {
    run('pdftoppm', ['-r', `${dotsPerInch}`, '-png', '-singlefile', path, png])
    return { path: `${png}.png`, reader: 'pdftoppm', isIcon }
  }
  if (format === 'svg') {
    run('rsvg-convert', ['-o', `${png}.png`, path])
    return { path: `${png}.png`, reader: 'librsvg', isIcon }
  }
  if (format === 'icns') {
    // The largest size is a PNG inside of the file.
    const content = await readFile(path)
    const at = content.lastIndexOf(Buffer.from('\x89PNG', 'latin1'))
    if (at >= 0) await writeFile(`${png}.png`, content.subarray(at))
    return { path: `${png}.png`, reader: 'ffmpeg', isIcon }
  }
  return { path, reader: 'ffmpeg', isIcon }
}

interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Buffer
}

/** Decoded by ffmpeg; transparent pixels are white. Icons are square: their margins are cut off. */
function decode(path: string, isIcon: boolean): Pixels | undefined {
  const { width, height, index } = probe(path)
  const to = ['-frames:v', '1', '-pix_fmt', 'rgba', '-f', 'rawvideo', '-']
  const data = run('ffmpeg', ['-v', 'error', '-i', path, '-map', `0:${index}`, ...to])
  if (width === 0 || data.length < width * height * 4) return undefined
  return flattened({ width, height, data }, isIcon)
}

function flattened({ width, height, data }: Pixels, isIcon: boolean): Pixels {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (!isIcon || (data[(y * width + x) * 4 + 3] ?? 0) > 0) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
  if (right < 0) return { width, height, data: Buffer.alloc(width * height * 3, 255) }
  const [newWidth, newHeight] = [right - left + 1, bottom - top + 1]
  const out = Buffer.alloc(newWidth * newHeight * 3)
  for (let y = 0; y < newHeight; y++)
    for (let x = 0; x < newWidth; x++) {
      const from = ((y + top) * width + x + left) * 4
      const alpha = (data[from + 3] ?? 0) / 255
      for (let channel = 0; channel < 3; channel++)
        out[(y * newWidth + x) * 3 + channel] = Math.round(
          (data[from + channel] ?? 0) * alpha + 255 * (1 - alpha),
        )
    }
  return { width: newWidth, height: newHeight, data: out }
}

/** Mean colors of a part: fractions of width and height. */
function meanColor(
  { width, height, data }: Pixels,
  part: readonly [left: number, top: number, right: number, bottom: number],
): [number, number, number] {
  const [x0, x1] = [
    Math.floor(part[0] * width),
    Math.max(Math.floor(part[0] * width) + 1, Math.ceil(part[2] * width)),
  ]
  const [y0, y1] = [
    Math.floor(part[1] * height),
    Math.max(Math.floor(part[1] * height) + 1, Math.ceil(part[3] * height)),
  ]
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let y = y0; y < Math.min(y1, height); y++)
    for (let x = x0; x < Math.min(x1, width); x++) {
      for (const channel of [0, 1, 2] as const) sum[channel] += data[(y * width + x) * 3 + channel] ?? 0
      count += 1
    }
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

function grid(pixels: Pixels): number[] {
  const steps = Array.from({ length: gridSide }, (_, index) => index / gridSide)
  return steps.flatMap(y => steps.flatMap(x => meanColor(pixels, [x, y, x + 1 / gridSide, y + 1 / gridSide])))
}

const toLight = (value: number) =>
  value <= 10.3 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
const fromLight = (light: number) =>
  255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

/** By luminance, as gray images are written. */
const gray = (colors: readonly number[]) =>
  colors.map((_, at) => {
    const [red = 0, green = 0, blue = 0] = colors.slice(at - (at % 3), at - (at % 3) + 3).map(toLight)
    return fromLight(0.2126 * red + 0.7152 * green + 0.0722 * blue)
  })

function checkAppearance(sample: string, { appearance }: Expected, { path, reader, isIcon }: Drawn): Verdict {
  if (appearance === undefined) return unread
  const found = decode(path, isIcon)
  if (found === undefined) return unread
  if (appearance !== 'itself') return checkSpots(appearance.spots, found, reader)
  const truth = decode(sample, isIcon)
  if (truth === undefined) return { reader, problem: 'the sample was not decoded' }
  const shape = found.width / found.height / (truth.width / truth.height)
  if (Math.abs(shape - 1) > 0.03) return { reader, problem: `${found.width} x ${found.height}` }
  const [is, should] = [grid(found), grid(truth)]
  const isGray = is.every((value, at) => Math.abs(value - (is[at - (at % 3)] ?? 0)) < 1)
  const [one, other] = isGray ? [gray(is), gray(should)] : [is, should]
  const difference = one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
  return difference <= maxDifference ? { reader } : { reader, problem: `differs by ${difference.toFixed(1)}` }
}

function checkSpots(spots: readonly Spot[], pixels: Pixels, reader: string): Verdict {
  const around = 0.004
  const isGray = grid(pixels).every((value, at, all) => Math.abs(value - (all[at - (at % 3)] ?? 0)) < 1)
  for (const [x, y, color] of spots) {
    const is = meanColor(
      pixels,
      [x - around, y - around, x + around, y + around].map(each => Math.max(0, each)) as [
        number,
        number,
        number,
        number,
      ],
    )
    const stated = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
    const should = isGray ? gray(stated) : stated
    const largest = Math.max(...is.map((value, channel) => Math.abs(value - (should[channel] ?? 0))))
    if (largest > maxSpotDifference)
      return { reader, problem: `at ${x}, ${y}: ${is.map(Math.round).join(' ')} instead of ${color}` }
  }
  return { reader }
}

function readByOcr(words: readonly string[], { path, reader }: Drawn, folder: string): Verdict {
  const small = join(folder, 'small.png')
  const scale = `scale='min(${recognizedPixels},iw)':-1,format=gray`
  run('ffmpeg', ['-v', 'error', '-y', '-i', path, '-frames:v', '1', '-vf', scale, small])
  const found = plain(run('tesseract', [small, '-', '-l', 'eng']).toString())
  const seen = words.some(word =>
    word.split(' ').some(part => part.length > 3 && found.includes(plain(part))),
  )
  return seen ? { reader: 'tesseract' } : { reader: 'tesseract', problem: `no word of it in ${reader}` }
}

interface Text {
  readonly reader: string
  readonly text: string
}

const packages: readonly FormatId[] = ['docx', 'odt', 'xlsx', 'ods', 'pptx', 'odp', 'epub', 'zip']

function textOf({ path, to, format }: Result): Text {
  if (to === 'pdf') return { reader: 'pdftotext', text: run('pdftotext', ['-layout', path, '-']).toString() }
  if (to === 'rtf')
    return { reader: 'pandoc', text: run('pandoc', ['-f', 'rtf', '-t', 'plain', path]).toString() }
  if (to === 'sqlite')
    return { reader: 'sqlite3', text: run('sqlite3', ['-readonly', path, '.dump']).toString() }
  if (packages.includes(to) || format === 'zip')
    return { reader: 'bsdtar', text: withoutTags(run('bsdtar', ['-xOf', path]).toString()) }
  const text = run('cat', [path]).toString()
  return { reader: 'text', text: /^\s*</.test(text) ? withoutTags(text) : text }
}

function withoutTags(text: string): string {
  return text.replace(/<[^<>]*>/g, '')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Letters and digits in one form: no spaces, entities, escapes or typographic marks. */
function plain(text: string): string {
  return text
    .replace(/&#x([\da-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}

function checkWords(words: readonly string[], { reader, text }: Text): Verdict {
  const found = plain(text)
  const missing = words.filter(word => !found.includes(plain(word)))
  return missing.length === 0 ? { reader } : { reader, problem: `missing: ${missing.join(', ')}` }
}
