/** Makes any input readable for libvips: decodes the formats that it does not read, natively where possible. */
import sharp from 'sharp'
import type { ImageNote } from '../../image-notes.ts'
import { checkPageCount } from '../../image-pages.ts'
import type { ImageInput, ImageRequest } from '../../image-request.ts'
import { joinTiffs } from '../../join-tiffs.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { unpackSvg } from '../svg/open-svg.ts'
import type { DecodedPixels, EmbeddedFile } from './decoded-image.ts'
import { firstFrameAsStill } from './first-frame-as-still.ts'
import { readBmp } from './read-bmp.ts'
import { withHeif } from './read-heif.ts'
import { readIco } from './read-ico.ts'
import { readJxl } from './read-jxl.ts'
import { readPsd } from './read-psd.ts'
import { readQoi } from './read-qoi.ts'
import { readWithMagick } from './read-with-magick.ts'
import { writeTiff } from './write-tiff.ts'

export interface Source {
  readonly input: Buffer
  /** The format of `input`, and the page to take from it. */
  readonly request: ImageRequest
  readonly notes: readonly ImageNote[]
  /** Images in the file, where only one was decoded. */
  readonly pages?: number
}

type Open = (file: Buffer, request: ImageRequest) => Promise<Source>

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
}

export async function openImageSource(request: ImageRequest, received: Buffer): Promise<Source> {
  const open = openers[request.from]
  return open ? open(received, request) : { input: received, request, notes: [] }
}

function decoded(request: ImageRequest, image: DecodedPixels | EmbeddedFile): Source {
  const isFile = 'embedded' in image
  // Nothing at all is not an image.
  const leastShare = request.tolerance === 'all' ? Number.MIN_VALUE : 1
  if (!isFile && (image.readShare ?? 1) < leastShare) throw new JobFailure('file-damaged')
  return {
    input: isFile ? image.embedded : writeTiff(image),
    // Only the main image is read, whatever page is asked for.
    request: { ...request, from: isFile ? 'png' : 'tiff', page: onlyPage(request, 1) },
    notes: [],
  }
}

/** Throws if the page does not exist. */
function onlyPage({ page }: ImageRequest, pages: number): 0 {
  if (page > pages) throw new JobFailure('page-beyond-end', { page, pages })
  return 0
}

async function withMagick(file: Buffer, request: ImageRequest): Promise<Source> {
  const input = await readWithMagick(request, file)
  return { input, request: { ...request, from: 'tiff', page: onlyPage(request, 1) }, notes: [] }
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
