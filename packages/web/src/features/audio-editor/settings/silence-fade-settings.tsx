/** Silence removal and fades. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { silenceThreshold } from '@filesmith/contract/operations/edit-audio'
import { useId } from 'react'
import { formatDuration } from '../../../lib/format-duration.ts'
import { Switch } from '../../../ui/switch.tsx'
import { defaultAudioSettings, fadeBounds } from '../edit/edit-settings.ts'
import { lengthOf } from '../edit/time-range.ts'
import type { SettingsProps } from './settings-props.ts'
import { ValueSlider } from './value-slider.tsx'

const { settings: messages } = audioEditorMessages

export function SilenceFadeSettings({ settings, onChange, preview, isMeasured }: SettingsProps) {
  const id = useId()
  const fadeText = (seconds: number) => (seconds === 0 ? messages.off : `${seconds.toFixed(1)} s`)
  return (
    <>
      <div>
        <Switch
          label={messages.removeSilence}
          isOn={settings.isSilenceRemoved}
          aria-describedby={id}
          onChange={isSilenceRemoved => onChange({ ...settings, isSilenceRemoved })}
        />
        <p id={id} aria-live="polite" className="mt-1 min-h-10 text-xs text-ink-muted">
          {settings.isSilenceRemoved && isMeasured ? describeSilence(preview) : messages.silenceNote}
        </p>
        {settings.isSilenceRemoved ? (
          <ValueSlider
            label={messages.threshold}
            min={silenceThreshold.min}
            max={silenceThreshold.max}
            step={1}
            value={settings.thresholdDb}
            valueText={audioEditorMessages.wave.decibels(settings.thresholdDb)}
            defaultValue={silenceThreshold.default}
            onChange={thresholdDb => onChange({ ...settings, thresholdDb })}
          />
        ) : null}
      </div>
      <ValueSlider
        label={messages.fadeIn}
        {...fadeBounds}
        value={settings.fadeInSeconds}
        valueText={fadeText(settings.fadeInSeconds)}
        defaultValue={defaultAudioSettings.fadeInSeconds}
        onChange={fadeInSeconds => onChange({ ...settings, fadeInSeconds })}
      />
      <ValueSlider
        label={messages.fadeOut}
        {...fadeBounds}
        value={settings.fadeOutSeconds}
        valueText={fadeText(settings.fadeOutSeconds)}
        defaultValue={defaultAudioSettings.fadeOutSeconds}
        onChange={fadeOutSeconds => onChange({ ...settings, fadeOutSeconds })}
      />
    </>
  )
}

function describeSilence({ silences, isAllSilent }: SettingsProps['preview']): string {
  if (silences.length === 0) return messages.noSilence
  if (isAllSilent) return messages.allSilent
  const seconds = silences.reduce((total, silence) => total + lengthOf(silence), 0)
  return messages.silenceFound(silences.length, formatDuration(seconds))
}
