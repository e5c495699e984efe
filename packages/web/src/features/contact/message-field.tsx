/** Multi-line text field that grows with its content. */
import { type ComponentProps, useId } from 'react'
import { describeField, FieldFrame, type FieldTexts, inputStyle } from '../../ui/field-frame.tsx'

interface MessageFieldProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'>, FieldTexts {
  readonly name: string
}

export function MessageField({ label, error, hint, ...area }: MessageFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <textarea
        id={id}
        rows={7}
        className={`${inputStyle} field-sizing-content max-h-128 min-h-44 resize-y py-2.5`}
        {...describeField(id, { error, hint })}
        {...area}
      />
    </FieldFrame>
  )
}
