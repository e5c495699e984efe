/** What is done to the sound, beside trimming it, and what it becomes. */

import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { editedAudioOutputs } from '@filesmith/contract/operations/edit-audio'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { formatLabel } from '../../../lib/format-label.ts'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { AudioSettings } from './audio-settings.tsx'
import { CutSettings } from './cut-settings.tsx'
import type { SettingsProps } from './settings-props.ts'

const { settings: words } = audioEditorMessages

export function SettingsPanels({ isDisabled, ...props }: SettingsProps & { readonly isDisabled: boolean }) {
  const { settings, onChange } = props
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <Group heading={words.sound} isDisabled={isDisabled}>
        <AudioSettings {...props} />
      </Group>
      <Group heading={words.cuts} isDisabled={isDisabled}>
        <CutSettings {...props} />
      </Group>
      <Group heading={words.output} isDisabled={isDisabled}>
        <ChoiceGroup
          legend={words.outputFormat}
          choices={editedAudioOutputs.map(value => ({ value, label: formatLabel(value) }))}
          value={settings.outputFormat}
          onChange={value => {
            const outputFormat = editedAudioOutputs.find(format => format === value)
            if (outputFormat) onChange({ ...settings, outputFormat })
          }}
          note={words.formatNote(settings.outputFormat)}
        />
      </Group>
    </div>
  )
}

interface GroupProps {
  readonly heading: string
  readonly isDisabled: boolean
  readonly children: ReactNode
}

function Group({ heading, isDisabled, children }: GroupProps) {
  const id = useId()
  return (
    <Panel role="group" aria-labelledby={id} className="min-w-0 p-5">
      <h3 id={id} className="mb-4 text-lg">
        {heading}
      </h3>
      <fieldset disabled={isDisabled} className="flex min-w-0 flex-col gap-4">
        {children}
      </fieldset>
    </Panel>
  )
}
