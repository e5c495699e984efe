/** Makes any input readable for libvips: decodes the formats that it does not read, natively where possible. */
import sharp from 'sharp'
import { checkPageCount } from '../../image-pages.ts'
import type { ImageInput, ImageRequest } from '../../image-request.ts'
import { joinTiffs } from '../../join-tiffs.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { unpackSvg } from '../svg/open-svg.ts'
import { firstFrameAsStill } from './first-frame-as-still.ts'
import { rareOpeners } from './rare-openers.ts'
import { readBmp } from './read-bmp.ts'
import { withHeif } from './read-heif.ts'
import { readIco } from './read-ico.ts'
import { readJxl } from './read-jxl.ts'
import { readPsd } from './read-psd.ts'
import { readQoi } from './read-qoi.ts'
import { decoded, type Open, onlyPage, type Source, withMagick } from './source.ts'
import { writeTiff } from './write-tiff.ts'

const openers: Readonly<Partial<Record<ImageInput, Open>>> = {
  svg: async (file, request) => ({ input: unpackSvg(file), request, notes: [] }),
  bmp: async (file, request) => decoded(request, readBmp(file, request.maxPixels)),
  ico: async (file, request) => decoded(request, readIco(file, request.maxPixels)),
  qoi: async (file, request) => decoded(request, readQoi(file, request.maxPixels)),
  psd: async (file, request) => {
    const image = readPsd(file, request.maxPixels)
    return image ? decoded(request, image) : withMagick(file, request)
  },
  jxl: async (file, request) => {
    const image = readJxl(file, request.maxPixels)
    if (image === undefined) return withMagick(file, request)
    return { ...decoded(request, image), notes: image.isAnimated ? [{ kind: 'first-frame' }] : [] }
  },
  heic: openHeic,
  avif: openAvif,
  ...rareOpeners,
}

export type { Source } from './source.ts'

export async function openImageSource(request: ImageRequest, received: Buffer): Promise<Source> {
  const open = openers[request.from]
  return open ? open(received, request) : { input: received, request, notes: [] }
}

/** What libheif decodes of a damaged file: the main image, unless nothing of it was read. */
function openDamagedHeif(file: Buffer, request: ImageRequest): Source | undefined {
  return withHeif(file, request.maxPixels, ({ read }) => {
    const image = read(0)
    const { data, channels } = image
    const isBlank = data.every((sample, at) => sample === data[at % channels])
    return decoded(request, isBlank ? { ...image, readShare: 0 } : image)
  })
}

/** Decodes only the images that are needed. */
async function openHeic(file: Buffer, request: ImageRequest): Promise<Source> {
  if (request.tolerance === 'all') return openDamagedHeif(file, request) ?? withMagick(file, request)
  const { page, maxPixels, isInspection, edit } = request
  try {
    const source = withHeif(file, maxPixels, ({ images, read }): Source => {
      if (page > images) throw new JobFailure('page-beyond-end', { page, pages: images })
      const next = { ...request, from: 'tiff', page: 0 } as const
      const takesAll = page === 0 && !isInspection && !edit
      if (!takesAll) {
        const input = writeTiff(read(Math.max(0, page - 1)))
        const isPart = images > 1 && edit !== undefined
        return { input, request: next, pages: images, notes: isPart ? [{ kind: 'first-page' }] : [] }
      }
      checkPageCount(images)
      const all = Array.from({ length: images }, (_, index) => writeTiff(read(index)))
      return { input: all.length === 1 ? (all[0] as Buffer) : joinTiffs(all), request: next, notes: [] }
    })
    if (source) return source
  } catch (error) {
    if (!(error instanceof JobFailure) || error.code !== 'file-damaged') throw error
    // Another version of the library may read it.
  }
  const still = firstFrameAsStill(file)
  if (still === undefined) return withMagick(file, request)
  const source = withHeif(still, maxPixels, ({ read }) => decoded(request, read(0)))
  return source ? { ...source, notes: [{ kind: 'first-frame' }] } : withMagick(still, request)
}

/** libvips opens no image sequence without a still image. */
async function openAvif(file: Buffer, request: ImageRequest): Promise<Source> {
  const damaged = request.tolerance === 'all' ? openDamagedHeif(file, request) : undefined
  if (damaged) return damaged
  const isReadable = await sharp(file, { limitInputPixels: false })
    .metadata()
    .then(
      () => true,
      () => false,
    )
  const still = isReadable ? undefined : firstFrameAsStill(file)
  if (isReadable) return { input: file, request, notes: [] }
  if (still === undefined) {
    const image = withHeif(file, request.maxPixels, ({ read }) => decoded(request, read(0)))
    if (image === undefined && isSequence(file)) throw new JobFailure('unsupported-variant')
    return image ?? { input: file, request, notes: [] }
  }
  return {
    input: still,
    request: { ...request, page: onlyPage(request, 1) },
    notes: [{ kind: 'first-frame' }],
  }
}

function isSequence(file: Buffer): boolean {
  return file.toString('latin1', 4, 12) === 'ftypavis'
}
