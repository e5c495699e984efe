/** Heading of a converter with the retention notice and an optional mode switch. */
import { Switch } from '../../ui/switch.tsx'
import type { ModeSwitch } from './mode-switch.ts'

interface ConverterHeadingProps {
  readonly id: string
  readonly text: string
  readonly note: string
  readonly modeSwitch: (Omit<ModeSwitch, 'onSwitch'> & { readonly onSwitch: () => void }) | undefined
}

export function ConverterHeading({ id, text, note, modeSwitch }: ConverterHeadingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <div>
        <h2 id={id} className="text-lg">
          {text}
        </h2>
        <p className="text-xs text-ink-muted">{note}</p>
      </div>
      {modeSwitch ? (
        <Switch
          ref={modeSwitch.ref}
          label={modeSwitch.label}
          isOn={modeSwitch.isOn}
          onChange={modeSwitch.onSwitch}
        />
      ) : null}
    </div>
  )
}
