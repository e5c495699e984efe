/** Panels of the hub tools, loaded on first use. A new tool is a new row. */
import type { HubToolId } from '@filesmith/contract/tools/hub'
import { type OnDemand, onDemand } from '../../lib/on-demand.tsx'
import { type HubPanelProps, inWorkspace } from './workspace.tsx'

export const hubPanels: Readonly<Record<HubToolId, OnDemand<HubPanelProps>>> = {
  pdf: onDemand(async () => (await import('./pdf-panel.tsx')).PdfPanel),
  batch: onDemand(async () => {
    const { BatchConverter } = await import('../../features/batch-converter/batch-converter.tsx')
    return inWorkspace(BatchConverter)
  }),
  ocr: onDemand(async () => {
    const { TextExtractor } = await import('../../features/text-extractor/text-extractor.tsx')
    return inWorkspace(TextExtractor)
  }),
  compress: onDemand(async () => {
    const { FileCompressor } = await import('../../features/file-compressor/file-compressor.tsx')
    return inWorkspace(FileCompressor)
  }),
  image: onDemand(async () => {
    const { ImageEditor } = await import('../../features/image-editor/image-editor.tsx')
    return inWorkspace(ImageEditor)
  }),
  audio: onDemand(async () => (await import('./audio-panel.tsx')).AudioPanel),
  translate: onDemand(async () => {
    const { Translator, TranslatorFeatures } = await import('../../features/translator/translator.tsx')
    return inWorkspace(Translator, TranslatorFeatures)
  }),
  gif: onDemand(async () => {
    const { GifMaker, GifFeatures } = await import('../../features/gif-maker/gif-maker.tsx')
    return inWorkspace(GifMaker, GifFeatures)
  }),
  resize: onDemand(async () => {
    const { ImageResizer, ResizeFeatures } = await import('../../features/image-resizer/image-resizer.tsx')
    return inWorkspace(ImageResizer, ResizeFeatures)
  }),
  video2text: onDemand(async () => {
    const { VideoToText } = await import('../../features/video-to-text/video-to-text.tsx')
    return inWorkspace(VideoToText)
  }),
}

/** Prefetches the panel of a tool URL in parallel with the hub. */
export function prefetchPanel(path: string): void {
  const [, , id = ''] = path.split('/')
  if (Object.hasOwn(hubPanels, id)) hubPanels[id as HubToolId].prefetch()
}
