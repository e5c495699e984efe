/** Icons and panels of the hub tools; panels are loaded on first use. A new tool is a new row. */
import type { HubToolId } from '@filesmith/contract/tools/hub'
import {
  Archive,
  AudioLines,
  Captions,
  Crop,
  FileText,
  ImagePlay,
  Languages,
  Layers,
  LayoutGrid,
  type LucideIcon,
  QrCode,
  Scaling,
  ScanText,
} from 'lucide-react'
import { type OnDemand, onDemand } from '../../lib/on-demand.tsx'
import { type HubPanelProps, inWorkspace } from './workspace.tsx'

interface HubPanel {
  /** The one that the tool names. */
  readonly icon: LucideIcon
  readonly panel: OnDemand<HubPanelProps>
}

export const hubPanels: Readonly<Record<HubToolId, HubPanel>> = {
  pdf: { icon: FileText, panel: onDemand(async () => (await import('./pdf-panel.tsx')).PdfPanel) },
  batch: {
    icon: Layers,
    panel: onDemand(async () => {
      const { BatchConverter } = await import('../../features/batch-converter/batch-converter.tsx')
      return inWorkspace(BatchConverter)
    }),
  },
  ocr: {
    icon: ScanText,
    panel: onDemand(async () => {
      const { TextExtractor } = await import('../../features/text-extractor/text-extractor.tsx')
      return inWorkspace(TextExtractor)
    }),
  },
  compress: {
    icon: Archive,
    panel: onDemand(async () => {
      const { FileCompressor } = await import('../../features/file-compressor/file-compressor.tsx')
      return inWorkspace(FileCompressor)
    }),
  },
  image: {
    icon: Crop,
    panel: onDemand(async () => {
      const { ImageEditor } = await import('../../features/image-editor/image-editor.tsx')
      return inWorkspace(ImageEditor)
    }),
  },
  audio: { icon: AudioLines, panel: onDemand(async () => (await import('./audio-panel.tsx')).AudioPanel) },
  translate: {
    icon: Languages,
    panel: onDemand(async () => {
      const { Translator, TranslatorFeatures } = await import('../../features/translator/translator.tsx')
      return inWorkspace(Translator, TranslatorFeatures)
    }),
  },
  gif: {
    icon: ImagePlay,
    panel: onDemand(async () => {
      const { GifMaker, GifFeatures } = await import('../../features/gif-maker/gif-maker.tsx')
      return inWorkspace(GifMaker, GifFeatures)
    }),
  },
  resize: {
    icon: Scaling,
    panel: onDemand(async () => {
      const { ImageResizer, ResizeFeatures } = await import('../../features/image-resizer/image-resizer.tsx')
      return inWorkspace(ImageResizer, ResizeFeatures)
    }),
  },
  video2text: {
    icon: Captions,
    panel: onDemand(async () => {
      const { VideoToText } = await import('../../features/video-to-text/video-to-text.tsx')
      return inWorkspace(VideoToText)
    }),
  },
  qr: {
    icon: QrCode,
    panel: onDemand(async () => {
      const { QrCodeMaker } = await import('../../features/qr-code-maker/qr-code-maker.tsx')
      return inWorkspace(QrCodeMaker)
    }),
  },
  workbench: {
    icon: LayoutGrid,
    panel: onDemand(async () => {
      const { PdfWorkbench } = await import('../../features/pdf-workbench/pdf-workbench.tsx')
      return inWorkspace(PdfWorkbench)
    }),
  },
}

/** Prefetches the panel of a tool URL in parallel with the hub. */
export function prefetchPanel(path: string): void {
  const [, , id = ''] = path.split('/')
  if (Object.hasOwn(hubPanels, id)) hubPanels[id as HubToolId].panel.prefetch()
}
