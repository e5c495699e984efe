/** All tools of the hub, in the order of their tabs. A new tool is a folder here and a row at the end. */
import { productName } from '../product-name.ts'
import { audioTool } from './audio/tool.ts'
import { batchTool } from './batch/tool.ts'
import { compressTool } from './compress/tool.ts'
import { gifTool } from './gif/tool.ts'
import type { HubTool } from './hub-tool.ts'
import { imageTool } from './image/tool.ts'
import { ocrTool } from './ocr/tool.ts'
import { pdfTool } from './pdf/tool.ts'
import { qrTool } from './qr/tool.ts'
import { resizeTool } from './resize/tool.ts'
import { translateTool } from './translate/tool.ts'
import { video2textTool } from './video2text/tool.ts'
import { workbenchTool } from './workbench/tool.ts'

export const hubTools = [
  pdfTool,
  batchTool,
  ocrTool,
  compressTool,
  imageTool,
  audioTool,
  translateTool,
  gifTool,
  resizeTool,
  video2textTool,
  qrTool,
  workbenchTool,
] as const satisfies readonly HubTool[]

export type KnownHubTool = (typeof hubTools)[number]
export type HubToolId = KnownHubTool['id']

export const defaultHubTool: HubToolId = 'pdf'

export function findHubTool(id: string | null | undefined): KnownHubTool | undefined {
  return hubTools.find(tool => tool.id === id)
}

/** A value for each tool, by id. */
export function byHubTool<Value>(describe: (tool: KnownHubTool) => Value): Record<HubToolId, Value> {
  const values: Partial<Record<HubToolId, Value>> = {}
  for (const tool of hubTools) values[tool.id] = describe(tool)
  return values as Record<HubToolId, Value>
}

export function hubToolPath(id: string): string {
  return `/tools/${id}`
}

/** For the hub without a tool in its URL, and for an unknown tool. */
export const hubPage = {
  title: `Online File Tools: PDF, Batch, OCR, Compress and More | ${productName}`,
  description:
    'All tools for your files in one place: convert, compress, edit, extract, transcribe and translate.',
  keywords: ['online file tools', 'pdf tools', 'file converter', 'file compressor'],
} as const

export const comingSoon = ['Video Editor', 'SVG Creator', 'AI Content Generator'] as const
