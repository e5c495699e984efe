/** Request to a PDF helper process and the report that it returns. */

import { markdownImageModes } from '@filesmith/contract/operations/markdown-images'
import { imageQualities } from '@filesmith/contract/operations/media-calls'
import { z } from 'zod'
import type { Box } from '../page-layout/page-model.ts'

export const pdfRequestSchema = z.object({
  to: z.enum(['docx', 'txt', 'html', 'md', 'jpg', 'png']),
  quality: z.enum(imageQualities),
  /** Of images of pages, instead of the resolution of the quality. */
  dpi: z.number().exactOptional(),
  /** Of Markdown. */
  images: z.enum(markdownImageModes).default('beside'),
  /** Base name of the files in the archive. */
  name: z.string(),
  /** Length of the PDF within the input; recognized words follow as JSON. */
  pdfBytes: z.number(),
  password: z.string().exactOptional(),
  maxPages: z.number(),
  maxPixels: z.number(),
})
export type PdfRequest = Readonly<z.infer<typeof pdfRequestSchema>>
export type PdfQuality = PdfRequest['quality']

/** In points from the top left corner of its page. */
export interface UnreadImage extends Box {
  /** From 1. */
  readonly page: number
}

/** Result information besides its bytes. */
export interface ConvertReport {
  readonly isArchive: boolean
  /** Images in the archive. */
  readonly pages?: number | undefined
  /** Pages kept as images because no text was recognized. */
  readonly scannedPages: readonly number[]
  /** Images that may hold text, on pages that are not scans. */
  readonly unreadImages: readonly UnreadImage[]
  /** Pages that could not be read and are missing. */
  readonly failedPages: readonly number[]
  /** The end of the file is missing, and with it perhaps pages, fonts or images. */
  readonly isCutOff: boolean
}
