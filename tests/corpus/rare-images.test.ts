/** SVG as resvg draws it, image sequences, and decoders other than libvips, on the real, sandboxed engine. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'

let converter: Converter

beforeAll(async () => {
  converter = await startConverter(imagesOnly)
}, 60_000)

afterAll(() => converter.close())

const options = { quality: 'high' }

async function convert(input: Buffer | string, from: FormatId, to: FormatId = 'png') {
  const result = await converter.processImage({ operation: 'convert-image', input, from, to, options })
  const { data, info } = await sharp(result.path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { ...result, data, width: info.width, height: info.height }
}

const svg = (content: string, attributes = 'width="20" height="20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`
const red = [255, 0, 0, 255]
const nothing = [0, 0, 0, 0]

async function firstPixel(content: string): Promise<number[]> {
  return [...(await convert(svg(content), 'svg')).data.subarray(0, 4)]
}

describe('convert-image: SVG', () => {
  test.each([
    ['pixels', 'width="30" height="20"', [30, 20]],
    ['inches', 'width="1in" height="0.5in"', [96, 48]],
    ['millimeters', 'width="25.4mm" height="50.8mm"', [96, 192]],
    ['a view box only', 'viewBox="0 0 50 25"', [50, 25]],
  ])('size in %s', async (_what, attributes, size) => {
    const { width, height } = await convert(svg('<rect width="9" height="9"/>', attributes), 'svg')
    expect([width, height]).toEqual(size)
  })

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('draws an embedded %s', async format => {
    const image = sharp({ create: { width: 4, height: 4, channels: 3, background: '#ff0000' } })
    const uri = `data:image/${format};base64,${(await image[format]().toBuffer()).toString('base64')}`
    const [r = 0, g = 255, b = 255, a] = await firstPixel(`<image href="${uri}" width="20" height="20"/>`)
    expect([r > 250, g < 5, b < 5, a]).toEqual([true, true, true, 255])
  })

  test('draws an embedded SVG', async () => {
    const inner = Buffer.from(svg('<rect width="20" height="20" fill="#ff0000"/>')).toString('base64')
    const uri = `data:image/svg+xml;base64,${inner}`
    expect(await firstPixel(`<image href="${uri}" width="20" height="20"/>`)).toEqual(red)
  })

  test.each(['/usr/share/pixmaps/debian-logo.png', 'file:///etc/hostname', 'https://example.com/a.png'])(
    'does not load %s',
    async href => {
      expect(await firstPixel(`<image href="${href}" width="20" height="20"/>`)).toEqual(nothing)
    },
  )

  test('ignores scripts and foreign elements', async () => {
    const script = '<script>document.documentElement.remove()</script><foreignObject><p>a</p></foreignObject>'
    expect(await firstPixel(`${script}<rect width="20" height="20" fill="#ff0000"/>`)).toEqual(red)
  })

  test('draws half-transparent colors unchanged', async () => {
    const [r, g, b, a = 0] = await firstPixel('<rect width="20" height="20" fill="#ff0000" opacity="0.5"/>')
    expect([r, g, b, Math.abs(a - 128) <= 1]).toEqual([255, 0, 0, true])
  })

  test.each([
    ['Arial, which is not installed', 'Arial'],
    ['an unknown family', 'No Such Family'],
    ['a generic family', 'monospace'],
    ['Noto Sans', 'Noto Sans'],
  ])('draws text in %s', async (_what, family) => {
    const { data } = await convert(
      svg(`<text y="18" font-size="20" font-family="${family}">MM</text>`),
      'svg',
    )
    expect(data.filter((value, at) => at % 4 === 3 && value > 200).length).toBeGreaterThan(40)
  })

  test('draws characters of other scripts', async () => {
    const { data } = await convert(svg('<text y="18" font-size="20">\u6c34</text>'), 'svg')
    expect(data.filter((value, at) => at % 4 === 3 && value > 100).length).toBeGreaterThan(20)
  })

  test('text with the words of a style stays as it is', async () => {
    const drawn = (text: string) => convert(svg(`<text y="9" font-size="2">${text}</text>`), 'svg')
    const [one, other] = [await drawn('font-family: Arial'), await drawn('font-family: Arial, sans-serif')]
    expect(one.data.equals(other.data)).toBe(false)
  })

  test.each(['utf-16le', 'latin1'] as const)('reads %s', async encoding => {
    const declared = encoding === 'latin1' ? '<?xml version="1.0" encoding="ISO-8859-1"?>' : '\ufeff'
    const input = Buffer.from(
      `${declared}${svg('<rect id="\u00e9" width="20" height="20" fill="#ff0000"/>')}`,
      encoding,
    )
    expect([...(await convert(input, 'svg')).data.subarray(0, 4)]).toEqual(red)
  })
})

describe('convert-image: image sequences', () => {
  test('a moving AVIF: the first frame, and a note', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'moving-'))
    try {
      const path = join(folder, 'moving.avif')
      const source = 'color=red:size=64x48:rate=5:duration=0.6,format=yuv420p'
      await promisify(execFile)('ffmpeg', [
        ...['-v', 'error', '-f', 'lavfi', '-i', source, '-c:v', 'libaom-av1', '-cpu-used', '8', path],
      ])
      const input = await readFile(path)
      expect(input.toString('latin1', 8, 12)).toBe('avis')
      const { width, height, data, notes } = await convert(input, 'avif')
      expect({ width, height }).toEqual({ width: 64, height: 48 })
      const [r = 0, g = 255, b = 255] = data
      expect([r > 200, g < 40, b < 40]).toEqual([true, true, true])
      expect(notes).toEqual(['This image is animated; its first frame was used.'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
