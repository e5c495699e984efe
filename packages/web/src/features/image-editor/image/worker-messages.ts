/** What the page and its worker for pictures say to each other. */
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'

/** What browsers can write; which of them this one can is found out by asking it. */
export const browserOutputs = ['png', 'jpg', 'webp'] as const
export type BrowserOutput = (typeof browserOutputs)[number]

export interface Encoding {
  readonly format: BrowserOutput
  /** From 1 to 100; of jpg and webp. */
  readonly quality: number
}

export type WorkerRequest =
  /** A copy with no side longer than this. */
  | { readonly ask: 'open'; readonly image: Blob; readonly maxSide: number }
  | { readonly ask: 'render'; readonly image: Blob; readonly edit: ImageEdit; readonly encoding: Encoding }
  /** What was rendered last, written once more. */
  | { readonly ask: 'encode'; readonly encoding: Encoding }

export type RenderStep = 'reading' | 'rendering' | 'writing'

export type WorkerReply =
  | { readonly reply: 'opened'; readonly width: number; readonly height: number; readonly copy: ImageBitmap }
  | { readonly reply: 'progress'; readonly step: RenderStep; readonly percent: number }
  | { readonly reply: 'written'; readonly file: Blob; readonly width: number; readonly height: number }
  /** This browser does not write the format. */
  | { readonly reply: 'not-writable' }
  /** 'unreadable' is about the file, 'failed' about this browser's memory or its canvas. */
  | { readonly reply: 'trouble'; readonly kind: 'unreadable' | 'failed' }
