/** Requests to an OCR helper process and the reports that it returns. */
import { z } from 'zod'
import type { QuarterRotation } from './image/page-image.ts'
import type { PageGeometry, PreparationStep } from './image/prepare-page.ts'
import type { OcrWord } from './text/ocr-page.ts'

export const ocrFormats = ['jpg', 'png', 'webp', 'tiff', 'pdf'] as const

const fileParams = {
  format: z.enum(ocrFormats),
  password: z.string().exactOptional(),
  maxPages: z.number(),
  maxPixels: z.number(),
}

/** Returns, as JSON, the kind of each page and the words of its text layer. */
const openRequest = z.object({ kind: z.literal('open'), ...fileParams })

/** Returns, concatenated: the image to recognize, the sample for detection, the letter boxes, and the preview. */
const prepareRequest = z.object({
  kind: z.literal('prepare'),
  page: z.number(),
  isEnhanced: z.boolean(),
  rotation: z.literal([0, 90, 180, 270]),
  previewPixels: z.number(),
  /** Part of the page to prepare, in points. */
  region: z
    .object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
    .exactOptional(),
  /** Render only the preview. */
  isPreviewOnly: z.boolean(),
  ...fileParams,
})

const identifyRequest = z.object({ kind: z.literal('identify'), texts: z.array(z.string()).readonly() })

/** Takes the recognized pages as JSON; returns text, JSON and hOCR, concatenated. */
const composeRequest = z.object({
  kind: z.literal('compose'),
  options: z.object({ preservesLayout: z.boolean(), includesConfidence: z.boolean() }),
  languageNames: z.record(z.string(), z.string()).readonly(),
})

/** Takes the file followed by the recognized pages as JSON. */
const writeRequest = z.object({
  kind: z.enum(['write-docx', 'write-md', 'write-pdf']),
  fileBytes: z.number(),
  ...fileParams,
})

export const ocrRequestSchema = z.discriminatedUnion('kind', [
  openRequest,
  prepareRequest,
  identifyRequest,
  composeRequest,
  writeRequest,
])
export type OcrRequest = z.infer<typeof ocrRequestSchema>
export type OcrFormat = (typeof ocrFormats)[number]
export type OpenRequest = z.infer<typeof openRequest>
export type PrepareRequest = z.infer<typeof prepareRequest>
export type ComposeRequest = z.infer<typeof composeRequest>
export type OcrWriteRequest = z.infer<typeof writeRequest>

export type OpenedPage =
  | { readonly kind: 'image' }
  | {
      readonly kind: 'text'
      readonly width: number
      readonly height: number
      readonly rotation: QuarterRotation
      readonly words: readonly OcrWord[]
    }

export interface PrepareReport {
  readonly pgmBytes: number
  readonly sampleBytes: number
  readonly lettersBytes: number
  readonly previewBytes: number
  readonly previewWidth: number
  readonly previewHeight: number
  readonly geometry: PageGeometry
  readonly dpi: number
  /** For a pixel of the upright page. */
  readonly pointsPerPixel: number
  readonly letterCount: number
  readonly steps: readonly PreparationStep[]
  readonly isDamaged: boolean
}

export interface ComposeReport {
  readonly textBytes: number
  readonly recognitionBytes: number
  readonly hocrBytes: number
}
