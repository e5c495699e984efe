/** What a tool calls a format. */
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { formatLabel } from '../../lib/format-label.ts'

export function outputLabel({ outputLabels }: ConverterTool, format: string): string {
  const own: Readonly<Record<string, string>> = outputLabels ?? {}
  return own[format] ?? formatLabel(format)
}
