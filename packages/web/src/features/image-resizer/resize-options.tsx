/** Resize options: dimensions, format, quality and maximum file size. */

import { imageQualities } from '@filesmith/contract/operations/media-calls'
import { resizeOutputs } from '@filesmith/contract/operations/resize-image'
import type { PlanId } from '@filesmith/contract/plans'
import { resizeMessages } from '@filesmith/contract/tools/resize/messages'
import { Lock, Maximize } from 'lucide-react'
import { useId } from 'react'
import { PageChoice } from '../../lib/page-choice.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import {
  presetOf,
  readPercent,
  readSide,
  resizeMethods,
  resizePresetIds,
  resizePresets,
} from './resize-settings.ts'
import type { useResizer } from './use-resizer.ts'

const { options: texts } = resizeMessages
const customPreset = 'custom'

interface ResizeOptionsProps {
  readonly resizer: ReturnType<typeof useResizer>
  readonly plan: PlanId
  readonly isDisabled: boolean
}

export function ResizeOptions({ resizer, plan, isDisabled }: ResizeOptionsProps) {
  const { settings, setSettings } = resizer
  const headingId = useId()
  const isFree = plan === 'free'
  const change = (changed: Partial<typeof settings>) => setSettings({ ...settings, ...changed })
  return (
    <Panel role="group" aria-labelledby={headingId} className="flex flex-col gap-4 self-start p-5">
      <h3 id={headingId} className="text-lg">
        {texts.heading}
      </h3>
      <ChoiceGroup
        legend={texts.method}
        choices={resizeMethods.map(value => ({ value, label: texts.methods[value] }))}
        value={settings.method}
        onChange={value =>
          change({ method: resizeMethods.find(method => method === value) ?? settings.method })
        }
        isDisabled={isDisabled}
        note={texts.methodNotes[settings.method]}
      />
      <SelectField
        name="preset"
        label={texts.preset}
        value={presetOf(settings) ?? customPreset}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const chosen = resizePresetIds.find(id => id === currentTarget.value)
          if (chosen) change(resizePresets[chosen])
        }}
        choices={[
          { value: customPreset, label: texts.customPreset },
          ...resizePresetIds.map(value => {
            const { width, height } = resizePresets[value]
            return { value, label: texts.presetLabel(texts.presets[value], width, height) }
          }),
        ]}
      />
      <SizeFields resizer={resizer} isDisabled={isDisabled} />
      <Checkbox
        name="withoutEnlargement"
        label={texts.withoutEnlargement}
        checked={settings.withoutEnlargement}
        disabled={isDisabled}
        onChange={({ currentTarget }) => change({ withoutEnlargement: currentTarget.checked })}
      />
      {settings.method === 'fill' ? (
        <Checkbox
          name="isSmartCrop"
          label={
            <>
              {texts.smartCrop} {isFree ? <Premium /> : null}
            </>
          }
          checked={settings.isSmartCrop}
          disabled={isDisabled || isFree}
          onChange={({ currentTarget }) => change({ isSmartCrop: currentTarget.checked })}
        />
      ) : null}
      <ChoiceGroup
        legend={texts.outputFormat}
        choices={resizeOutputs.map(value => ({ value, label: texts.formats[value] }))}
        value={settings.outputFormat}
        onChange={value =>
          change({ outputFormat: resizeOutputs.find(format => format === value) ?? settings.outputFormat })
        }
        isDisabled={isDisabled}
      />
      {resizer.maxPages > 1 ? (
        <PageChoice
          pages={resizer.maxPages}
          isEach={resizer.job.list.files.length > 1}
          page={settings.page || undefined}
          note={texts.pagesNote[settings.outputFormat === 'original' ? 'original' : 'other']}
          isDisabled={isDisabled}
          onChange={page => change({ page: page ?? 0 })}
        />
      ) : null}
      <ChoiceGroup
        legend={texts.quality}
        choices={imageQualities.map(value => ({ value, label: texts.qualities[value] }))}
        value={settings.quality}
        onChange={value =>
          change({ quality: imageQualities.find(quality => quality === value) ?? settings.quality })
        }
        isDisabled={isDisabled}
      />
      <div>
        {isFree ? (
          <div className="mb-1.5">
            <Premium />
          </div>
        ) : null}
        <TextField
          name="maxKilobytes"
          label={texts.maxSize}
          hint={texts.maxSizeHint}
          inputMode="numeric"
          className="figures"
          value={settings.maxKilobytes === 0 ? '' : settings.maxKilobytes}
          disabled={isDisabled || isFree}
          onChange={({ currentTarget }) =>
            change({ maxKilobytes: Math.max(0, Number.parseInt(currentTarget.value, 10) || 0) })
          }
        />
      </div>
    </Panel>
  )
}

function Premium() {
  return (
    <Badge>
      <Icon of={Lock} sizePx={16} className="mr-1" /> {texts.premium}
    </Badge>
  )
}

interface SizeFieldsProps {
  readonly resizer: ReturnType<typeof useResizer>
  readonly isDisabled: boolean
}

/** Width and height in pixels or percent, with aspect ratio lock. */
function SizeFields({ resizer, isDisabled }: SizeFieldsProps) {
  const { settings, setSettings, first } = resizer
  if (settings.method === 'percentage')
    return (
      <TextField
        name="percent"
        label={texts.percent}
        inputMode="numeric"
        className="figures"
        value={settings.percent}
        disabled={isDisabled}
        onChange={({ currentTarget }) =>
          setSettings({ ...settings, percent: readPercent(currentTarget.value) })
        }
      />
    )
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-3">
        {(['width', 'height'] as const).map(side => (
          <TextField
            key={side}
            name={side}
            data-side={side}
            label={texts[side]}
            inputMode="numeric"
            className="figures"
            value={settings[side] ?? ''}
            disabled={isDisabled}
            onChange={({ currentTarget }) => resizer.setSide(side, readSide(currentTarget.value))}
            onBlur={({ relatedTarget }) => {
              // Moving from one field to the other: the user is about to type there.
              if (!(relatedTarget as HTMLElement | null)?.matches('[data-side]')) resizer.fillEmpty()
            }}
          />
        ))}
      </div>
      {settings.method === 'dimensions' ? (
        <Checkbox
          name="maintainAspectRatio"
          label={texts.maintainAspectRatio}
          checked={settings.maintainAspectRatio}
          disabled={isDisabled}
          onChange={({ currentTarget }) =>
            setSettings({ ...settings, maintainAspectRatio: currentTarget.checked })
          }
        />
      ) : null}
      <Button
        className="self-start"
        disabled={isDisabled || first === undefined}
        onClick={resizer.applyOriginalSize}
      >
        <Icon of={Maximize} sizePx={16} /> {texts.useOriginal}
      </Button>
    </div>
  )
}
