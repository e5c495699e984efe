/** Validates the sign-up form in the specified order. The server validates everything again. */
import { errorMessage } from '@filesmith/contract/errors'
import { accountMessages } from '@filesmith/contract/messages/account'
import { isGuessable } from '@filesmith/contract/password-strength'
import { registerRequestSchema } from '@filesmith/contract/schemas/account'
import { findMissing } from '../../lib/find-missing.ts'
import { type FormProblems, textOf } from '../../lib/use-form-submit.ts'

const texts = accountMessages.signUp

export function checkSignUp(data: FormData): FormProblems | undefined {
  if (textOf(data, 'password') !== textOf(data, 'confirmPassword'))
    return {
      form: accountMessages.passwordsDiffer,
      fields: { confirmPassword: accountMessages.confirmDiffers },
    }
  if (!data.has('agreed')) return { form: texts.notAgreed, fields: { agreed: texts.notAgreed } }
  const missing = findMissing(data, ['username', 'email', 'password'])
  if (missing) return { form: texts.missing, fields: missing }
  return checkFormats(data)
}

function checkFormats(data: FormData): FormProblems | undefined {
  const details = readDetails(data)
  const checked = registerRequestSchema.safeParse(details)
  if (!checked.success) {
    // Only the first error of each field is shown.
    const fields = checked.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message])
    return { fields: Object.fromEntries(fields) }
  }
  if (isGuessable(details.password, details))
    return { fields: { password: errorMessage('password-guessable') } }
  return undefined
}

export function readDetails(data: FormData) {
  return {
    username: textOf(data, 'username').trim(),
    email: textOf(data, 'email').trim(),
    password: textOf(data, 'password'),
  }
}
