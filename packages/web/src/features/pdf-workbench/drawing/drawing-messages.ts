/** Messages between the page and the web worker that opens PDFs and draws their pages. */

import type { FormReading } from './form-fields.ts'

export type DrawingRequest =
  | {
      readonly ask: 'open'
      readonly id: number
      readonly source: string
      readonly file: Blob
      readonly password: string
    }
  | {
      readonly ask: 'draw'
      readonly id: number
      readonly source: string
      /** From 1. */
      readonly page: number
      readonly maxSidePx: number
    }
  | { readonly ask: 'measure'; readonly id: number; readonly source: string; readonly page: number }
  | { readonly ask: 'form'; readonly id: number; readonly source: string }
  | { readonly ask: 'close'; readonly source: string }

export type OpenResult =
  | { readonly result: 'opened'; readonly pageCount: number }
  | { readonly result: 'locked' }
  | { readonly result: 'damaged' }
  | { readonly result: 'too-large' }

export type DrawingReply =
  | { readonly id: number; readonly opened: OpenResult }
  /** Undefined if the page cannot be drawn. */
  | { readonly id: number; readonly bitmap: ImageBitmap | undefined }
  /** In points; undefined if the page cannot be read. */
  | { readonly id: number; readonly size: { readonly width: number; readonly height: number } | undefined }
  | { readonly id: number; readonly form: FormReading }
