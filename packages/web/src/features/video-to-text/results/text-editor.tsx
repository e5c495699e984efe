/** Textarea with the whole transcript. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { cx } from '../../../ui/cx.ts'
import { inputStyle } from '../../../ui/field-frame.tsx'

interface TextEditorProps {
  readonly text: string
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
}

export function TextEditor({ text, isReadOnly, onChange }: TextEditorProps) {
  return (
    <textarea
      aria-label={videoTextMessages.done.transcript}
      dir="auto"
      value={text}
      readOnly={isReadOnly}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className={cx(inputStyle, 'h-96 resize-y py-3 text-sm leading-6')}
    />
  )
}
