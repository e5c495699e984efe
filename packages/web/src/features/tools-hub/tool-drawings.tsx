/** The drawing on each tool, in the hue of the files it works on; grey as long as the tool is not there. */
import type { HubToolId, KnownHubTool } from '@filesmith/contract/tools/hub'
import {
  Archive,
  AudioLines,
  Captions,
  Crop,
  FileText,
  ImagePlay,
  Languages,
  Layers,
  type LucideIcon,
  Scaling,
  ScanText,
} from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'

const drawings: Readonly<Record<HubToolId, { readonly drawing: LucideIcon; readonly hue: string }>> = {
  pdf: { drawing: FileText, hue: 'text-kind-document' },
  batch: { drawing: Layers, hue: 'text-ink' },
  ocr: { drawing: ScanText, hue: 'text-kind-text' },
  compress: { drawing: Archive, hue: 'text-kind-archive' },
  image: { drawing: Crop, hue: 'text-kind-image' },
  audio: { drawing: AudioLines, hue: 'text-kind-audio' },
  translate: { drawing: Languages, hue: 'text-kind-text' },
  gif: { drawing: ImagePlay, hue: 'text-kind-video' },
  resize: { drawing: Scaling, hue: 'text-kind-image' },
  video2text: { drawing: Captions, hue: 'text-kind-video' },
}

interface ToolDrawingProps {
  readonly tool: KnownHubTool
  readonly sizePx?: 20 | 24
}

export function ToolDrawing({ tool, sizePx = 20 }: ToolDrawingProps) {
  const { drawing, hue } = drawings[tool.id]
  return <Icon of={drawing} sizePx={sizePx} className={hue} />
}
