/** Fields for the request body of an API call: JSON or a file. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import { useId } from 'react'
import { cx } from '../../ui/cx.ts'
import { describeField, FieldFrame, inputStyle } from '../../ui/field-frame.tsx'

const texts = developersMessages.tryIt

interface BodyFieldProps {
  readonly name: string
  readonly error: string | undefined
}

export function JsonField({ name, text, error }: BodyFieldProps & { readonly text: string }) {
  const id = useId()
  return (
    <FieldFrame id={id} label={texts.body} error={error}>
      <textarea
        id={id}
        name={name}
        defaultValue={text}
        rows={Math.min(18, text.split('\n').length + 1)}
        spellCheck={false}
        autoComplete="off"
        className={cx(inputStyle, 'py-2 font-mono text-sm')}
        {...describeField(id, { error, hint: undefined })}
      />
    </FieldFrame>
  )
}

export function FileField({ name, error }: BodyFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={name} error={error}>
      <input
        id={id}
        name={name}
        type="file"
        className={cx(inputStyle, 'py-2 text-sm')}
        {...describeField(id, { error, hint: undefined })}
      />
    </FieldFrame>
  )
}
