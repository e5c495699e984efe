/** Panels of the hub tools, loaded on first use. A new tool is a new row. */
import type { HubToolId } from '@filesmith/contract/tools/hub'
import { type OnDemand, onDemand } from '../../lib/on-demand.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'

export const hubPanels: Readonly<Record<HubToolId, OnDemand<HubPanelProps>>> = {
  pdf: onDemand(async () => (await import('./pdf-panel.tsx')).PdfPanel),
  batch: onDemand(async () => (await import('./batch-panel.tsx')).BatchPanel),
  ocr: onDemand(async () => (await import('./ocr-panel.tsx')).OcrPanel),
  compress: onDemand(async () => (await import('./compress-panel.tsx')).CompressPanel),
  image: onDemand(async () => (await import('./image-panel.tsx')).ImagePanel),
  audio: onDemand(async () => (await import('./audio-panel.tsx')).AudioPanel),
  translate: onDemand(async () => (await import('./translator-panel.tsx')).TranslatorPanel),
  gif: onDemand(async () => (await import('./gif-panel.tsx')).GifPanel),
  resize: onDemand(async () => (await import('./image-resizer-panel.tsx')).ImageResizerPanel),
  video2text: onDemand(async () => (await import('./video-to-text-panel.tsx')).VideoToTextPanel),
}

/** Prefetches the panel of a tool URL in parallel with the hub. */
export function prefetchPanel(path: string): void {
  const [, , id = ''] = path.split('/')
  if (Object.hasOwn(hubPanels, id)) hubPanels[id as HubToolId].prefetch()
}
