/** Output format, quality and advanced options of a converter: defaults, restoring them after a reload, and what is sent. */
import {
  canBeLossless,
  codecsOf,
  hasQualityPercent,
  hasVariableBitrate,
  holdsExif,
  sampleRatesOf,
} from '@filesmith/contract/advanced-options'
import type { FormatId } from '@filesmith/contract/formats'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { allOutputs, type ConverterTool } from '@filesmith/contract/tools/tool'
import { readSavedWork, type SavedOptions } from '../../lib/job/saved-work.ts'

/** As form fields; missing and empty ones have the default. */
const advancedFields = [
  'qualityPercent',
  'isLossless',
  'keepMetadata',
  'crf',
  'frameRate',
  'videoCodec',
  'isVariableBitrate',
  'sampleRate',
  'channels',
] as const
export type AdvancedField = (typeof advancedFields)[number]

export interface ConversionOptions extends Readonly<Partial<Record<AdvancedField, string>>> {
  readonly outputFormat: FormatId
  readonly quality: string
  /** The only page to convert, from 1; without it, all pages. */
  readonly page?: number
  /** Of Markdown; without it, the default of the tool. */
  readonly images?: string
  /** Of images of pages; without it, that of the quality. */
  readonly dpi?: string
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
  const outputs = [...allOutputs(tool), ...(tool.premiumOutputs ?? [])]
  const advanced = advancedFields.flatMap(field => {
    const value = saved[field]
    return typeof value === 'string' ? [[field, value]] : []
  })
  return {
    ...Object.fromEntries(advanced),
    outputFormat: outputs.find(output => output === saved.outputFormat) ?? defaults.outputFormat,
    quality: tool.qualities.find(({ value }) => value === saved.quality)?.value ?? defaults.quality,
    ...(typeof saved.page === 'number' && { page: saved.page }),
    ...imagesFrom(tool, saved),
    ...dpiFrom(tool, saved),
  }
}

function imagesFrom(
  { markdownImages }: ConverterTool,
  saved: SavedOptions,
): Pick<ConversionOptions, 'images'> {
  const chosen = markdownImages?.choices.find(({ value }) => value === saved.images)
  return chosen ? { images: chosen.value } : {}
}

function dpiFrom({ resolutions }: ConverterTool, saved: SavedOptions): Pick<ConversionOptions, 'dpi'> {
  const chosen = resolutions?.choices.find(({ value }) => value === saved.dpi)
  return chosen && chosen.value !== '' ? { dpi: chosen.value } : {}
}

export function withoutPage({ page: _, ...options }: ConversionOptions): ConversionOptions {
  return options
}

const isUsableFor: Readonly<Partial<Record<AdvancedField, (options: ConversionOptions) => boolean>>> = {
  qualityPercent: ({ outputFormat, isLossless }) =>
    hasQualityPercent(outputFormat) && !(isLossless === 'true' && canBeLossless(outputFormat)),
  isLossless: ({ outputFormat }) => canBeLossless(outputFormat),
  keepMetadata: ({ outputFormat }) => holdsExif(outputFormat),
  crf: ({ outputFormat }) => codecsOf(outputFormat).length > 0,
  videoCodec: ({ outputFormat, videoCodec }) => codecsOf(outputFormat).some(codec => codec === videoCodec),
  isVariableBitrate: ({ outputFormat }) => hasVariableBitrate(outputFormat),
  sampleRate: ({ outputFormat, sampleRate }) => sampleRatesOf(outputFormat).some(rate => rate === sampleRate),
}

/** The options as form fields: without those that the output format or the plan does not have. */
export function fieldsOf(options: ConversionOptions, plan: PlanId): Readonly<Record<string, string>> {
  const { outputFormat, quality, page, images, dpi = '' } = options
  const advanced = advancedFields.flatMap(field => {
    const value = options[field]
    const isSent =
      plans[plan].hasAdvancedOptions &&
      value !== undefined &&
      value !== '' &&
      (isUsableFor[field]?.(options) ?? true)
    return isSent ? [[field, value]] : []
  })
  return {
    outputFormat,
    quality,
    ...(page !== undefined && { page: `${page}` }),
    ...(images !== undefined && outputFormat === 'md' && { images }),
    ...(dpi !== '' && (outputFormat === 'jpg' || outputFormat === 'png') && { dpi }),
    ...Object.fromEntries(advanced),
  }
}
