/** Where pages to be read come from: a helper prepares them and answers pictures and what it measured. */

import type { QuarterRotation } from '../image/page-image.ts'
import type { PageGeometry, PreparationStep } from '../image/prepare-page.ts'

export interface PageWish {
  readonly isEnhanced: boolean
  readonly turn: QuarterRotation
}

/** A prepared page as files of the job's folder. */
export interface PageOnDisk {
  readonly readingPath: string
  /** A part of it; the whole where that is small enough. */
  readonly samplePath: string
  readonly isSampleWhole: boolean
  /** Places of what looks like letters. */
  readonly lettersPath?: string
  readonly geometry: PageGeometry
  /** Of the picture that is read. */
  readonly dpi: number
  /** Of a pixel of the upright page. */
  readonly pointsPerPixel: number
  readonly letterCount: number
  readonly view?: { readonly path: string; readonly width: number; readonly height: number }
  readonly steps: readonly PreparationStep[]
}

export interface PageSource {
  prepare(wish: PageWish): Promise<PageOnDisk>
}
