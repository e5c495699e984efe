/** Output format and quality of a converter: defaults, and restoring them after a reload. */
import type { FormatId } from '@filesmith/contract/formats'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { readSavedWork } from '../../lib/job/saved-work.ts'

export interface ConversionOptions {
  readonly outputFormat: FormatId
  readonly quality: string
}

export function defaultOptions(tool: ConverterTool): ConversionOptions {
  return { outputFormat: tool.defaultOutput, quality: tool.defaultQuality }
}

/** Options of an earlier visit; the default for those the tool no longer offers. */
export function savedOptions(tool: ConverterTool): ConversionOptions {
  const { options: saved } = readSavedWork(tool.id)
  const defaults = defaultOptions(tool)
  return {
    outputFormat: tool.outputs.find(output => output === saved.outputFormat) ?? defaults.outputFormat,
    quality: tool.qualities.find(({ value }) => value === saved.quality)?.value ?? defaults.quality,
  }
}
