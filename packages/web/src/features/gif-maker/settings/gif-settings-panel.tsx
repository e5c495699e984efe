/** Settings of the GIF: frame rate, width, quality, part of the video, and more options. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { gifBounds, gifQualities } from '@filesmith/contract/operations/create-gif'
import { useId } from 'react'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { fpsLabel } from '../gif-metrics.ts'
import type { GifSettings } from '../gif-settings.ts'
import { clampPart, latestStart, longestDuration, type VideoPart } from '../video/video-part.ts'
import { MoreOptions } from './more-options.tsx'
import { RangeField } from './range-field.tsx'

const { settings: texts } = gifMessages
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
