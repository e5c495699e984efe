/** Joins all audio files to one audiobook with chapters, instead of converting each of them. */
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import type { OptionControl } from '@filesmith/contract/option-controls'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { ChosenOptions } from './file-choice.ts'
import { OptionFields } from './option-fields.tsx'

interface AudiobookPanelProps {
  readonly controls: readonly OptionControl[]
  /** Undefined when files are converted one by one. */
  readonly options: ChosenOptions | undefined
  readonly onChange: (options: ChosenOptions | undefined) => void
}

const texts = anyFileMessages.audiobook

export function AudiobookPanel({ controls, options, onChange }: AudiobookPanelProps) {
  return (
    <Panel className="flex flex-col gap-4 p-5">
      <Checkbox
        name="audiobook"
        label={texts.join}
        checked={options !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? {} : undefined)}
      />
      {options === undefined ? null : (
        <>
          <p className="text-ink-muted">{texts.order}</p>
          <OptionFields controls={controls} options={options} onChange={onChange} />
        </>
      )}
    </Panel>
  )
}
