/** Resizes raw pixels: downscales in linear light, enlarges in sRGB. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import sharp, { type Sharp } from 'sharp'
import { averageLight, type LightPlanes } from './average-light.ts'
import { maxLight, storedTable } from './linear-light.ts'
import { asUint16, isDeep, openRaster, type Raster, spaceOf, toRaster, type Window } from './raster.ts'

const kernel = 'lanczos3'

export async function resizeRaster(raster: Raster, window: Window, size: Size): Promise<Raster> {
  const space = spaceOf(raster)
  if (size.width === window.width && size.height === window.height)
    return toRaster(openRaster(raster).extract(window), space)
  // Ringing at edges is stark in linear light; sRGB values are closer to perception.
  if (size.width >= window.width && size.height >= window.height)
    return toRaster(
      openRaster(raster).extract(window).resize(size.width, size.height, { fit: 'fill', kernel }),
      space,
    )
  if (raster.channels === 3 && !isDeep(raster) && isManyTimesSmaller(window, size))
    return toRaster(shrinkByLight(openRaster(raster).extract(window), size), space)
  const planes = averageLight(raster, window, {
    width: prescaled(window.width, size.width),
    height: prescaled(window.height, size.height),
  })
  const [colors, opacity] = await Promise.all([
    resizePlane(planes.colors, planes.colorChannels, planes, size),
    planes.opacity && resizePlane(planes.opacity, 1, planes, size),
  ])
  return stored({ ...size, colorChannels: planes.colorChannels, colors, opacity }, raster)
}

/** At such factors libvips averages linear light of opaque colors faster than averageLight. */
export function isManyTimesSmaller(from: Size, to: Size): boolean {
  return prescaled(from.width, to.width) < from.width && prescaled(from.height, to.height) < from.height
}

export function shrinkByLight(image: Sharp, { width, height }: Size): Sharp {
  return image.pipelineColourspace('scrgb').resize(width, height, { fit: 'fill', kernel })
}

/** Prescales by roughly whole pixels, leaving the kernel at least two source pixels per result pixel. */
function prescaled(from: number, to: number): number {
  return Math.round(from / Math.max(1, Math.floor(from / to / 2)))
}

async function resizePlane(plane: Uint16Array, channels: 1 | 3, from: Size, to: Size): Promise<Uint16Array> {
  const space = channels === 1 ? 'grey16' : 'rgb16'
  const raw = { width: from.width, height: from.height, channels }
  const bytes = await sharp(plane, { raw, limitInputPixels: false })
    .pipelineColourspace(space)
    .resize(to.width, to.height, { fit: 'fill', kernel })
    .toColourspace(space)
    .raw({ depth: 'ushort' })
    .toBuffer()
  return asUint16(bytes)
}

function stored(planes: LightPlanes, { channels, data: source }: Raster): Raster {
  const { width, height, colors, colorChannels, opacity } = planes
  const is16Bit = isDeep({ data: source })
  const values = storedTable(is16Bit)
  const length = width * height * channels
  const data = is16Bit ? new Uint16Array(length) : Buffer.allocUnsafe(length)
  if (opacity === undefined) {
    for (let at = 0; at < length; at++) data[at] = values[colors[at] as number] as number
    return { data, width, height, channels }
  }
  const opaque = is16Bit ? maxLight : 255
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    const part = opacity[pixel] as number
    const to = pixel * channels
    data[to + channels - 1] = (part * opaque) / maxLight + 0.5
    for (let channel = 0; channel < colorChannels; channel++) {
      const light = part === 0 ? 0 : ((colors[pixel * colorChannels + channel] as number) * maxLight) / part
      data[to + channel] = values[Math.min(maxLight, Math.round(light))] as number
    }
  }
  return { data, width, height, channels }
}
