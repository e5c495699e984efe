/**
 * Drawings against their reference images: what the product draws (resvg) and librsvg inside sharp. A drawing is alike
 * if at most 0.5 % of its pixels differ by more than 32 of 255 in any channel (premultiplied); likeness is 1 minus the
 * mean difference. Images that a drawing refers to are embedded first, because neither renderer loads files.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import sharp from 'sharp'
import { drawSvg } from '../../packages/engines/src/sharp/svg/open-svg.ts'
import type { SvgFonts } from '../../packages/engines/src/sharp/svg/svg-fonts.ts'
import type { BenchRow } from '../bench.ts'

/** Of the drawings, unless all are asked for. */
const sampledEvery = process.env.THOROUGH ? 1 : 8
const maxChannelDifference = 32
const maxDifferingShare = 0.005

interface Size {
  readonly width: number
  readonly height: number
}
type Draw = (svg: Buffer, size: Size) => Promise<Buffer>

interface Comparison {
  readonly isAlike: boolean
  readonly likeness: number
}

/** The folder holds `tests/**` with `<name>.svg` and `<name>.png`, and `fonts`. */
export async function measureSvg(folder: string): Promise<BenchRow[]> {
  const tests = join(folder, 'tests')
  const names = (await readdir(tests, { recursive: true }))
    .filter(name => name.endsWith('.svg') && existsSync(join(tests, referenceOf(name))))
    .toSorted()
    .filter((_, index) => index % sampledEvery === 0)
  const work = await mkdtemp(join(tmpdir(), 'svg-fonts-'))
  await setFontconfig(resolve(folder, 'fonts'), work)
  const renderers = {
    Filesmith: drawWith(await suiteFonts(join(folder, 'fonts'))),
    'librsvg in sharp': drawWithLibrsvg,
  }
  const rows: BenchRow[] = []
  const alike: Record<string, number> = {}
  for (const [renderer, draw] of Object.entries(renderers)) {
    const compared: Comparison[] = []
    for (const name of names) compared.push(await compare(join(tests, name), draw))
    alike[renderer] = (100 * compared.filter(({ isAlike }) => isAlike).length) / compared.length
    const likeness = compared.reduce((sum, each) => sum + each.likeness, 0) / compared.length
    const isOurs = renderer === 'Filesmith'
    rows.push({
      what: `SVG, ${compared.length} drawings: alike, ${renderer}`,
      value: round(alike[renderer]),
      unit: '%',
      ...(isOurs && { goal: 'more than librsvg' }),
    })
    rows.push({ what: `SVG: mean likeness, ${renderer}`, value: round(likeness * 100), unit: '%' })
  }
  await rm(work, { recursive: true })
  const isMet = (alike.Filesmith ?? 0) > (alike['librsvg in sharp'] ?? 0)
  return rows.map(row => (row.goal ? { ...row, isMet } : row))
}

const referenceOf = (name: string) => name.replace(/svg$/, 'png')
const round = (value: number) => Math.round(value * 10) / 10

/** The fonts of the references, for the measurement only. */
async function suiteFonts(folder: string): Promise<SvgFonts> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.ttf'))
  return {
    loadSystemFonts: false,
    fontFiles: files.map(name => join(folder, name)),
    defaultFontFamily: 'Noto Sans',
    serifFamily: 'Noto Serif',
    sansSerifFamily: 'Noto Sans',
    cursiveFamily: 'Yellowtail',
    fantasyFamily: 'Sedgwick Ave Display',
    monospaceFamily: 'Noto Mono',
  }
}

const drawWith =
  (fonts: SvgFonts): Draw =>
  (svg, size) =>
    drawSvg(svg, size, fonts)

/** The same fonts for librsvg. Only effective before fontconfig is used for the first time in this process. */
async function setFontconfig(folder: string, work: string): Promise<void> {
  const aliases = [
    ['serif', 'Noto Serif'],
    ['sans-serif', 'Noto Sans'],
    ['monospace', 'Noto Mono'],
    ['cursive', 'Yellowtail'],
    ['fantasy', 'Sedgwick Ave Display'],
  ].map(
    ([generic, family]) =>
      `<alias><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`,
  )
  const path = join(work, 'fonts.conf')
  await writeFile(
    path,
    `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${work}</cachedir>${aliases.join('')}</fontconfig>`,
  )
  process.env.FONTCONFIG_FILE = path
}

const drawWithLibrsvg: Draw = async (svg, { width, height }) => {
  const declared = await sharp(svg).metadata()
  const density = Math.min(100_000, Math.max(1, (72 * width) / declared.width))
  return sharp(svg, { density }).resize(width, height, { fit: 'fill' }).toColourspace('srgb').png().toBuffer()
}

async function compare(path: string, draw: Draw): Promise<Comparison> {
  const reference = await rgba(await readFile(referenceOf(path)))
  const { width, height } = reference
  try {
    const drawn = await rgba(await draw(embedImages(path), { width, height }))
    return difference(reference.data, drawn.data)
  } catch {
    return { isAlike: false, likeness: 0 }
  }
}

async function rgba(image: Buffer): Promise<Size & { readonly data: Buffer }> {
  const { data, info } = await sharp(image)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function difference(one: Buffer, other: Buffer): Comparison {
  const pixels = one.length / 4
  let [sum, differing] = [0, 0]
  for (let at = 0; at < one.length; at += 4) {
    const [a, b] = [one[at + 3] as number, other[at + 3] as number]
    let most = Math.abs(a - b)
    for (let channel = at; channel < at + 3; channel++) {
      const apart = Math.abs((one[channel] as number) * a - (other[channel] as number) * b) / 255
      if (apart > most) most = apart
    }
    sum += most
    if (most > maxChannelDifference) differing += 1
  }
  return { isAlike: differing <= pixels * maxDifferingShare, likeness: 1 - sum / (pixels * 255) }
}

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.svgz': 'image/svg+xml',
}

function embedImages(path: string): Buffer {
  const svg = readFileSync(path, 'utf8')
  return Buffer.from(
    svg.replace(/((?:xlink:)?href)="([^"#:]+)"/g, (all, attribute: string, href: string) => {
      const file = join(dirname(path), href)
      const type = types[extname(href)]
      if (type === undefined || !existsSync(file)) return all
      return `${attribute}="data:${type};base64,${readFileSync(file).toString('base64')}"`
    }),
  )
}
