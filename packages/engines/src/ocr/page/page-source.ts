/** Source of prepared page images and their measurements; implemented with helper processes. */

import type { QuarterRotation } from '../image/page-image.ts'
import type { PageGeometry, PreparationStep } from '../image/prepare-page.ts'

export interface PagePreparationOptions {
  readonly isEnhanced: boolean
  readonly rotation: QuarterRotation
}

/** A prepared page, stored as files in the job folder. */
export interface PageOnDisk {
  readonly pgmPath: string
  /** Crop for trial passes; the whole page if it is small enough. */
  readonly samplePath: string
  readonly isSampleWhole: boolean
  /** Packed boxes of letter-like blobs. */
  readonly lettersPath?: string
  readonly geometry: PageGeometry
  /** Of the image to recognize. */
  readonly dpi: number
  /** For a pixel of the upright page. */
  readonly pointsPerPixel: number
  readonly letterCount: number
  readonly preview?: { readonly path: string; readonly width: number; readonly height: number }
  readonly steps: readonly PreparationStep[]
  /** Parts of it could not be read. */
  readonly isDamaged?: boolean
}

export interface PageSource {
  prepare(options: PagePreparationOptions): Promise<PageOnDisk>
}
