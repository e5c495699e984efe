/** Decodes HEIF files (HEIC, and what else the system's libheif has a decoder for). */
import koffi from 'koffi'
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedPixels } from './decoded-image.ts'
import { bytesAt, loadLibrary, once, whileHeld } from './native-library.ts'

/** From `libheif/heif.h`. */
const colorspaceRgb = 1
const chroma = { rgb: 10, rgba: 11 } as const
const channelInterleaved = 10
const maxProfileBytes = 16 * 1024 * 1024
const maxImages = 10_000

const library = once(() => {
  // Not set where its encoder under the GPL would be loaded with it.
  const heif = loadLibrary(process.env.LIBHEIF === undefined ? [] : [process.env.LIBHEIF])
  if (heif === undefined) return undefined
  const error = koffi.struct('heif_error', { code: 'int', subcode: 'int', message: 'const char *' })
  heif.func('heif_init', error, ['void *'])(null)
  return {
    create: heif.func('void *heif_context_alloc()'),
    free: heif.func('void heif_context_free(void *)'),
    read: heif.func('heif_context_read_from_memory_without_copy', error, [
      'void *',
      'const uint8_t *',
      'size_t',
      'void *',
    ]),
    count: heif.func('int heif_context_get_number_of_top_level_images(void *)'),
    list: heif.func('int heif_context_get_list_of_top_level_image_IDs(void *, uint32_t *, int)'),
    primary: heif.func('heif_context_get_primary_image_ID', error, ['void *', koffi.out('uint32_t *')]),
    handle: heif.func('heif_context_get_image_handle', error, ['void *', 'uint32_t', koffi.out('void **')]),
    releaseHandle: heif.func('void heif_image_handle_release(void *)'),
    width: heif.func('int heif_image_handle_get_width(void *)'),
    height: heif.func('int heif_image_handle_get_height(void *)'),
    hasAlpha: heif.func('int heif_image_handle_has_alpha_channel(void *)'),
    profileSize: heif.func('size_t heif_image_handle_get_raw_color_profile_size(void *)'),
    profile: heif.func('heif_image_handle_get_raw_color_profile', error, ['void *', 'uint8_t *']),
    decode: heif.func('heif_decode_image', error, ['void *', koffi.out('void **'), 'int', 'int', 'void *']),
    releaseImage: heif.func('void heif_image_release(void *)'),
    imageWidth: heif.func('int heif_image_get_width(void *, int)'),
    imageHeight: heif.func('int heif_image_get_height(void *, int)'),
    plane: heif.func('void *heif_image_get_plane_readonly(void *, int, _Out_ int *)'),
  }
})

type Heif = NonNullable<ReturnType<typeof library>>

export interface HeifFile {
  /** Top-level images, the main one first: no thumbnails, tiles or depth maps. */
  readonly images: number
  read(index: number): DecodedPixels
}

/** Opens the file for the duration of the call. Undefined without libheif, and for what it does not open. */
export function withHeif<Result>(
  file: Buffer,
  maxPixels: number,
  use: (heif: HeifFile) => Result,
): Result | undefined {
  const heif = library()
  if (heif === undefined) return undefined
  const context: bigint = heif.create()
  return whileHeld(file, () => {
    try {
      if (heif.read(context, file, file.length, null).code !== 0) return undefined
      const ids = listImages(heif, context)
      if (ids.length === 0) return undefined
      return use({ images: ids.length, read: index => readImage(heif, context, ids[index] ?? 0, maxPixels) })
    } finally {
      heif.free(context)
    }
  })
}

function listImages(heif: Heif, context: bigint): readonly number[] {
  const count = Math.min(heif.count(context), maxImages)
  const ids = new Uint32Array(Math.max(0, count))
  const listed = heif.list(context, ids, ids.length)
  const primary: [number] = [0]
  const hasPrimary = heif.primary(context, primary).code === 0
  const all = [...ids.subarray(0, listed)]
  return hasPrimary && all.includes(primary[0]) ? [primary[0], ...all.filter(id => id !== primary[0])] : all
}

function readImage(heif: Heif, context: bigint, id: number, maxPixels: number): DecodedPixels {
  const handle: [bigint | null] = [null]
  if (heif.handle(context, id, handle).code !== 0) throw new JobFailure('file-damaged')
  try {
    checkDecodedSize(heif.width(handle[0]), heif.height(handle[0]), maxPixels)
    const channels = heif.hasAlpha(handle[0]) ? 4 : 3
    const image: [bigint | null] = [null]
    const decoded = heif.decode(
      handle[0],
      image,
      colorspaceRgb,
      channels === 4 ? chroma.rgba : chroma.rgb,
      null,
    )
    if (decoded.code !== 0) throw new JobFailure('file-damaged', {}, { cause: new Error(decoded.message) })
    try {
      return { ...copyPixels(heif, image[0], channels, maxPixels), icc: readProfile(heif, handle[0]) }
    } finally {
      heif.releaseImage(image[0])
    }
  } finally {
    heif.releaseHandle(handle[0])
  }
}

function copyPixels(heif: Heif, image: bigint | null, channels: 3 | 4, maxPixels: number): DecodedPixels {
  const width = heif.imageWidth(image, channelInterleaved)
  const height = heif.imageHeight(image, channelInterleaved)
  checkDecodedSize(width, height, maxPixels)
  const stride: [number] = [0]
  const plane: bigint | null = heif.plane(image, channelInterleaved, stride)
  if (plane === null || stride[0] < width * channels) throw new JobFailure('file-damaged')
  const bytes = bytesAt(plane, stride[0] * (height - 1) + width * channels)
  const data = Buffer.allocUnsafeSlow(width * height * channels)
  for (let y = 0; y < height; y++)
    data.set(bytes.subarray(y * stride[0], y * stride[0] + width * channels), y * width * channels)
  return { width, height, channels, data }
}

function readProfile(heif: Heif, handle: bigint | null): Buffer | undefined {
  const size = Number(heif.profileSize(handle))
  if (size === 0 || size > maxProfileBytes) return undefined
  const icc = Buffer.alloc(size)
  return heif.profile(handle, icc).code === 0 ? icc : undefined
}
