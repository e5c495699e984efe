/** How loud it becomes. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import { useId } from 'react'
import { Switch } from '../../../ui/switch.tsx'
import { defaultSettings, volumeBounds } from '../edit/edit-settings.ts'
import type { SettingsProps } from './settings-props.ts'
import { ValueSlider } from './value-slider.tsx'

const { settings: words } = audioEditorMessages

export function AudioSettings({ settings, onChange, heard, isMeasured }: SettingsProps) {
  const id = useId()
  return (
    <>
      <ValueSlider
        label={words.volume}
        {...volumeBounds}
        value={settings.volumePercent}
        valueText={`${settings.volumePercent}%`}
        usual={defaultSettings.volumePercent}
        onChange={volumePercent => onChange({ ...settings, volumePercent })}
      />
      <div>
        <Switch
          label={words.normalize(normalizedLoudnessLufs)}
          isOn={settings.isNormalized}
          aria-describedby={id}
          onChange={isNormalized => onChange({ ...settings, isNormalized })}
        />
        <p id={id} className="mt-1 min-h-10 text-xs text-ink-muted">
          {settings.isNormalized && isMeasured ? describeLoudness(heard) : words.normalizeNote}
        </p>
      </div>
      <p aria-live="polite" className="text-xs text-warning not-empty:-mt-2">
        {heard.isLimited ? words.limited : ''}
      </p>
    </>
  )
}

function describeLoudness({ loudnessLufs, normalizingDb }: SettingsProps['heard']): string {
  if (loudnessLufs === undefined) return words.tooQuietToMeasure
  const measured = loudnessLufs.toFixed(1).replace('-', '\u2212')
  const gain = Math.abs(normalizingDb).toFixed(1)
  return normalizingDb < 0 ? words.measuredQuieter(measured, gain) : words.measured(measured, gain)
}
