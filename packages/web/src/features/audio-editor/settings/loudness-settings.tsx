/** Volume and loudness normalization. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import { useId } from 'react'
import { Switch } from '../../../ui/switch.tsx'
import { defaultAudioSettings, volumeBounds } from '../edit/edit-settings.ts'
import type { SettingsProps } from './settings-props.ts'
import { ValueSlider } from './value-slider.tsx'

const { settings: messages } = audioEditorMessages

export function LoudnessSettings({ settings, onChange, preview, isMeasured }: SettingsProps) {
  const id = useId()
  return (
    <>
      <ValueSlider
        label={messages.volume}
        {...volumeBounds}
        value={settings.volumePercent}
        valueText={`${settings.volumePercent}%`}
        defaultValue={defaultAudioSettings.volumePercent}
        onChange={volumePercent => onChange({ ...settings, volumePercent })}
      />
      <div>
        <Switch
          label={messages.normalize(normalizedLoudnessLufs)}
          isOn={settings.isNormalized}
          aria-describedby={id}
          onChange={isNormalized => onChange({ ...settings, isNormalized })}
        />
        <p id={id} className="mt-1 min-h-10 text-xs text-ink-muted">
          {settings.isNormalized && isMeasured ? describeLoudness(preview) : messages.normalizeNote}
        </p>
      </div>
      <p aria-live="polite" className="text-xs text-warning not-empty:-mt-2">
        {preview.isLimited ? messages.limited : ''}
      </p>
    </>
  )
}

function describeLoudness({ loudnessLufs, normalizationDb }: SettingsProps['preview']): string {
  if (loudnessLufs === undefined) return messages.tooQuietToMeasure
  const measured = loudnessLufs.toFixed(1).replace('-', '\u2212')
  const gain = Math.abs(normalizationDb).toFixed(1)
  return normalizationDb < 0 ? messages.measuredQuieter(measured, gain) : messages.measured(measured, gain)
}
