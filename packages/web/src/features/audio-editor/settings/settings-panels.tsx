/** The settings groups of the audio editor, including the output format. */

import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { editedAudioOutputs } from '@filesmith/contract/operations/edit-audio'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { formatLabel } from '../../../lib/format-label.ts'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { LoudnessSettings } from './loudness-settings.tsx'
import type { SettingsProps } from './settings-props.ts'
import { SilenceFadeSettings } from './silence-fade-settings.tsx'

const { settings: messages } = audioEditorMessages

export function SettingsPanels({ isDisabled, ...props }: SettingsProps & { readonly isDisabled: boolean }) {
  const { settings, onChange } = props
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <SettingsGroup heading={messages.sound} isDisabled={isDisabled}>
        <LoudnessSettings {...props} />
      </SettingsGroup>
      <SettingsGroup heading={messages.cuts} isDisabled={isDisabled}>
        <SilenceFadeSettings {...props} />
      </SettingsGroup>
      <SettingsGroup heading={messages.output} isDisabled={isDisabled}>
        <ChoiceGroup
          legend={messages.outputFormat}
          choices={editedAudioOutputs.map(value => ({ value, label: formatLabel(value) }))}
          value={settings.outputFormat}
          onChange={value => {
            const outputFormat = editedAudioOutputs.find(format => format === value)
            if (outputFormat) onChange({ ...settings, outputFormat })
          }}
          note={messages.formatNote(settings.outputFormat)}
        />
      </SettingsGroup>
    </div>
  )
}

interface SettingsGroupProps {
  readonly heading: string
  readonly isDisabled: boolean
  readonly children: ReactNode
}

function SettingsGroup({ heading, isDisabled, children }: SettingsGroupProps) {
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
