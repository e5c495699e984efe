/** Label of a format in a tool. */
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { formatLabel } from '../../lib/format-label.ts'

export function outputLabel({ outputLabels }: ConverterTool, format: string): string {
  const toolLabels: Readonly<Record<string, string>> = outputLabels ?? {}
  return toolLabels[format] ?? formatLabel(format)
}
