/** Output format and quality of a converter. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useId } from 'react'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { ConversionOptions } from './conversion-options.ts'
import { isQualityUsed, qualityNote } from './option-notes.ts'
import { outputLabel } from './output-label.ts'

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
