/** Checkbox with a label. */
import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'> {
  readonly name: string
  readonly label: ReactNode
  readonly isInvalid?: boolean
}

export function Checkbox({ label, isInvalid = false, className, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className={cx('flex min-h-11 items-start gap-3 py-2.5', className)}>
      <span className="relative mt-px grid size-5 shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          aria-invalid={isInvalid || undefined}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded border border-line-strong bg-surface transition-colors checked:border-ink checked:bg-ink hover:border-ink aria-invalid:border-danger forced-colors:appearance-auto"
          {...input}
        />
        <Icon
          of={Check}
          sizePx={16}
          className="pointer-events-none relative hidden text-ink-inverse peer-checked:block forced-colors:peer-checked:hidden"
        />
      </span>
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
