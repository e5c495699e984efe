/** Options of a conversion: format, page, quality and what the tool adds. */

import { type FormatId, formatFacts } from '@filesmith/contract/formats'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { PlanId } from '@filesmith/contract/plans'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { allOutputs, type ConverterTool } from '@filesmith/contract/tools/tool'
import { fitsVideoBox, videoQualities } from '@filesmith/contract/video-quality'
import { Plus } from 'lucide-react'
import { type MouseEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatLabel } from '../../lib/format-label.ts'
import { PageChoice } from '../../lib/page-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AdvancedOptions } from './advanced-options.tsx'
import { type ConversionOptions, withoutPage } from './conversion-options.ts'
import { describePixels } from './describe-media.ts'
import { outputLabel } from './output-label.ts'

const { pages: pageTexts } = conversionMessages

/** Below this the engine may exceed the source bitrate where the new codec needs more for the same quality. */
const lowBitrateKbps = 64

interface OptionsPanelProps {
  readonly tool: ConverterTool
  /** Without it, advanced options and premium formats are not offered. */
  readonly plan?: PlanId
  readonly options: ConversionOptions
  readonly onChange: (options: ConversionOptions) => void
  /** Details of the selected file, if known. */
  readonly media: MediaDetails | null | undefined
  /** Of the selected image, or of the one with the most. */
  readonly pages: number
  /** For several images. */
  readonly isEach?: boolean
  readonly isDisabled?: boolean
}

export function OptionsPanel({
  tool,
  plan,
  options,
  onChange,
  media,
  pages,
  isEach = false,
  isDisabled = false,
}: OptionsPanelProps) {
  const headingId = useId()
  const [hasMore, setHasMore] = useState(false)
  const isMore = tool.moreOutputs?.includes(options.outputFormat) === true
  const outputs = hasMore || isMore ? allOutputs(tool) : tool.outputs
  const markdownImages = options.images ?? tool.markdownImages?.choices[0]?.value ?? ''
  /** The button disappears, so the focus moves to the first of the new choices. */
  const showMore = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const panel = currentTarget.closest('[role=group]')
    flushSync(() => setHasMore(true))
    panel?.querySelector<HTMLElement>(`input[value="${tool.moreOutputs?.[0]}"]`)?.focus()
  }
  const selectFormat = (value: string) => {
    const outputFormat = outputs.find(output => output === value)
    if (outputFormat) onChange({ ...options, outputFormat })
  }
  return (
    <Panel role="group" aria-labelledby={headingId} className="flex flex-col gap-6 p-5">
      <h3 id={headingId} className="text-lg">
        {conversionMessages.options}
      </h3>
      <ChoiceGroup
        legend={conversionMessages.outputFormat}
        choices={outputs.map(value => ({ value, label: outputLabel(tool, value) }))}
        value={options.outputFormat}
        onChange={selectFormat}
        isDisabled={isDisabled}
        note={tool.outputNotes?.[options.outputFormat] ?? conversionMessages.formatNote(options.outputFormat)}
        more={
          tool.moreOutputs && !hasMore && !isMore ? (
            <Button disabled={isDisabled} onClick={showMore}>
              <Icon of={Plus} sizePx={16} /> {conversionMessages.moreFormats}
            </Button>
          ) : null
        }
      />
      {pages > 1 ? (
        <PageChoice
          pages={pages}
          isEach={isEach}
          page={options.page}
          note={
            isEach
              ? pageTexts.eachNote(options.outputFormat, formatLabel(options.outputFormat))
              : pageTexts.note(options.outputFormat, formatLabel(options.outputFormat), pages)
          }
          isDisabled={isDisabled}
          onChange={page => onChange({ ...withoutPage(options), ...(page !== undefined && { page }) })}
        />
      ) : null}
      <ChoiceGroup
        legend={tool.qualityLabel}
        choices={tool.qualities}
        value={options.quality}
        onChange={quality => onChange({ ...options, quality })}
        isDisabled={isDisabled || !isQualityUsed(tool, options.outputFormat)}
        note={qualityNote(tool, options, media)}
      />
      {tool.markdownImages && options.outputFormat === 'md' ? (
        <ChoiceGroup
          legend={tool.markdownImages.label}
          choices={tool.markdownImages.choices}
          value={markdownImages}
          onChange={images => onChange({ ...options, images })}
          isDisabled={isDisabled}
          note={tool.markdownImages.notes[markdownImages]}
        />
      ) : null}
      {tool.resolutions?.outputs.includes(options.outputFormat) ? (
        <ChoiceGroup
          legend={tool.resolutions.label}
          choices={tool.resolutions.choices}
          value={options.dpi ?? ''}
          onChange={dpi => onChange({ ...options, dpi })}
          isDisabled={isDisabled}
          note={tool.resolutions.note}
        />
      ) : null}
      {plan && (
        <AdvancedOptions
          tool={tool}
          plan={plan}
          options={options}
          onChange={onChange}
          isDisabled={isDisabled}
        />
      )}
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
