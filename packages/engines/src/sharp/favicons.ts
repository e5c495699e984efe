/** Draws the icons of a website: ICO and PNG files in the sizes that browsers and home screens ask for, with their manifest. */
import sharp from 'sharp'
import type { FaviconWork, ImageRequest } from '../image-request.ts'
import type { Report, StreamedResult } from '../process/helper-program.ts'
import { writeZip, type ZipEntry } from '../write-zip.ts'
import { analyze } from './analyze.ts'
import { decode } from './decode.ts'
import { drawIcon, packIcons } from './encode-icons.ts'
import { whileWriting } from './failures.ts'
import { openPixels } from './pixels.ts'

const icoSides = [16, 32, 48]
const largestSide = 1024
const [touchSide, smallAppSide, appSide] = [180, 192, 512]
/** Home screens may cut off the rest in any shape. */
const safeShare = 0.8

const snippet = `<link rel="icon" href="/favicon.ico" sizes="48x48">
<link rel="icon" href="/favicon-32x32.png" type="image/png" sizes="32x32">
<link rel="icon" href="/favicon-16x16.png" type="image/png" sizes="16x16">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
`

export async function drawFavicons(
  request: ImageRequest,
  { siteName, background }: FaviconWork,
  input: Buffer,
  report: Report,
): Promise<StreamedResult> {
  const facts = await analyze(input, request)
  report(15, 'analyze')
  const pixels = await decode(input, facts, request, report)
  const image = await whileWriting(() =>
    openPixels(pixels)
      .resize(largestSide, largestSide, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 0 })
      .toBuffer(),
  )
  report(60, 'encode')
  const icon = (side: number) => drawIcon(image, side, 'high')
  /** Without transparency, which home screens show as black. */
  const opaque = (png: Buffer) => sharp(png).flatten({ background }).png().toBuffer()

  async function* entries(): AsyncGenerator<ZipEntry> {
    const icons = await Promise.all(icoSides.map(async side => ({ side, png: await icon(side) })))
    yield { name: 'favicon.ico', data: packIcons(icons) }
    for (const { side, png } of icons.slice(0, 2)) yield { name: `favicon-${side}x${side}.png`, data: png }
    yield { name: 'apple-touch-icon.png', data: await opaque(await icon(touchSide)) }
    yield { name: 'icon-192x192.png', data: await icon(smallAppSide) }
    yield { name: 'icon-512x512.png', data: await icon(appSide) }
    yield { name: 'icon-maskable-512x512.png', data: await maskable() }
    yield { name: 'site.webmanifest', data: Buffer.from(manifestOf(siteName, background)) }
    yield { name: 'favicon.html', data: Buffer.from(snippet) }
    report(100, 'done')
  }

  async function maskable(): Promise<Buffer> {
    const side = Math.round(appSide * safeShare)
    const border = (appSide - side) / 2
    const [before, after] = [Math.floor(border), Math.ceil(border)]
    return opaque(
      await sharp(await icon(side))
        .extend({ top: before, left: before, bottom: after, right: after, background })
        .png()
        .toBuffer(),
    )
  }

  return { chunks: writeZip(entries()), about: () => ({ isArchive: true }) }
}

function manifestOf(name: string, color: string): string {
  const icon = (src: string, side: number, purpose: string) => ({
    src,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    name,
    short_name: name,
    icons: [
      icon('/icon-192x192.png', smallAppSide, 'any'),
      icon('/icon-512x512.png', appSide, 'any'),
      icon('/icon-maskable-512x512.png', appSide, 'maskable'),
    ],
    theme_color: color,
    background_color: color,
    display: 'standalone',
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
