/** Fields of a payment card: number with brand, expiry date, security code and name. */
import { brandOf, digitsOf, formatCardNumber, formatExpiry } from '@filesmith/contract/card-rules'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
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
import { TextField } from '../ui/text-field.tsx'
import type { CardInput } from './card-input.ts'

const texts = checkoutMessages.form

interface CardFieldsProps {
  readonly card: CardInput
  readonly onChange: (card: CardInput) => void
  /** Error of a field by its name. */
  readonly problemOf: (name: string) => string | undefined
}

export function CardFields({ card, onChange, problemOf }: CardFieldsProps) {
  const { brand, label, cvcLength } = brandOf(card.number)
  return (
    <div className="flex flex-col gap-5">
      <DigitField
        label={texts.number}
        name="number"
        autoComplete="cc-number"
        value={card.number}
        format={formatCardNumber}
        onValue={number => onChange({ ...card, number })}
        mark={brand === 'unknown' ? undefined : label}
        className={brand === 'amex' ? 'pr-34' : 'pr-24'}
        error={problemOf('number')}
      />
      <div className="grid grid-cols-2 gap-4">
        <DigitField
          label={texts.expiry}
          name="expiry"
          autoComplete="cc-exp"
          hint={texts.expiryHint}
          value={card.expiry}
          format={formatExpiry}
          onValue={expiry => onChange({ ...card, expiry })}
          error={problemOf('expiry')}
        />
        <DigitField
          label={texts.cvc}
          name="cvc"
          autoComplete="cc-csc"
          hint={texts.cvcHint(cvcLength)}
          value={card.cvc}
          format={text => digitsOf(text).slice(0, cvcLength)}
          onValue={cvc => onChange({ ...card, cvc })}
          error={problemOf('cvc')}
        />
      </div>
      <TextField
        label={texts.name}
        name="name"
        autoComplete="cc-name"
        hint={texts.nameHint}
        maxLength={100}
        value={card.name}
        onChange={event => onChange({ ...card, name: event.currentTarget.value })}
      />
    </div>
  )
}

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

/** Input for grouped digits, such as card numbers: groups while typing and keeps the caret position. */
function DigitField(props: DigitFieldProps) {
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

interface InputChange {
  /** Value after the change. */
  readonly text: string
  readonly caret: number
  /** Value before the change. */
  readonly previous: string
  /** `InputEvent.inputType`. */
  readonly inputType?: string | undefined
}

/** Regroups the digits of an input after a change and computes the new caret position. */
export function reformatDigits(
  change: InputChange,
  format: (text: string) => string,
): { text: string; caret: number } {
  const { text, caret } = change
  const digitsBefore = digitsOf(text.slice(0, caret)).length
  const removedIndex = removedDigit(change, digitsBefore)
  const digits = digitsOf(text)
  const remaining =
    removedIndex === undefined ? text : digits.slice(0, removedIndex) + digits.slice(removedIndex + 1)
  const formatted = format(remaining)
  const isAtEnd = caret >= text.length
  if (isAtEnd) return { text: formatted, caret: formatted.length }
  // `format` may have added a leading zero to the month.
  const added = Math.max(0, digitsOf(formatted).length - digitsOf(remaining).length)
  const digitsPassed =
    digitsBefore + added - (removedIndex !== undefined && removedIndex < digitsBefore ? 1 : 0)
  return { text: formatted, caret: indexAfterDigits(formatted, digitsPassed) }
}

/** Deleting the space between groups deletes the adjacent digit. */
function removedDigit({ text, previous, inputType }: InputChange, digitsBefore: number): number | undefined {
  const isOnlySpace = text.length < previous.length && digitsOf(text) === digitsOf(previous)
  if (!isOnlySpace) return undefined
  if (inputType === 'deleteContentBackward' && digitsBefore > 0) return digitsBefore - 1
  return inputType === 'deleteContentForward' ? digitsBefore : undefined
}

function indexAfterDigits(text: string, digitCount: number): number {
  let digitsPassed = 0
  for (const [index, character] of [...text].entries()) {
    if (digitsPassed === digitCount) return index
    if (/\d/.test(character)) digitsPassed += 1
  }
  return text.length
}
