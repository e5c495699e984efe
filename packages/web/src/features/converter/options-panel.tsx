/** What the file shall become: format and quality, with the tool's defaults chosen. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useId } from 'react'
import { formatLabel } from '../../lib/format-label.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { Panel } from '../../ui/panel.tsx'

export interface ConversionOptions {
  readonly outputFormat: ConverterTool['outputs'][number]
  readonly quality: string
}

export function defaultOptions(tool: ConverterTool): ConversionOptions {
  return { outputFormat: tool.defaultOutput, quality: tool.defaultQuality }
}

interface OptionsPanelProps {
  readonly tool: ConverterTool
  readonly options: ConversionOptions
  readonly onChange: (options: ConversionOptions) => void
  readonly isDisabled?: boolean
}

export function OptionsPanel({ tool, options, onChange, isDisabled = false }: OptionsPanelProps) {
  const headingId = useId()
  const chooseFormat = (value: string) => {
    const outputFormat = tool.outputs.find(output => output === value)
    if (outputFormat) onChange({ ...options, outputFormat })
  }
  return (
    <Panel role="group" aria-labelledby={headingId} className="flex flex-col gap-6 p-5">
      <h3 id={headingId} className="text-lg">
        {conversionMessages.options}
      </h3>
      <div>
        <ChoiceGroup
          legend={conversionMessages.outputFormat}
          choices={tool.outputs.map(value => ({ value, label: formatLabel(value) }))}
          value={options.outputFormat}
          onChange={chooseFormat}
          isDisabled={isDisabled}
        />
        <p className="mt-2 min-h-10 text-xs text-ink-muted" aria-live="polite">
          {conversionMessages.formatNote(options.outputFormat)}
        </p>
      </div>
      <ChoiceGroup
        legend={tool.qualityLabel}
        choices={tool.qualities}
        value={options.quality}
        onChange={quality => onChange({ ...options, quality })}
        isDisabled={isDisabled}
      />
    </Panel>
  )
}
