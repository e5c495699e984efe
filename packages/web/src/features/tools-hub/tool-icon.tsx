/** Icon of each tool, in the color of its file kind. */
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

const icons: Readonly<Record<HubToolId, { readonly icon: LucideIcon; readonly colorClass: string }>> = {
  pdf: { icon: FileText, colorClass: 'text-kind-document' },
  batch: { icon: Layers, colorClass: 'text-ink' },
  ocr: { icon: ScanText, colorClass: 'text-kind-text' },
  compress: { icon: Archive, colorClass: 'text-kind-archive' },
  image: { icon: Crop, colorClass: 'text-kind-image' },
  audio: { icon: AudioLines, colorClass: 'text-kind-audio' },
  translate: { icon: Languages, colorClass: 'text-kind-text' },
  gif: { icon: ImagePlay, colorClass: 'text-kind-video' },
  resize: { icon: Scaling, colorClass: 'text-kind-image' },
  video2text: { icon: Captions, colorClass: 'text-kind-video' },
}

interface ToolIconProps {
  readonly tool: KnownHubTool
  readonly sizePx?: 20 | 24
}

export function ToolIcon({ tool, sizePx = 20 }: ToolIconProps) {
  const { icon, colorClass } = icons[tool.id]
  return <Icon of={icon} sizePx={sizePx} className={colorClass} />
}
