/** Pairs of frames that follow each other, as they will be in the GIF: from a film, or from pictures. */
import { type FramePair, sampleMoments, samplePlaces } from '@filesmith/contract/gif-estimate'
import { loadPicture } from '../../../lib/load-picture.ts'
import type { FilmPart } from '../film/film-part.ts'
import type { FilmReader } from '../film/film-reader.ts'
import type { PictureSize } from '../gif-figures.ts'
import { drawFitted } from '../preview/stage.ts'

type Pixels = Uint8ClampedArray

/** Large frames say as much with fewer of them, and phones have little memory. */
const maxPixels = 12_000_000

function pairsWorthTaking<Place>(places: readonly Place[], { width, height }: PictureSize): Place[] {
  const count = Math.max(1, Math.min(places.length, Math.floor(maxPixels / (2 * width * height))))
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * places.length) / count))
    .map(index => places[index])
    .filter(place => place !== undefined)
}

export async function sampleFilm(
  reader: FilmReader,
  { startTime, duration }: FilmPart,
  fps: number,
  size: PictureSize,
  signal: AbortSignal,
): Promise<FramePair[]> {
  const places = pairsWorthTaking(sampleMoments(startTime, duration, fps), size)
  const moments = places.flatMap(({ firstSeconds, secondSeconds }) => [firstSeconds, secondSeconds])
  const drawing = openDrawing(size)
  const frames: Pixels[] = []
  await reader.frames(moments, signal, film => {
    frames.push(drawing.pixelsOf(film))
  })
  signal.throwIfAborted()
  return pairUp(frames)
}

/** Rejects when one of them cannot be drawn: what is left would say nothing about it. */
export async function samplePictures(
  files: readonly Blob[],
  size: PictureSize,
  signal: AbortSignal,
): Promise<FramePair[]> {
  const drawing = openDrawing(size)
  const frames: Pixels[] = []
  for (const index of pairsWorthTaking(neighbours(files.length), size)) {
    for (const file of [files[index], files[index + 1] ?? files[index]]) {
      const picture = file && (await loadPicture(file))
      signal.throwIfAborted()
      if (!picture) throw new Error('a picture cannot be drawn here')
      frames.push(drawing.pixelsOf(picture))
    }
  }
  return pairUp(frames)
}

/** The first of each pair, spread over the list; one picture alone is a pair with itself. */
function neighbours(count: number): number[] {
  const pairCount = Math.max(1, count - 1)
  const places = Math.min(samplePlaces, pairCount)
  return Array.from({ length: places }, (_, place) => Math.floor(((place + 0.5) * pairCount) / places))
}

function openDrawing({ width, height }: PictureSize) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('nothing can be drawn here')
  return {
    pixelsOf(image: HTMLVideoElement | HTMLImageElement): Pixels {
      context.clearRect(0, 0, width, height)
      drawFitted(context, image)
      return context.getImageData(0, 0, width, height).data
    },
  }
}

function pairUp(frames: readonly Pixels[]): FramePair[] {
  return frames.flatMap((first, index) => {
    const second = frames[index + 1]
    return index % 2 === 0 && second ? [{ first, second }] : []
  })
}
