/** Resize options: dimensions, format, quality and maximum file size. */
import { resizeMessages } from '@filesmith/contract/messages/resize'
import { imageQualities } from '@filesmith/contract/operations/convert-image'
import { resizeOutputs } from '@filesmith/contract/operations/resize-image'
import type { PlanId } from '@filesmith/contract/plans'
import { Lock } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { resizeMethods } from './resize-settings.ts'
import { SizeFields } from './size-fields.tsx'
import type { useResizer } from './use-resizer.ts'

const { options: texts } = resizeMessages

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
      <SizeFields resizer={resizer} isDisabled={isDisabled} />
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
