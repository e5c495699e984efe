/** Openers of formats that are seldom seen on the web: textures, scans, Netpbm, icons of macOS, high dynamic range, raw photos. */
import { checkPageCount } from '../../image-pages.ts'
import type { ImageInput, ImageRequest } from '../../image-request.ts'
import { joinTiffs } from '../../join-tiffs.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { openRaw } from './open-raw.ts'
import { readBlp } from './read-blp.ts'
import { readEps } from './read-eps.ts'
import { readExr } from './read-exr.ts'
import { readHdr } from './read-hdr.ts'
import { readIcns } from './read-icns.ts'
import { readMsp } from './read-msp.ts'
import { readPnm } from './read-pnm.ts'
import { decoded, type Open, onlyPage, type Source, withMagick } from './source.ts'
import { toneMap } from './tone-map.ts'

const openPnm: Open = async (file, request) => decoded(request, readPnm(file, request.maxPixels))

export const rareOpeners: Readonly<Partial<Record<ImageInput, Open>>> = {
  jp2: withMagick,
  tga: withMagick,
  dds: withMagick,
  pcx: withMagick,
  xpm: withMagick,
  xbm: withMagick,
  sgi: withMagick,
  dcx: openDcx,
  pbm: openPnm,
  pgm: openPnm,
  ppm: openPnm,
  pam: openPnm,
  pfm: openPnm,
  msp: async (file, request) => decoded(request, readMsp(file, request.maxPixels)),
  hdr: async (file, request) => decoded(request, toneMap(readHdr(file, request.maxPixels))),
  exr: async (file, request) => decoded(request, toneMap(await readExr(file, request.maxPixels))),
  blp: openBlp,
  icns: openIcns,
  mpo: openMpo,
  eps: openEps,
  raw: openRaw,
}

async function openBlp(file: Buffer, request: ImageRequest): Promise<Source> {
  const image = readBlp(file, request.maxPixels)
  return 'dds' in image ? withMagick(image.dds, { ...request, from: 'dds' }) : decoded(request, image)
}

async function openIcns(file: Buffer, request: ImageRequest): Promise<Source> {
  const image = readIcns(file)
  const isJpeg2000 = 'embedded' in image && image.format === 'jp2'
  return isJpeg2000 ? withMagick(image.embedded, { ...request, from: 'jp2' }) : decoded(request, image)
}

/** Drawn as SVG, unless it is nothing but an image. The preview is for files that cannot be drawn. */
async function openEps(file: Buffer, request: ImageRequest): Promise<Source> {
  const found = readEps(file, request.maxPixels)
  if (found?.kind === 'image') return decoded(request, found.pixels)
  const { drawPostScript } = await import('../../postscript/draw-postscript.ts')
  const { pages, failure } = await drawPostScript(file)
  const [page] = pages
  if (page !== undefined)
    return {
      input: Buffer.from(page),
      request: { ...request, from: 'svg', page: onlyPage(request, 1) },
      notes: failure === undefined ? [] : [{ kind: 'damaged' }],
    }
  if (found === undefined) throw new JobFailure('postscript-program', {}, { cause: new Error(failure) })
  const notes = [{ kind: 'eps-preview' }] as const
  if (found.kind === 'preview') return { ...decoded(request, found.pixels), notes }
  return { input: found.tiff, request: { ...request, from: 'tiff', page: onlyPage(request, 1) }, notes }
}

/** A camera with two lenses writes both images one behind the other. */
async function openMpo(file: Buffer, request: ImageRequest): Promise<Source> {
  const second = file.indexOf(Buffer.from('\xff\xd9\xff\xd8\xff', 'latin1'))
  return {
    input: file,
    request: { ...request, from: 'jpg' },
    notes: second > 0 ? [{ kind: 'first-image' }] : [],
  }
}

const dcxHeaderBytes = 4
const maxDcxPages = 1023

/** A list of offsets, at each of which there is a PCX file. */
async function openDcx(file: Buffer, request: ImageRequest): Promise<Source> {
  const starts: number[] = []
  for (let at = dcxHeaderBytes; at + 4 <= file.length && starts.length < maxDcxPages; at += 4) {
    const start = file.readUInt32LE(at)
    if (start === 0) break
    starts.push(start)
  }
  if (starts.length === 0 || starts.some(start => start >= file.length)) throw new JobFailure('file-damaged')
  checkPageCount(starts.length)
  const ends = [...starts.toSorted((one, other) => one - other), file.length]
  const tiffs: Buffer[] = []
  for (const start of starts) {
    const page = file.subarray(
      start,
      ends.find(end => end > start),
    )
    tiffs.push((await withMagick(page, { ...request, from: 'pcx', page: 0 })).input)
  }
  const [first] = tiffs
  const input = tiffs.length === 1 && first ? first : joinTiffs(tiffs)
  return { input, request: { ...request, from: 'tiff' }, notes: [] }
}
