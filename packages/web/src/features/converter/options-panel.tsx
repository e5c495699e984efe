/** Output format and quality of a converter. */

import { type FormatId, formatFacts } from '@filesmith/contract/formats'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { fitsVideoBox, videoQualities } from '@filesmith/contract/video-quality'
import { useId } from 'react'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { ConversionOptions } from './conversion-options.ts'
import { describePixels } from './describe-media.ts'
import { outputLabel } from './output-label.ts'

/** Below this the engine may exceed the source bitrate where the new codec needs more for the same quality. */
const lowBitrateKbps = 64

interface OptionsPanelProps {
  readonly tool: ConverterTool
  readonly options: ConversionOptions
  readonly onChange: (options: ConversionOptions) => void
  /** Details of the selected file, if known. */
  readonly media: MediaDetails | null | undefined
  readonly isDisabled?: boolean
}

export function OptionsPanel({ tool, options, onChange, media, isDisabled = false }: OptionsPanelProps) {
  const headingId = useId()
  const selectFormat = (value: string) => {
    const outputFormat = tool.outputs.find(output => output === value)
    if (outputFormat) onChange({ ...options, outputFormat })
  }
  return (
    <Panel role="group" aria-labelledby={headingId} className="flex flex-col gap-6 p-5">
      <h3 id={headingId} className="text-lg">
        {conversionMessages.options}
      </h3>
      <ChoiceGroup
        legend={conversionMessages.outputFormat}
        choices={tool.outputs.map(value => ({ value, label: outputLabel(tool, value) }))}
        value={options.outputFormat}
        onChange={selectFormat}
        isDisabled={isDisabled}
        note={tool.outputNotes?.[options.outputFormat] ?? conversionMessages.formatNote(options.outputFormat)}
      />
      <ChoiceGroup
        legend={tool.qualityLabel}
        choices={tool.qualities}
        value={options.quality}
        onChange={quality => onChange({ ...options, quality })}
        isDisabled={isDisabled || !isQualityUsed(tool, options.outputFormat)}
        note={qualityNote(tool, options, media)}
      />
    </Panel>
  )
}

interface ChosenOptions {
  readonly outputFormat: FormatId
  readonly quality: string
}

/** Whether the quality choice changes anything for this output. */
export function isQualityUsed(tool: ConverterTool, outputFormat: FormatId): boolean {
  return tool.call.fileKind !== 'audio' || !formatFacts(outputFormat).isLossless
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
