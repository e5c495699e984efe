/** Input for grouped digits, such as card numbers: groups while typing and keeps the caret position. */
import {
  type ChangeEvent,
  type ComponentProps,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../ui/cx.ts'
import { describeField, FieldFrame, type FieldTexts, inputStyle } from '../ui/field-frame.tsx'
import { reformatDigits } from './reformat-digits.ts'

interface DigitFieldProps
  extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'onChange'>,
    FieldTexts {
  readonly name: string
  readonly value: string
  readonly format: (text: string) => string
  readonly onValue: (value: string) => void
  /** Shown inside at the right and linked as a description. */
  readonly mark?: ReactNode
}

export function DigitField(props: DigitFieldProps) {
  const { label, error, hint, value, format, onValue, mark, className, ...input } = props
  const id = useId()
  const { inputRef, handleChange } = useCaret(value, format, onValue)
  const described = describeField(id, { error, hint })
  const markId = mark ? `${id}-mark` : undefined
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          id={id}
          ref={inputRef}
          type="text"
          inputMode="numeric"
          spellCheck={false}
          className={cx(inputStyle, 'figures', className)}
          value={value}
          onChange={handleChange}
          {...described}
          aria-describedby={[described['aria-describedby'], markId].filter(Boolean).join(' ') || undefined}
          {...input}
        />
        {mark ? (
          <span
            id={markId}
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs font-semibold text-ink-muted"
          >
            {mark}
          </span>
        ) : null}
      </div>
    </FieldFrame>
  )
}

function useCaret(value: string, format: (text: string) => string, onValue: (value: string) => void) {
  const inputRef = useRef<HTMLInputElement>(null)
  // A new object each time, because the caret must be restored even if the value does not change.
  const [nextCaret, setNextCaret] = useState({ caret: 0 })

  useLayoutEffect(() => {
    const input = inputRef.current
    if (input && input === document.activeElement) input.setSelectionRange(nextCaret.caret, nextCaret.caret)
  }, [nextCaret])

  const handleChange = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = currentTarget
    const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : undefined
    const result = reformatDigits(
      { text, caret: selectionStart ?? text.length, previous: value, inputType },
      format,
    )
    setNextCaret({ caret: result.caret })
    onValue(result.text)
  }
  return { inputRef, handleChange }
}
