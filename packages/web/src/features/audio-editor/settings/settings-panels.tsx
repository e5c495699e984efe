/** The settings groups of the audio editor, including the output format. */

import {
  editedAudioOutputs,
  normalizedLoudnessLufs,
  silenceThreshold,
} from '@filesmith/contract/operations/edit-audio'
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { defaultAudioSettings, type EditSettings, fadeBounds, volumeBounds } from '../edit/edit-settings.ts'
import { lengthOf } from '../edit/time-range.ts'
import type { SelectionPreview } from '../edit/use-selection-preview.ts'

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

/** Volume and loudness normalization. */
function LoudnessSettings({ settings, onChange, preview, isMeasured }: SettingsProps) {
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

/** Silence removal and fades. */
function SilenceFadeSettings({ settings, onChange, preview, isMeasured }: SettingsProps) {
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

/** Props shared by all settings groups. */
interface SettingsProps {
  readonly settings: EditSettings
  readonly onChange: (settings: EditSettings) => void
  readonly preview: SelectionPreview
  /** Whether the whole file is measured, so that the results can be shown. */
  readonly isMeasured: boolean
}

interface ValueSliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** The value as displayed and as announced by screen readers. */
  readonly valueText: string
  readonly defaultValue: number
  readonly onChange: (value: number) => void
  readonly describedBy?: string
}

/** A labeled slider that shows its value; a double click resets it to the default. */
function ValueSlider(props: ValueSliderProps) {
  const { label, value, min, max, step, valueText, defaultValue, onChange, describedBy } = props
  const id = useId()
  return (
    <div style={{ '--share': (value - min) / (max - min) } as CSSProperties}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span aria-hidden="true" className="figures">
          {valueText}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        onDoubleClick={() => onChange(defaultValue)}
        className="slider"
      />
    </div>
  )
}
