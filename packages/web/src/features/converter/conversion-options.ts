/** What the file shall become, and how the choice is found again after a reload. */
import type { FormatId } from '@filesmith/contract/formats'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { readSavedWork } from './saved-work.ts'

export interface ConversionOptions {
  readonly outputFormat: FormatId
  readonly quality: string
}

export function defaultOptions(tool: ConverterTool): ConversionOptions {
  return { outputFormat: tool.defaultOutput, quality: tool.defaultQuality }
}

/** Those of an earlier visit, as far as the tool still offers them. */
export function savedOptions(tool: ConverterTool): ConversionOptions {
  const { options: saved } = readSavedWork(tool.id)
  const standard = defaultOptions(tool)
  return {
    outputFormat: tool.outputs.find(output => output === saved?.outputFormat) ?? standard.outputFormat,
    quality: tool.qualities.find(({ value }) => value === saved?.quality)?.value ?? standard.quality,
  }
}
