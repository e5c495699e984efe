/** Errors for advanced conversion options that the plan does not include or that would have no effect. */
import {
  type AudioTuning,
  canBeLossless,
  codecsOf,
  hasQualityPercent,
  hasVariableBitrate,
  holdsExif,
  type ImageTuning,
  sampleRatesOf,
  type VideoTuning,
} from './advanced-options.ts'
import { AppError } from './errors.ts'
import { type FormatId, formats } from './formats.ts'
import { type PlanId, plans } from './plans.ts'

export function imageTuningRefusal(
  tuning: ImageTuning,
  output: FormatId,
  plan: PlanId,
): AppError | undefined {
  if (tuning.isLossless && tuning.qualityPercent !== undefined)
    return withoutEffect('qualityPercent', 'isLossless is true. Send only one of the two.')
  return (
    planRefusal(tuning, plan) ??
    unless(tuning.qualityPercent === undefined || hasQualityPercent(output), 'qualityPercent', output) ??
    unless(!tuning.isLossless || canBeLossless(output), 'isLossless', output) ??
    unless(!tuning.keepMetadata || holdsExif(output), 'keepMetadata', output)
  )
}

/** Formats that hold metadata which is not read; in all others there is none to keep. */
const unreadMetadata: ReadonlySet<FormatId> = new Set(['heic', 'jxl', 'psd', 'tiff'])

export function metadataRefusal(
  { keepMetadata }: ImageTuning,
  inputs: readonly FormatId[],
): AppError | undefined {
  const unread = inputs.find(input => unreadMetadata.has(input))
  return keepMetadata && unread
    ? withoutEffect('keepMetadata', `the metadata of ${formats[unread].label} files cannot be kept.`)
    : undefined
}

export function videoTuningRefusal(
  tuning: VideoTuning,
  output: FormatId,
  plan: PlanId,
): AppError | undefined {
  const { crf: quality, videoCodec } = tuning
  return (
    planRefusal(tuning, plan) ??
    unless(quality === undefined || codecsOf(output).length > 0, 'crf', output) ??
    unless(videoCodec === undefined || codecsOf(output).includes(videoCodec), 'videoCodec', output)
  )
}

export function audioTuningRefusal(
  tuning: AudioTuning,
  output: FormatId,
  plan: PlanId,
): AppError | undefined {
  const { isVariableBitrate, sampleRate } = tuning
  return (
    planRefusal(tuning, plan) ??
    unless(!isVariableBitrate || hasVariableBitrate(output), 'isVariableBitrate', output) ??
    unless(sampleRate === undefined || sampleRatesOf(output).includes(sampleRate), 'sampleRate', output)
  )
}

/** Switches that are off are the default, which every plan has. */
function planRefusal(tuning: object, plan: PlanId): AppError | undefined {
  const isTuned = Object.values(tuning).some(value => value !== undefined && value !== false)
  return isTuned && !plans[plan].hasAdvancedOptions
    ? new AppError('plan-needed', { what: 'Advanced options require' })
    : undefined
}

function unless(isUsable: boolean, option: string, output: FormatId): AppError | undefined {
  return isUsable ? undefined : withoutEffect(option, `${formats[output].label} does not support it.`)
}

function withoutEffect(option: string, reason: string): AppError {
  return new AppError('option-without-effect', { option, reason })
}
