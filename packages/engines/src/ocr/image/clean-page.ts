/** Takes away what stands between Tesseract and the text: dark ground, shadows, borders, grain. What is clean stays as it is. */
import { type Blob, findBlobs } from './find-blobs.ts'
import { flattenLight } from './flatten-light.ts'
import { type GrayImage, histogramOf, inkThreshold, invert, percentile } from './gray-image.ts'
import { isDarkGround } from './is-dark-ground.ts'
import { grainOf, measureText, type TextMeasures } from './measure-text.ts'
import { grayPixels, openGray } from './page-image.ts'
import { removeBorders } from './remove-borders.ts'

export interface CleanPage {
  readonly image: GrayImage
  readonly threshold: number
  readonly blobs: readonly Blob[]
  readonly text: TextMeasures
  /** What was done; nothing for a page that was clean. */
  readonly steps: readonly CleaningStep[]
}

export type CleaningStep = 'invert' | 'light' | 'border' | 'grain'

/** Mean difference of neighbouring pixels on bare paper. */
const visibleGrain = 7
const specksPerLetter = 0.7
/** Of the way from paper to ink. */
const paperDepth = 0.17
/** Letters this small would lose their shape with the grain. */
const leastLetterForMedian = 9

export async function cleanPage(given: GrayImage): Promise<CleanPage> {
  const steps: CleaningStep[] = []
  let picture = given
  const take = (step: CleaningStep, next: GrayImage | undefined) => {
    if (next === undefined) return
    picture = next
    steps.push(step)
  }
  if (isDarkGround(picture)) take('invert', invert(picture))
  take('light', flattenLight(picture))
  let seen = look(picture)
  const withoutBorders = removeBorders(picture, seen.found, seen.threshold)
  take('border', withoutBorders)
  if (withoutBorders) seen = look(picture)
  if (isGrainy(picture, seen)) {
    take('grain', await smoothGrain(picture, seen.text.letterPixels))
    seen = look(picture)
  }
  return { image: picture, threshold: seen.threshold, blobs: seen.found.blobs, text: seen.text, steps }
}

function look(picture: GrayImage) {
  const threshold = inkThreshold(histogramOf(picture.pixels))
  const found = findBlobs(picture, value => value < threshold)
  return { threshold, found, text: measureText(found.blobs, picture) }
}

function isGrainy(picture: GrayImage, { threshold, text }: ReturnType<typeof look>): boolean {
  return (
    text.speckCount > specksPerLetter * text.letterCount + 50 || grainOf(picture, threshold) > visibleGrain
  )
}

async function smoothGrain(picture: GrayImage, letterPixels: number): Promise<GrayImage> {
  const image = openGray(picture)
  return whitenPaper(
    await grayPixels(letterPixels >= leastLetterForMedian ? image.median(3) : image.blur(0.7)),
  )
}

/** What is left of the grain lies near the shade of the paper: everything there becomes white. */
function whitenPaper(picture: GrayImage): GrayImage {
  const counts = histogramOf(picture.pixels)
  const [ink, paper] = [percentile(counts, 0.002), percentile(counts, 0.5)]
  const white = paper - paperDepth * (paper - ink)
  const shades = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.min(255, (255 * value) / Math.max(1, white)),
  )
  return { ...picture, pixels: picture.pixels.map(value => shades[value] as number) }
}
