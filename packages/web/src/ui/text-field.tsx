/** Text input with label, hint and error. */
import { type ComponentProps, useId } from 'react'
import { cx } from './cx.ts'
import { describeField, FieldFrame, type FieldTexts, inputStyle } from './field-frame.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'>, FieldTexts {
  readonly name: string
}

export function TextField({ label, error, hint, className, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <input
        id={id}
        type="text"
        className={cx(inputStyle, className)}
        {...describeField(id, { error, hint })}
        {...input}
      />
    </FieldFrame>
  )
}
