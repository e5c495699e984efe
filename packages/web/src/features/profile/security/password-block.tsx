/** Changes the password, or explains how to set one. */
import { passwordSchema } from '@filesmith/contract/account-rules'
import { apiPaths } from '@filesmith/contract/api-paths'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import { passwordStrength } from '@filesmith/contract/password-strength'
import { paths } from '@filesmith/contract/routes'
import type { User } from '@filesmith/contract/schemas/account'
import { explainFailure } from '../../../lib/explain-failure.ts'
import { findMissing } from '../../../lib/find-missing.ts'
import { request, serverMessageOf } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { type FormProblems, textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { SmallForm } from '../small-form.tsx'
import { useReloadSecurity } from './use-security.ts'

const texts = securityMessages.password

interface PasswordBlockProps {
  readonly user: User
  readonly hasPassword: boolean
}

export function PasswordBlock({ user, hasPassword }: PasswordBlockProps) {
  if (!hasPassword)
    return (
      <SettingsBlock heading={texts.heading} text={texts.none}>
        <LinkButton to={paths.forgotPassword}>{texts.setOne}</LinkButton>
      </SettingsBlock>
    )
  return (
    <SettingsBlock heading={texts.heading} text={texts.hint}>
      <PasswordForm user={user} />
    </SettingsBlock>
  )
}

function PasswordForm({ user }: { readonly user: User }) {
  const refusal = useRefusal()
  const reloadSecurity = useReloadSecurity()
  const form = useFormSubmit(async (data, element) => {
    const problems = check(data)
    if (problems) return problems
    try {
      await request('POST', apiPaths.changePassword, {
        currentPassword: textOf(data, 'current'),
        newPassword: textOf(data, 'next'),
      })
    } catch (error) {
      if (serverMessageOf(error) === undefined) return { form: explainFailure(error, texts).description }
      return refusal.asProblems(error, { 'wrong-password': 'current', 'password-guessable': 'next' })
    }
    element.reset()
    toasts.show({ title: texts.updated, description: texts.updatedText })
    void reloadSecurity()
    return undefined
  })
  return (
    <SmallForm form={form} action={texts.action}>
      {/* Username for password managers. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        label={texts.current}
        name="current"
        autoComplete="current-password"
        required
        error={form.problemOf('current')}
      />
      <PasswordField
        label={texts.next}
        name="next"
        autoComplete="new-password"
        required
        strengthOf={password => passwordStrength(password, user)}
        error={form.problemOf('next')}
      />
      <PasswordField
        label={texts.confirm}
        name="confirm"
        autoComplete="new-password"
        required
        error={form.problemOf('confirm')}
      />
    </SmallForm>
  )
}

function check(data: FormData): FormProblems | undefined {
  const missing = findMissing(data, ['current', 'next', 'confirm'])
  if (missing) return { fields: missing }
  if (textOf(data, 'next') !== textOf(data, 'confirm')) return { fields: { confirm: texts.mismatch } }
  const checked = passwordSchema.safeParse(textOf(data, 'next'))
  if (!checked.success) return { fields: { next: checked.error.issues[0]?.message ?? '' } }
  return undefined
}
