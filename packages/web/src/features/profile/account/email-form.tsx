/** Changes the email address: requires the password and sends a confirmation link to the new address. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { changeEmailRequestSchema } from '@filesmith/contract/schemas/account'
import { findMissing } from '../../../lib/find-missing.ts'
import { request } from '../../../lib/request.ts'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SmallForm } from '../small-form.tsx'

const texts = profileMessages.account

interface EmailFormProps {
  readonly onSent: (email: string) => void
  readonly onClose: () => void
}

export function EmailForm({ onSent, onClose }: EmailFormProps) {
  const refusal = useRefusal()
  const form = useFormSubmit(async data => {
    const missing = findMissing(data, ['email', 'password'])
    if (missing) return { fields: missing }
    const email = textOf(data, 'email').trim()
    const checked = changeEmailRequestSchema.shape.email.safeParse(email)
    if (!checked.success) return { fields: { email: checked.error.issues[0]?.message ?? '' } }
    try {
      await request('POST', apiPaths.email, { email, password: textOf(data, 'password') })
    } catch (error) {
      return refusal.asProblems(error, { 'wrong-password': 'password', 'account-exists': 'email' })
    }
    onSent(email)
    onClose()
    return undefined
  })
  return (
    <SmallForm form={form} action={profileMessages.save} onCancel={onClose}>
      <TextField
        label={texts.newEmail}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={texts.emailHint}
        error={form.problemOf('email')}
      />
      <PasswordField
        label={profileMessages.password}
        name="password"
        autoComplete="current-password"
        error={form.problemOf('password')}
      />
    </SmallForm>
  )
}
