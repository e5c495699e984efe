/** What stands on the bench of each tool of the hub, loaded when it is first opened. A new tool is a new row. */
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
  translate: onDemand(async () => (await import('./translate-panel.tsx')).TranslatePanel),
  gif: onDemand(async () => (await import('./gif-panel.tsx')).GifPanel),
  resize: onDemand(async () => (await import('./resize-panel.tsx')).ResizePanel),
  video2text: onDemand(async () => (await import('./video-to-text-panel.tsx')).VideoToTextPanel),
}

/** For the address of a tool: its code then comes beside that of the hub around it, and not after it. */
export function fetchPanelAhead(path: string): void {
  const [, , id = ''] = path.split('/')
  if (Object.hasOwn(hubPanels, id)) hubPanels[id as HubToolId].fetchAhead()
}
