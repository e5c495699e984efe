/** Target of the password reset link: sets a new password, or offers a new link if this one has expired. */

import { passwordSchema } from '@filesmith/contract/account-rules'
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorMessage } from '@filesmith/contract/errors'
import { accountMessages } from '@filesmith/contract/messages/account'
import { isGuessable, passwordStrength } from '@filesmith/contract/password-strength'
import { paths } from '@filesmith/contract/routes'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { explainFailure } from '../../lib/explain-failure.ts'
import { findMissing } from '../../lib/find-missing.ts'
import { RequestError, request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { type FormProblems, textOf, useFormSubmit } from '../../lib/use-form-submit.ts'
import { FormCard } from '../../ui/form-card.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { LinkInvalid } from './link-invalid.tsx'

const words = accountMessages.reset

export function ResetPassword() {
  const [search] = useSearchParams()
  const token = search.get('token')
  const [isSpent, setIsSpent] = useState(false)
  if (token !== null && !isSpent)
    return <ResetPasswordForm token={token} onLinkInvalid={() => setIsSpent(true)} />
  return (
    <LinkInvalid
      heading={words.invalidHeading}
      text={words.invalidText}
      wayOut={{ label: words.requestNew, to: paths.forgotPassword }}
    />
  )
}

interface ResetPasswordFormProps {
  readonly token: string
  readonly onLinkInvalid: () => void
}

function ResetPasswordForm({ token, onLinkInvalid }: ResetPasswordFormProps) {
  const { signedOut } = useAccountChange()
  const navigate = useNavigate()

  const reset = async (data: FormData): Promise<FormProblems | undefined> => {
    const problems = checkNewPassword(data)
    if (problems) return problems
    try {
      await request('POST', apiPaths.resetPassword, { token, password: textOf(data, 'password') })
      // The server has ended every session of the account, including the one of this browser.
      signedOut()
      toasts.show(words.succeededToast)
      await navigate(paths.signIn)
      return undefined
    } catch (error) {
      const failure = explainFailure(error, words)
      toasts.show(failure)
      const code = error instanceof RequestError ? error.code : undefined
      if (code === 'link-invalid') onLinkInvalid()
      return code === 'password-guessable'
        ? { fields: { password: failure.description } }
        : { form: failure.description }
    }
  }
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(reset)

  return (
    <FormCard heading={words.heading} lead={words.lead}>
      <form {...formProps} className="flex flex-col gap-5">
        <PasswordField
          label={accountMessages.newPassword}
          name="password"
          autoComplete="new-password"
          error={problemOf('password')}
          strengthOf={passwordStrength}
        />
        <PasswordField
          label={accountMessages.confirmPassword}
          name="confirmPassword"
          autoComplete="new-password"
          error={problemOf('confirmPassword')}
        />
        <FormFooter problem={formProblem} isBusy={isBusy} busyLabel={words.busy}>
          {words.action}
        </FormFooter>
      </form>
    </FormCard>
  )
}

/** Validates a new password and its confirmation. A mismatch is reported first. */
function checkNewPassword(data: FormData): FormProblems | undefined {
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
