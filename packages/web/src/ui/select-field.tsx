/** Native select with a label. */
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { cx } from './cx.ts'
import { FieldFrame, inputStyle } from './field-frame.tsx'
import { Icon } from './icon.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children'> {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

export function SelectField({ label, choices, className, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label}>
      <div className="relative">
        <select
          id={id}
          className={cx(inputStyle, 'appearance-none bg-surface! pr-10', className)}
          {...select}
        >
          {choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon
          of={ChevronDown}
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-muted"
        />
      </div>
    </FieldFrame>
  )
}
