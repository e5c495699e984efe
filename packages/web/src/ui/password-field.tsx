/** Password input with a visibility toggle and an optional strength meter. */
import { accountMessages } from '@filesmith/contract/messages/account'
import type { PasswordStrength } from '@filesmith/contract/password-strength'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { describeField, FieldFrame, type FieldTexts, inputStyle } from './field-frame.tsx'
import { Icon } from './icon.tsx'

const steps = [1, 2, 3, 4] as const

const fills = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type'>, FieldTexts {
  readonly name: string
  /** 'off' for passwords that do not belong to an account, such as those of archives. */
  readonly autoComplete: 'current-password' | 'new-password' | 'off'
  /** Only for new passwords. */
  readonly strengthOf?: (password: string) => PasswordStrength
}

export function PasswordField({ label, error, hint, strengthOf, onChange, ...input }: PasswordFieldProps) {
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  const [password, setPassword] = useState('')
  const frameRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const form = frameRef.current?.closest('form')
    const clear = () => setPassword('')
    form?.addEventListener('reset', clear)
    return () => form?.removeEventListener('reset', clear)
  }, [])

  return (
    <div ref={frameRef}>
      <FieldFrame id={id} label={label} error={error} hint={hint}>
        <div className="relative">
          <input
            id={id}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={cx(inputStyle, 'pr-12')}
            onChange={event => {
              setPassword(event.currentTarget.value)
              onChange?.(event)
            }}
            {...describeField(id, { error, hint })}
            {...input}
          />
          <button
            type="button"
            aria-label={isShown ? accountMessages.hidePassword : accountMessages.showPassword}
            aria-controls={id}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded text-ink-muted hover:text-ink"
          >
            <Icon of={isShown ? EyeOff : Eye} />
          </button>
        </div>
      </FieldFrame>
      {strengthOf ? <StrengthMeter strength={password === '' ? undefined : strengthOf(password)} /> : null}
    </div>
  )
}

/** Reserves its space before anything is typed, to avoid layout shift. */
function StrengthMeter({ strength }: { readonly strength: PasswordStrength | undefined }) {
  const score = strength?.score ?? 0
  return (
    <div className="mt-2">
      <div aria-hidden="true" className="flex gap-1">
        {steps.map(step => (
          <span
            key={step}
            className={cx(
              'h-1 grow rounded transition-colors',
              strength && (step <= score || step === 1) ? fills[score] : 'bg-line',
            )}
          />
        ))}
      </div>
      <p role="status" className="mt-1 min-h-10 text-xs text-ink-muted">
        {strength ? (
          <>
            <span className="sr-only">{accountMessages.strength}: </span>
            <span className="font-semibold text-ink">{strength.label}.</span> {strength.hint}
          </>
        ) : (
          accountMessages.strengthBefore
        )}
      </p>
    </div>
  )
}
