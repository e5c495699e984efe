/** Silence that goes, and how the sound begins and ends. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { silenceThreshold } from '@filesmith/contract/operations/edit-audio'
import { useId } from 'react'
import { formatDuration } from '../../../lib/format-duration.ts'
import { Switch } from '../../../ui/switch.tsx'
import { defaultSettings, fadeBounds } from '../edit/edit-settings.ts'
import { lengthOf } from '../edit/stretch.ts'
import type { SettingsProps } from './settings-props.ts'
import { ValueSlider } from './value-slider.tsx'

const { settings: words } = audioEditorMessages

export function CutSettings({ settings, onChange, heard, isMeasured }: SettingsProps) {
  const id = useId()
  const fadeText = (seconds: number) => (seconds === 0 ? words.off : `${seconds.toFixed(1)} s`)
  return (
    <>
      <div>
        <Switch
          label={words.removeSilence}
          isOn={settings.isSilenceRemoved}
          aria-describedby={id}
          onChange={isSilenceRemoved => onChange({ ...settings, isSilenceRemoved })}
        />
        <p id={id} aria-live="polite" className="mt-1 min-h-10 text-xs text-ink-muted">
          {settings.isSilenceRemoved && isMeasured ? describeSilence(heard) : words.silenceNote}
        </p>
        {settings.isSilenceRemoved ? (
          <ValueSlider
            label={words.threshold}
            min={silenceThreshold.min}
            max={silenceThreshold.max}
            step={1}
            value={settings.thresholdDb}
            valueText={audioEditorMessages.wave.decibels(settings.thresholdDb)}
            usual={silenceThreshold.usual}
            onChange={thresholdDb => onChange({ ...settings, thresholdDb })}
          />
        ) : null}
      </div>
      <ValueSlider
        label={words.fadeIn}
        {...fadeBounds}
        value={settings.fadeInSeconds}
        valueText={fadeText(settings.fadeInSeconds)}
        usual={defaultSettings.fadeInSeconds}
        onChange={fadeInSeconds => onChange({ ...settings, fadeInSeconds })}
      />
      <ValueSlider
        label={words.fadeOut}
        {...fadeBounds}
        value={settings.fadeOutSeconds}
        valueText={fadeText(settings.fadeOutSeconds)}
        usual={defaultSettings.fadeOutSeconds}
        onChange={fadeOutSeconds => onChange({ ...settings, fadeOutSeconds })}
      />
    </>
  )
}

function describeSilence({ silences, isAllSilent }: SettingsProps['heard']): string {
  if (silences.length === 0) return words.noSilence
  if (isAllSilent) return words.allSilent
  const seconds = silences.reduce((total, silence) => total + lengthOf(silence), 0)
  return words.silenceFound(silences.length, formatDuration(seconds))
}
