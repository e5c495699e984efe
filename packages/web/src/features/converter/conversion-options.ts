/** Output format and quality of a converter: defaults, and restoring them after a reload. */
import type { FormatId } from '@filesmith/contract/formats'
import { allOutputs, type ConverterTool } from '@filesmith/contract/tools/tool'
import { readSavedWork, type SavedOptions } from '../../lib/job/saved-work.ts'

export interface ConversionOptions {
  readonly outputFormat: FormatId
  readonly quality: string
  /** The only page to convert, from 1; without it, all pages. */
  readonly page?: number
}

export function defaultOptions(tool: ConverterTool): ConversionOptions {
  return { outputFormat: tool.defaultOutput, quality: tool.defaultQuality }
}

export function savedOptions(tool: ConverterTool): ConversionOptions {
  return optionsFrom(tool, readSavedWork(tool.id).options)
}

/** Options of an earlier visit; the default for those the tool no longer offers. */
export function optionsFrom(tool: ConverterTool, saved: SavedOptions): ConversionOptions {
  const defaults = defaultOptions(tool)
  return {
    outputFormat: allOutputs(tool).find(output => output === saved.outputFormat) ?? defaults.outputFormat,
    quality: tool.qualities.find(({ value }) => value === saved.quality)?.value ?? defaults.quality,
    ...(typeof saved.page === 'number' && { page: saved.page }),
  }
}

export function withoutPage({ page: _, ...options }: ConversionOptions): ConversionOptions {
  return options
}
