/** Messages between the page and the image web worker. */
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'

/** Formats browsers may encode; actual support is found out by trying. */
export const browserOutputs = ['png', 'jpg', 'webp'] as const
export type BrowserOutput = (typeof browserOutputs)[number]

export interface Encoding {
  readonly format: BrowserOutput
  /** 1 to 100, for jpg and webp. */
  readonly quality: number
}

export type WorkerRequest =
  /** Requests a bitmap whose longest side is at most `maxSide`. */
  | { readonly ask: 'open'; readonly image: Blob; readonly maxSide: number }
  | { readonly ask: 'render'; readonly image: Blob; readonly edit: ImageEdit; readonly encoding: Encoding }
  /** Encodes the last rendered image again. */
  | { readonly ask: 'encode'; readonly encoding: Encoding }

export type RenderStep = 'reading' | 'rendering' | 'writing'

export type WorkerReply =
  | {
      readonly reply: 'opened'
      readonly width: number
      readonly height: number
      readonly previewBitmap: ImageBitmap
    }
  | { readonly reply: 'progress'; readonly step: RenderStep; readonly percent: number }
  | { readonly reply: 'encoded'; readonly file: Blob; readonly width: number; readonly height: number }
  /** This browser cannot encode the format. */
  | { readonly reply: 'unsupported' }
  /** 'unreadable': the file cannot be decoded. 'failed': out of memory, or no canvas. */
  | { readonly reply: 'error'; readonly kind: 'unreadable' | 'failed' }
