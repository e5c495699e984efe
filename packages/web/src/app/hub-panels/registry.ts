/** What stands on the bench of each tool of the hub, loaded when it is first opened. A new tool is a new row. */
import type { HubToolId } from '@filesmith/contract/tools/hub'
import { type ComponentType, lazy } from 'react'
import type { HubPanelProps } from './hub-panel-props.ts'

export const hubPanels: Readonly<Record<HubToolId, ComponentType<HubPanelProps>>> = {
  pdf: lazy(async () => ({ default: (await import('./pdf-panel.tsx')).PdfPanel })),
  batch: lazy(async () => ({ default: (await import('./batch-panel.tsx')).BatchPanel })),
  ocr: lazy(async () => ({ default: (await import('./ocr-panel.tsx')).OcrPanel })),
  compress: lazy(async () => ({ default: (await import('./compress-panel.tsx')).CompressPanel })),
  image: lazy(async () => ({ default: (await import('./image-panel.tsx')).ImagePanel })),
  audio: lazy(async () => ({ default: (await import('./audio-panel.tsx')).AudioPanel })),
  translate: lazy(async () => ({ default: (await import('./translate-panel.tsx')).TranslatePanel })),
  gif: lazy(async () => ({ default: (await import('./gif-panel.tsx')).GifPanel })),
  resize: lazy(async () => ({ default: (await import('./resize-panel.tsx')).ResizePanel })),
  video2text: lazy(async () => ({ default: (await import('./video-to-text-panel.tsx')).VideoToTextPanel })),
}
