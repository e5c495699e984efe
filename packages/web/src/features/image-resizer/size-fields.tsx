/** Width and height in pixels or percent, with aspect ratio lock. */
import { resizeMessages } from '@filesmith/contract/messages/resize'
import { Maximize } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readPercent, readSide } from './resize-settings.ts'
import type { useResizer } from './use-resizer.ts'

const { options: texts } = resizeMessages

interface SizeFieldsProps {
  readonly resizer: ReturnType<typeof useResizer>
  readonly isDisabled: boolean
}

export function SizeFields({ resizer, isDisabled }: SizeFieldsProps) {
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
