/** Changes the username. Requires the password. */
import { usernameRule, usernameSchema } from '@filesmith/contract/account-rules'
import { apiPaths } from '@filesmith/contract/api-paths'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { type User, userReplySchema } from '@filesmith/contract/schemas/account'
import { findMissing } from '../../../lib/find-missing.ts'
import { request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useAccountChange } from '../../../lib/use-account.ts'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SmallForm } from '../small-form.tsx'

const texts = profileMessages.account

interface UsernameFormProps {
  readonly user: User
  readonly onClose: () => void
}

export function UsernameForm({ user, onClose }: UsernameFormProps) {
  const { signedIn } = useAccountChange()
  const refusal = useRefusal()
  const form = useFormSubmit(async data => {
    const missing = findMissing(data, ['username', 'password'])
    if (missing) return { fields: missing }
    const username = usernameSchema.safeParse(textOf(data, 'username'))
    if (!username.success) return { fields: { username: usernameRule } }
    try {
      const body = { username: username.data, password: textOf(data, 'password') }
      const response = await request('POST', apiPaths.username, body)
      signedIn(userReplySchema.parse(await response.json()).user)
    } catch (error) {
      return refusal.asProblems(error, { 'wrong-password': 'password', 'username-taken': 'username' })
    }
    toasts.show(texts.usernameChanged)
    onClose()
    return undefined
  })
  return (
    <SmallForm form={form} action={profileMessages.save} onCancel={onClose}>
      <TextField
        label={texts.newUsername}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={user.username}
        error={form.problemOf('username')}
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
