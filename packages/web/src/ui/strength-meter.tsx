/** Password strength as text and as a bar. */
import { accountMessages } from '@filesmith/contract/messages/account'
import type { PasswordStrength } from '@filesmith/contract/password-strength'
import { cx } from './cx.ts'

const steps = [1, 2, 3, 4] as const
const fills = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const

/** Reserves its space before anything is typed, to avoid layout shift. */
export function StrengthMeter({ strength }: { readonly strength: PasswordStrength | undefined }) {
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
