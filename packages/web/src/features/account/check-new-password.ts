/** Validates a new password and its confirmation. A mismatch is reported first. */
import { passwordSchema } from '@filesmith/contract/account-rules'
import { errorMessage } from '@filesmith/contract/errors'
import { accountMessages } from '@filesmith/contract/messages/account'
import { isGuessable } from '@filesmith/contract/password-strength'
import { findMissing } from '../../lib/find-missing.ts'
import { type FormProblems, textOf } from '../../lib/use-form-submit.ts'

export function checkNewPassword(data: FormData): FormProblems | undefined {
  const password = textOf(data, 'password')
  if (password !== textOf(data, 'confirmPassword'))
    return {
      form: accountMessages.passwordsDiffer,
      fields: { confirmPassword: accountMessages.confirmDiffers },
    }
  const missing = findMissing(data, ['password'])
  if (missing) return { form: accountMessages.reset.missing, fields: missing }
  const checked = passwordSchema.safeParse(password)
  if (!checked.success) return { fields: { password: checked.error.issues[0]?.message ?? '' } }
  if (isGuessable(password)) return { fields: { password: errorMessage('password-guessable') } }
  return undefined
}
