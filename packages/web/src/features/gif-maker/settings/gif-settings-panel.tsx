/** Settings of the GIF: frame rate, width, quality, part of the video, and more options. */

import {
  gifBounds,
  gifOutputs,
  gifQualities,
  maxCaptionCharacters,
} from '@filesmith/contract/operations/create-gif'
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
import { ChevronDown } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { formatLabel } from '../../../lib/format-label.ts'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { fpsLabel } from '../gif-metrics.ts'
import { defaultGifSettings, type GifSettings } from '../gif-settings.ts'
import { clampPart, latestStart, longestDuration, type VideoPart } from '../video/video-part.ts'

const { settings: texts } = gifMessages

const loopCounts = [0, 1, 2, 3, 5, 10]

const maxKilobytes = 1_048_576

const { fps, width, startTime, duration } = gifBounds
const adviceSeconds = 10
/** Upper limit while the duration of the video is unknown. */
const unknownLatestStart = 600

interface GifSettingsPanelProps {
  readonly settings: GifSettings
  readonly onChange: (settings: GifSettings) => void
  readonly isVideo: boolean
  /** Duration of the video, if known. */
  readonly lengthSeconds: number | undefined
  readonly isDisabled: boolean
}

export function GifSettingsPanel(props: GifSettingsPanelProps) {
  const { settings, onChange, isVideo, lengthSeconds, isDisabled } = props
  const headingId = useId()
  const change = (changed: Partial<GifSettings>) => onChange({ ...settings, ...changed })
  const changePart = (part: Partial<VideoPart>) =>
    change(clampPart({ startTime: settings.startTime, duration: settings.duration, ...part }, lengthSeconds))
  const lastStart = latestStart(lengthSeconds)
  return (
    <Panel role="group" aria-labelledby={headingId} className="flex flex-col gap-4 self-start p-5">
      <h3 id={headingId} className="text-lg">
        {texts.heading}
      </h3>
      {isVideo ? (
        <>
          <RangeField
            label={texts.startTime}
            min={0}
            max={Number.isFinite(lastStart) ? lastStart : Math.max(unknownLatestStart, settings.startTime)}
            step={startTime.step}
            unit={texts.secondsUnit}
            value={settings.startTime}
            isDisabled={isDisabled}
            onChange={value => changePart({ startTime: value })}
          />
          <RangeField
            label={texts.duration}
            min={duration.min}
            max={longestDuration(settings.startTime, lengthSeconds)}
            step={duration.step}
            unit={texts.secondsUnit}
            value={settings.duration}
            note={settings.duration > adviceSeconds ? texts.long : undefined}
            isDisabled={isDisabled}
            onChange={value => changePart({ duration: value })}
          />
        </>
      ) : null}
      <RangeField
        label={texts.fps}
        {...fps}
        unit={texts.fpsUnit}
        value={settings.fps}
        aside={<output className="text-ink-muted">{fpsLabel(settings.fps)}</output>}
        note={isVideo ? undefined : texts.imagesNote}
        isDisabled={isDisabled}
        onChange={value => change({ fps: value })}
      />
      <RangeField
        label={texts.width}
        {...width}
        unit={texts.widthUnit}
        value={settings.width}
        isDisabled={isDisabled}
        onChange={value => change({ width: value })}
      />
      <ChoiceGroup
        legend={texts.quality}
        choices={gifQualities.map(value => ({ value, label: texts.qualities[value] }))}
        value={settings.quality}
        onChange={value =>
          change({ quality: gifQualities.find(quality => quality === value) ?? settings.quality })
        }
        isDisabled={isDisabled}
        note={texts.qualityNotes[settings.quality]}
      />
      <MoreOptions settings={settings} onChange={change} isDisabled={isDisabled} />
    </Panel>
  )
}

interface RangeFieldProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly unit: string
  /** Explanation of the value, beside the label. */
  readonly aside?: ReactNode
  readonly note?: string | undefined
  readonly isDisabled?: boolean
  readonly onChange: (value: number) => void
}

/** A number within limits: a slider combined with a text field. */
function RangeField(props: RangeFieldProps) {
  const { label, value, min, max, step, unit, aside, note, isDisabled, onChange } = props
  const id = useId()
  /** Text being typed; applied on blur or Enter. */
  const [typed, setTyped] = useState<string>()
  const decimals = step < 1 ? 1 : 0
  const describedBy = note === undefined ? undefined : `${id}-note`

  const commit = (text: string) => {
    setTyped(undefined)
    const parsed = Number.parseFloat(text)
    if (Number.isNaN(parsed)) return
    const onStep = min + Math.round((parsed - min) / step) * step
    onChange(Number(Math.max(min, Math.min(onStep, max)).toFixed(decimals)))
  }

  return (
    <div style={{ '--share': max > min ? (value - min) / (max - min) : 1 } as CSSProperties}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span className="flex items-center gap-3">
          {aside}
          <span className="flex items-baseline gap-1.5 text-ink-muted">
            <input
              type="text"
              inputMode="decimal"
              aria-label={`${label} (${unit})`}
              value={typed ?? value.toFixed(decimals)}
              disabled={isDisabled}
              onChange={event => setTyped(event.currentTarget.value)}
              onBlur={event => typed !== undefined && commit(event.currentTarget.value)}
              onKeyDown={event => event.key === 'Enter' && commit(event.currentTarget.value)}
              className="figures min-h-8 w-17 rounded border border-line-strong bg-surface px-2 text-right text-sm font-semibold text-ink transition-colors hover:border-ink disabled:opacity-55"
            />
            <span className="figures w-6 text-xs">{unit}</span>
          </span>
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={isDisabled}
        aria-valuetext={`${value.toFixed(decimals)} ${unit}`}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        className="slider"
      />
      {note === undefined ? null : (
        <p id={describedBy} className="-mt-1 text-xs text-ink-muted">
          {note}
        </p>
      )}
    </div>
  )
}

interface MoreOptionsProps {
  readonly settings: GifSettings
  readonly onChange: (changed: Partial<GifSettings>) => void
  readonly isDisabled: boolean
}

/** Collapsible options: output format, loop count, reverse, caption, maximum size. */
function MoreOptions({ settings, onChange, isDisabled }: MoreOptionsProps) {
  const { outputFormat, loopCount, isReversed, caption, maxKilobytes: limit } = settings
  const changedCount = [
    outputFormat !== defaultGifSettings.outputFormat,
    loopCount !== defaultGifSettings.loopCount,
    isReversed,
    caption !== '',
    limit > 0,
  ].filter(Boolean).length
  return (
    <Collapsible.Root defaultOpen={changedCount > 0} className="border-t border-line">
      <Collapsible.Trigger className="group flex min-h-12 w-full items-center justify-between gap-4 text-left font-semibold">
        <span>
          {texts.more}
          {changedCount > 0 ? (
            <span className="figures ml-2 text-xs text-ink-muted">{changedCount}</span>
          ) : null}
        </span>
        <Icon of={ChevronDown} className="transition-transform group-data-[state=open]:rotate-180" />
      </Collapsible.Trigger>
      <Collapsible.Content className="flex flex-col gap-4 pt-6">
        <ChoiceGroup
          legend={texts.format}
          choices={gifOutputs.map(value => ({ value, label: formatLabel(value) }))}
          value={outputFormat}
          onChange={value =>
            onChange({ outputFormat: gifOutputs.find(format => format === value) ?? outputFormat })
          }
          isDisabled={isDisabled}
          note={texts.formatNotes[outputFormat]}
        />
        <Switch
          label={texts.reverse}
          isOn={isReversed}
          onChange={isOn => onChange({ isReversed: isOn })}
          disabled={isDisabled}
        />
        <SelectField
          label={texts.loops}
          name="loop-count"
          choices={(loopCounts.includes(loopCount) ? loopCounts : [...loopCounts, loopCount]).map(count => ({
            value: String(count),
            label: describeLoops(count),
          }))}
          value={String(loopCount)}
          onChange={event => onChange({ loopCount: Number(event.currentTarget.value) })}
          disabled={isDisabled || outputFormat === 'mp4'}
        />
        {outputFormat === 'mp4' ? <p className="-mt-2 text-xs text-ink-muted">{texts.loopsMp4}</p> : null}
        <TextField
          label={texts.caption}
          name="caption"
          dir="auto"
          maxLength={maxCaptionCharacters}
          value={caption}
          onChange={event => onChange({ caption: event.currentTarget.value })}
          hint={texts.captionHint(maxCaptionCharacters - caption.length)}
          disabled={isDisabled}
        />
        <TextField
          label={`${texts.maxSize} (${texts.maxSizeUnit})`}
          name="max-kilobytes"
          inputMode="numeric"
          value={limit === 0 ? '' : String(limit)}
          onChange={event => {
            const digits = event.currentTarget.value.replaceAll(/\D/g, '')
            onChange({ maxKilobytes: Math.min(maxKilobytes, Number(digits)) })
          }}
          hint={texts.maxSizeHint}
          disabled={isDisabled}
        />
      </Collapsible.Content>
    </Collapsible.Root>
  )
}

function describeLoops(count: number): string {
  if (count === 0) return texts.loopsEndless
  return count === 1 ? texts.loopsOnce : texts.loopsTimes(count)
}
