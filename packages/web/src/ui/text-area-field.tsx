/** Multi-line text field that grows with its content. */
import { type ComponentProps, useId } from 'react'
import { cx } from './cx.ts'
import { describeField, FieldFrame, type FieldTexts, inputStyle } from './field-frame.tsx'

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'id'>, FieldTexts {
  readonly name: string
}

export function TextAreaField({ label, error, hint, className, ...area }: TextAreaFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <textarea
        id={id}
        className={cx(inputStyle, 'field-sizing-content resize-y py-2.5', className)}
        {...describeField(id, { error, hint })}
        {...area}
      />
    </FieldFrame>
  )
}
