/** On/off switch. */
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange'> {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Switch({ label, isOn, onChange, className, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className={cx(
        'group inline-flex min-h-11 items-center gap-3 rounded text-left text-sm font-semibold disabled:opacity-55',
        className,
      )}
      {...rest}
    >
      <span
        aria-hidden="true"
        className="flex h-6 w-11 shrink-0 items-center rounded border border-line-strong bg-surface-sunken px-0.5 transition-colors group-hover:border-ink group-aria-checked:border-ink group-aria-checked:bg-ink"
      >
        <span className="size-4.5 rounded-[calc(var(--radius)-2px)] bg-line-strong transition-transform group-aria-checked:translate-x-4.5 group-aria-checked:bg-ink-inverse forced-colors:bg-[CanvasText]" />
      </span>
      {label}
    </button>
  )
}
