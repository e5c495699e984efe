/** Makes three pictures of a page: one that Tesseract reads best, a part of it that tells the language, and one to show. */
import sharp, { type Sharp } from 'sharp'
import { estimateSkew } from '../../tesseract/estimate-skew.ts'
import { type CleaningStep, cleanPage } from './clean-page.ts'
import { cutSample } from './cut-sample.ts'
import type { GrayImage } from './gray-image.ts'
import { packLetters } from './letter-places.ts'
import {
  grayOf,
  grayPixels,
  openGray,
  openImage,
  type PageImage,
  type QuarterRotation,
  rotateImage,
} from './page-image.ts'
import { writePgm } from './pgm.ts'

export interface Preparation {
  readonly isEnhanced: boolean
  readonly turn: QuarterRotation
  /** Of the longer side of the picture to show; 0 for none. */
  readonly viewPixels: number
}

/** How the picture that is read lies on the page. */
export interface PageGeometry {
  readonly turn: QuarterRotation
  /** Of the page after its quarter turn, in its own pixels. */
  readonly width: number
  readonly height: number
  /** How far the page was turned clockwise before it was straightened. */
  readonly skewDegrees: number
  /** Pixels of the picture that is read for one of the page. */
  readonly scale: number
  readonly readWidth: number
  readonly readHeight: number
}

export interface PreparedPage {
  /** PGM. */
  readonly reading: Buffer
  /** PGM; undefined when the whole page is small enough. */
  readonly sample: Buffer | undefined
  /** Places of what looks like letters in the picture that is read. */
  readonly letters: Buffer
  /** JPEG of the same page, in colour. */
  readonly view: { readonly jpeg: Buffer; readonly width: number; readonly height: number } | undefined
  readonly geometry: PageGeometry
  /** Height of most letters in the picture that is read. */
  readonly letterPixels: number
  readonly letterCount: number
  readonly steps: readonly PreparationStep[]
}

export type PreparationStep = CleaningStep | 'skew' | 'scale'

/** Lines are seen well enough at this size. */
const skewPixels = 1200
const fewestLettersForSkew = 8
/** Letters lower than this are read better when they are enlarged, to this. */
const smallLetters = 15
const wantedLetters = 22
const mostScale = 4
/** Letters higher than this only cost time. */
const largeLetters = 60
const mostReadPixels = 40_000_000
const viewQuality = 80
const white = '#ffffff'

export async function preparePage(given: PageImage, how: Preparation): Promise<PreparedPage> {
  const page = await rotateImage(given, how.turn)
  const gray = await grayOf(page)
  const clean = how.isEnhanced ? await cleanPage(gray) : undefined
  const { letterPixels = 0, letterCount = 0 } = clean?.text ?? {}
  const skewDegrees = clean && letterCount >= fewestLettersForSkew ? await skewOf(clean.image) : 0
  const scale = clean ? scaleFor(letterPixels, letterCount, page) : 1
  const read = await straighten(clean?.image ?? gray, skewDegrees, scale)
  return {
    reading: writePgm(read),
    sample: sampleOf(read, letterPixels * scale, letterCount),
    letters: clean ? packLetters(clean, read, skewDegrees, scale) : Buffer.alloc(0),
    view: how.viewPixels === 0 ? undefined : await viewOf(page, skewDegrees, how.viewPixels),
    geometry: {
      turn: how.turn,
      width: page.width,
      height: page.height,
      skewDegrees,
      scale,
      readWidth: read.width,
      readHeight: read.height,
    },
    letterPixels: letterPixels * scale,
    letterCount,
    steps: [
      ...(clean?.steps ?? []),
      ...(skewDegrees === 0 ? [] : ['skew' as const]),
      ...(scale === 1 ? [] : ['scale' as const]),
    ],
  }
}

function sampleOf(read: GrayImage, letterPixels: number, letterCount: number): Buffer | undefined {
  const sample = cutSample(read, letterPixels, letterCount)
  return sample && writePgm(sample)
}

async function skewOf(picture: GrayImage): Promise<number> {
  const small = await grayPixels(
    openGray(picture).resize({
      width: skewPixels,
      height: skewPixels,
      fit: 'inside',
      withoutEnlargement: true,
    }),
  )
  return estimateSkew(small)
}

function scaleFor(letterPixels: number, letterCount: number, { width, height }: PageImage): number {
  const most = Math.sqrt(mostReadPixels / (width * height))
  if (letterCount === 0) return Math.min(1, most)
  const wanted =
    letterPixels < smallLetters
      ? Math.min(mostScale, wantedLetters / letterPixels)
      : letterPixels > largeLetters
        ? largeLetters / letterPixels
        : 1
  return Math.min(wanted, most)
}

/** Turned and scaled in one step: every further one would blur the letters. */
async function straighten(picture: GrayImage, skewDegrees: number, scale: number): Promise<GrayImage> {
  if (skewDegrees === 0 && scale === 1) return picture
  if (skewDegrees === 0)
    return grayPixels(openGray(picture).resize({ width: Math.round(picture.width * scale), kernel: 'cubic' }))
  return grayPixels(rotateBack(openGray(picture), skewDegrees, scale))
}

function rotateBack(image: Sharp, skewDegrees: number, scale: number): Sharp {
  const angle = (-skewDegrees * Math.PI) / 180
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)]
  return image.affine(
    [
      [cos, -sin],
      [sin, cos],
    ],
    { background: white, interpolator: sharp.interpolators.bicubic },
  )
}

async function viewOf(page: PageImage, skewDegrees: number, pixels: number) {
  const scale = Math.min(1, pixels / Math.max(page.width, page.height))
  const small = openImage(page).resize({ width: Math.max(1, Math.round(page.width * scale)) })
  const straight = skewDegrees === 0 ? small : rotateBack(openImage(await rawOf(small)), skewDegrees, 1)
  const { data, info } = await straight.jpeg({ quality: viewQuality }).toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}

async function rawOf(image: Sharp): Promise<PageImage> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}
