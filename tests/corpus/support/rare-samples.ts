/** Samples of rare image formats, all showing the same image: written by ffmpeg, or here where it has no encoder. */
import { execFileSync } from 'node:child_process'
import sharp, { type Sharp } from 'sharp'
import { toSharp } from './compare-images.ts'
import type { Image } from './images.ts'
import { writeDng } from './write-dng.ts'

/** With the names of ffmpeg for the encoder and its pixels. */
const ffmpegFormats = {
  tga: ['targa', 'bgr24'],
  ppm: ['ppm', 'rgb24'],
  pgm: ['pgm', 'gray'],
  pbm: ['pbm', 'monow'],
  pam: ['pam', 'rgb24'],
  pcx: ['pcx', 'rgb24'],
  sgi: ['sgi', 'rgb24'],
  xbm: ['xbm', 'monow'],
} as const

type FfmpegFormat = keyof typeof ffmpegFormats

export function encodeWithFfmpeg(
  { data, width, height, channels }: Image,
  codec: string,
  pixels: string,
  ...options: string[]
): Buffer {
  const source = ['-f', 'rawvideo', '-pix_fmt', channels === 4 ? 'rgba' : 'rgb24', '-s', `${width}x${height}`]
  const target = ['-c:v', codec, '-pix_fmt', pixels, ...options, '-frames:v', '1', '-f', 'image2pipe']
  return execFileSync('ffmpeg', ['-v', 'error', ...source, '-i', '-', ...target, '-'], {
    input: data,
    maxBuffer: 2 ** 28,
  })
}

export const rareInputs = [
  'jp2',
  'tga',
  'ppm',
  'pgm',
  'pbm',
  'pam',
  'pfm',
  'hdr',
  'exr',
  'icns',
  'dds',
  'blp',
  'pcx',
  'dcx',
  'sgi',
  'xpm',
  'xbm',
  'msp',
  'mpo',
  'eps',
  'raw',
] as const

export async function makeRareSamples(image: Image): Promise<Record<(typeof rareInputs)[number], Buffer>> {
  const written = (format: FfmpegFormat, drawn = image) => {
    const [codec, pixels] = ffmpegFormats[format]
    return encodeWithFfmpeg(drawn, codec, pixels)
  }
  // ffmpeg would dither the colors, and weigh them differently.
  const gray = await inGray(image, toSharp(image).greyscale())
  const dots = await inGray(image, toSharp(image).greyscale().threshold(128))
  const jpeg = await toSharp(image).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
  const pcx = written('pcx')
  return {
    jp2: encodeWithFfmpeg(image, 'libopenjpeg', 'rgb24'),
    tga: written('tga'),
    ppm: written('ppm'),
    pgm: written('pgm', gray),
    pbm: written('pbm', dots),
    pam: written('pam'),
    pfm: writePfm(image),
    hdr: writeRadiance(image),
    exr: encodeWithFfmpeg(linearImage(image), 'exr', 'gbrpf32le'),
    icns: packIcns('ic08', await toSharp(image).png().toBuffer()),
    dds: writeDds(image),
    blp: writeBlp(image),
    pcx,
    dcx: packDcx([pcx]),
    sgi: written('sgi'),
    xpm: writeXpm(image),
    xbm: written('xbm', dots),
    msp: await writeMsp(image),
    eps: writeEps(image),
    mpo: Buffer.concat([jpeg, jpeg]),
    raw: writeDng(image),
  }
}

async function inGray(image: Image, drawn: Sharp): Promise<Image> {
  const gray = await drawn.raw().toBuffer()
  return { ...image, channels: 3, data: Buffer.from([...gray].flatMap(value => [value, value, value])) }
}

function toLinear(sample: number): number {
  const value = sample / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** ffmpeg takes the samples as they are for linear light. */
function linearImage(image: Image): Image {
  return { ...image, data: Buffer.from(image.data.map(sample => Math.round(toLinear(sample) * 255))) }
}

/** Rows from bottom to top, little-endian. */
export function writePfm({ data, width, height }: Image, gain = 1): Buffer {
  const pixels = Buffer.alloc(width * height * 12)
  for (let y = 0; y < height; y++)
    for (let at = 0; at < width * 3; at++)
      pixels.writeFloatLE(
        toLinear(data[y * width * 3 + at] ?? 0) * gain,
        ((height - 1 - y) * width * 3 + at) * 4,
      )
  return Buffer.concat([Buffer.from(`PF\n${width} ${height}\n-1.0\n`), pixels])
}

/** Pixels one by one, as the first version of the format has them. */
export function writeRadiance({ data, width, height }: Image, gain = 1): Buffer {
  const pixels = Buffer.alloc(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const color = [0, 1, 2].map(channel => toLinear(data[pixel * 3 + channel] ?? 0) * gain)
    const exponent = Math.ceil(Math.log2(Math.max(1e-9, ...color)) + 1e-9)
    color.forEach((value, channel) => {
      pixels[pixel * 4 + channel] = Math.min(255, Math.floor((value / 2 ** exponent) * 256))
    })
    pixels[pixel * 4 + 3] = exponent + 128
  }
  return Buffer.concat([
    Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`),
    pixels,
  ])
}

export function packIcns(type: string, content: Buffer): Buffer {
  const header = Buffer.from(`icns\0\0\0\0${type}\0\0\0\0`, 'latin1')
  header.writeUInt32BE(content.length + 16, 4)
  header.writeUInt32BE(content.length + 8, 12)
  return Buffer.concat([header, content])
}

export function ddsHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(128)
  header.write('DDS |', 0, 'latin1')
  header.writeUInt32LE(0x100f, 8)
  header.writeUInt32LE(height, 12)
  header.writeUInt32LE(width, 16)
  header.writeUInt32LE(width * 4, 20)
  header.writeUInt32LE(32, 76)
  header.writeUInt32LE(0x41, 80)
  header.writeUInt32LE(32, 88)
  ;[0xff0000, 0xff00, 0xff, 0xff000000].forEach((mask, index) => {
    header.writeUInt32LE(mask, 92 + index * 4)
  })
  header.writeUInt32LE(0x1000, 108)
  return header
}

function bgra({ data }: Image): Buffer {
  const pixels = Buffer.alloc((data.length / 3) * 4, 255)
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4)
    for (let channel = 0; channel < 3; channel++) pixels[to + channel] = data[from + 2 - channel] ?? 0
  return pixels
}

function writeDds(image: Image): Buffer {
  return Buffer.concat([ddsHeader(image.width, image.height), bgra(image)])
}

export function blpHeader(width: number, height: number, bytes: number): Buffer {
  const header = Buffer.alloc(148 + 1024)
  header.write('BLP2\x01\0\0\0\x03\x08\x08', 0, 'latin1')
  header.writeUInt32LE(width, 12)
  header.writeUInt32LE(height, 16)
  header.writeUInt32LE(header.length, 20)
  header.writeUInt32LE(bytes, 84)
  return header
}

function writeBlp(image: Image): Buffer {
  const pixels = bgra(image)
  return Buffer.concat([blpHeader(image.width, image.height, pixels.length), pixels])
}

/** A single image in hexadecimal digits, as image programs write it. */
function writeEps({ data, width, height }: Image): Buffer {
  const rows = data.toString('hex').match(/.{1,78}/g) ?? []
  return Buffer.from(
    [
      `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 ${width} ${height}\n%%EndComments\n/buf ${width * 3} string def`,
      `${width} ${height} scale\n${width} ${height} 8\n[${width} 0 0 -${height} 0 ${height}]`,
      '{ currentfile buf readhexstring pop } bind\nfalse 3 colorimage',
      ...rows,
      'showpage\n%%EOF\n',
    ].join('\n'),
  )
}

export function packDcx(pages: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(4 + 4 * 1024)
  header.writeUInt32LE(0x3ade68b1, 0)
  let at = header.length
  pages.forEach((page, index) => {
    header.writeUInt32LE(at, 4 + index * 4)
    at += page.length
  })
  return Buffer.concat([header, ...pages])
}

function writeXpm({ data, width, height }: Image): Buffer {
  const colors = new Map<string, string>()
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => {
      const color = data.toString('hex', (y * width + x) * 3, (y * width + x) * 3 + 3)
      const character = colors.get(color) ?? String.fromCharCode(65 + colors.size)
      colors.set(color, character)
      return character
    }).join(''),
  )
  const lines = [
    `${width} ${height} ${colors.size} 1`,
    ...[...colors].map(([color, character]) => `${character} c #${color}`),
    ...rows,
  ]
  return Buffer.from(
    `/* XPM */\nstatic char *image[] = {\n${lines.map(line => `"${line}"`).join(',\n')}\n};\n`,
  )
}

/** Runs of whole rows are not used: 0 starts a run of equal bytes, anything else literals. */
async function writeMsp(image: Image): Promise<Buffer> {
  const { width, height } = image
  const gray = await sharp(image.data, { raw: image }).greyscale().threshold(128).raw().toBuffer()
  const header = Buffer.alloc(32)
  header.write('LinS', 0, 'latin1')
  header.writeUInt16LE(width, 4)
  header.writeUInt16LE(height, 6)
  const lengths = Buffer.alloc(height * 2)
  const rows = Array.from({ length: height }, (_, y) => {
    const bits = Array.from({ length: Math.ceil(width / 8) }, (__, byte) =>
      Array.from({ length: 8 }, (___, bit) => (gray[y * width + byte * 8 + bit] ? 1 : 0)).reduce<number>(
        (sum, value) => sum * 2 + value,
        0,
      ),
    )
    const isPlain = y % 2 === 0
    const row = isPlain ? [bits.length, ...bits] : bits.flatMap(value => [0, 1, value])
    lengths.writeUInt16LE(row.length, y * 2)
    return Buffer.from(row)
  })
  return Buffer.concat([header, lengths, ...rows])
}
