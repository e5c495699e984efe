/** Transcription options: spoken language and timestamps. */
import { detectedLanguage, speechLanguages } from '@filesmith/contract/languages'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { useId } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { audioLanguages, type SpeechSettings } from './speech-settings.ts'

interface SpeechOptionsProps {
  readonly settings: SpeechSettings
  readonly onChange: (settings: SpeechSettings) => void
  readonly isDisabled: boolean
}

const choices = audioLanguages.map(id => ({
  value: id,
  label: id === detectedLanguage ? videoTextMessages.detect : speechLanguages[id],
}))

export function SpeechOptions({ settings, onChange, isDisabled }: SpeechOptionsProps) {
  const id = useId()
  return (
    <Panel role="group" aria-labelledby={`${id}-heading`} className="flex flex-col gap-5 self-start p-5">
      <h3 id={`${id}-heading`} className="text-lg">
        {videoTextMessages.options}
      </h3>
      <div>
        <SelectField
          label={videoTextMessages.language}
          choices={choices}
          value={settings.language}
          disabled={isDisabled}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            const language = audioLanguages.find(known => known === currentTarget.value)
            if (language) onChange({ ...settings, language })
          }}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-ink-muted">
          {videoTextMessages.languageHint}
        </p>
      </div>
      <Checkbox
        name="includeTimestamps"
        label={videoTextMessages.includeTimestamps}
        checked={settings.hasTimestamps}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange({ ...settings, hasTimestamps: currentTarget.checked })}
      />
    </Panel>
  )
}
