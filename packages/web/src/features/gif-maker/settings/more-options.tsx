/** Collapsible options: output format, loop count, reverse, caption, maximum size. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { gifOutputs, maxCaptionCharacters } from '@filesmith/contract/operations/create-gif'
import { ChevronDown } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { formatLabel } from '../../../lib/format-label.ts'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { defaultGifSettings, type GifSettings } from '../gif-settings.ts'

const { settings: texts } = gifMessages
const loopCounts = [0, 1, 2, 3, 5, 10]
const maxKilobytes = 1_048_576

interface MoreOptionsProps {
  readonly settings: GifSettings
  readonly onChange: (changed: Partial<GifSettings>) => void
  readonly isDisabled: boolean
}

export function MoreOptions({ settings, onChange, isDisabled }: MoreOptionsProps) {
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
