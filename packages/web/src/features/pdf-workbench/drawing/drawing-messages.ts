/** Messages between the page and the web worker that opens PDFs and draws their pages. */

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
