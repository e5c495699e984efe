/** Password prompt before a change of the security settings. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import { useLayoutEffect, useRef } from 'react'
import { findMissing } from '../../../lib/find-missing.ts'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import type { ActionVariant } from '../../../ui/action-style.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SmallForm } from '../small-form.tsx'

interface PasswordPromptProps {
  readonly hint: string
  readonly action: string
  readonly variant?: ActionVariant
  /** Errors it throws are shown at the form. */
  readonly onPassword: (password: string) => Promise<void>
  readonly onCancel: () => void
}

export function PasswordPrompt({
  hint,
  action,
  variant = 'solid',
  onPassword,
  onCancel,
}: PasswordPromptProps) {
  const refusal = useRefusal()
  const fieldRef = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => fieldRef.current?.focus(), [])
  const form = useFormSubmit(async data => {
    const missing = findMissing(data, ['password'])
    if (missing) return { fields: missing }
    try {
      await onPassword(textOf(data, 'password'))
    } catch (error) {
      return refusal.asProblems(error, { 'wrong-password': 'password' })
    }
    return undefined
  })
  return (
    <SmallForm form={form} action={action} variant={variant} onCancel={onCancel}>
      <p>{hint}</p>
      <PasswordField
        ref={fieldRef}
        label={profileMessages.password}
        name="password"
        autoComplete="current-password"
        error={form.problemOf('password')}
      />
    </SmallForm>
  )
}
