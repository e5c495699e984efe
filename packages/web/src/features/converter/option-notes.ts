/** Explains what the selected quality means for the file. */
import type { FormatId } from '@filesmith/contract/formats'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { fitsVideoBox, videoQualities } from '@filesmith/contract/video-quality'
import { describePixels } from './describe-media.ts'

const losslessOutputs: readonly FormatId[] = ['wav', 'flac']

/** Below this the engine may exceed the source bitrate where the new codec needs more for the same quality. */
const lowBitrateKbps = 64

interface ChosenOptions {
  readonly outputFormat: FormatId
  readonly quality: string
}

/** Whether the quality choice changes anything for this output. */
export function isQualityUsed(tool: ConverterTool, outputFormat: FormatId): boolean {
  return tool.call.fileKind !== 'audio' || !losslessOutputs.includes(outputFormat)
}

export function qualityNote(
  tool: ConverterTool,
  { outputFormat, quality }: ChosenOptions,
  media: MediaDetails | null | undefined,
): string | undefined {
  const { fileKind } = tool.call
  if (fileKind === 'audio')
    return isQualityUsed(tool, outputFormat) ? bitrateNote(media) : conversionMessages.losslessNote
  return fileKind === 'video' ? sizeNote(quality, media) : undefined
}

function bitrateNote(media: MediaDetails | null | undefined): string {
  const { bitrateKbps, isLossless } = media?.audio ?? { bitrateKbps: null, isLossless: false }
  if (bitrateKbps === null || isLossless) return conversionMessages.bitrateNote
  const kbps = Math.round(bitrateKbps)
  return kbps < lowBitrateKbps
    ? conversionMessages.lowBitrateNote(kbps)
    : conversionMessages.bitrateNoteWith(kbps)
}

function sizeNote(quality: string, media: MediaDetails | null | undefined): string {
  const pixels = media && describePixels(media)
  const box = videoQualities.find(known => known === quality)
  const isKept = box && media?.video && fitsVideoBox(media.video, box)
  return isKept && pixels ? conversionMessages.ownSizeNote(pixels) : conversionMessages.sizeNote
}
