/** First step of signing in: username or email address, and password. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { paths } from '@filesmith/contract/routes'
import { codeNeededSchema, userReplySchema } from '@filesmith/contract/schemas/account'
import { z } from 'zod'
import { explainFailure } from '../../lib/explain-failure.ts'
import { findMissing } from '../../lib/find-missing.ts'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { type FormProblems, textOf, useFormSubmit } from '../../lib/use-form-submit.ts'
import { useNextParameter } from '../../lib/use-next-parameter.ts'
import { useSignInWays } from '../../lib/use-sign-in-ways.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { OtherFormLink } from './other-form-link.tsx'
import { ProviderLinks } from './provider-links.tsx'

const texts = accountMessages.signIn
const loginReplySchema = z.union([userReplySchema, codeNeededSchema])

interface SignInFormProps {
  /** Why the form is shown again, if so. */
  readonly notice: string | undefined
  readonly onCodeNeeded: () => void
}

export function SignInForm({ notice, onCodeNeeded }: SignInFormProps) {
  const { signedIn } = useAccountChange()
  const { withNext, hasNext } = useNextParameter()
  const { onlyWay } = useSignInWays()

  const signIn = async (data: FormData): Promise<FormProblems | undefined> => {
    const missing = findMissing(data, ['username', 'password'])
    if (missing) return { form: texts.missing, fields: missing }
    try {
      const response = await request('POST', apiPaths.login, {
        username: textOf(data, 'username').trim(),
        password: textOf(data, 'password'),
        rememberMe: data.has('rememberMe'),
      })
      const reply = loginReplySchema.parse(await response.json())
      if ('isCodeNeeded' in reply) onCodeNeeded()
      else {
        signedIn(reply.user)
        toasts.show(texts.succeededToast)
      }
      return undefined
    } catch (error) {
      const failure = explainFailure(error, texts)
      toasts.show(failure)
      return { form: failure.description }
    }
  }
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(signIn)

  return (
    <FormCard
      heading={texts.heading}
      lead={texts.lead}
      footer={
        onlyWay === undefined && (
          <OtherFormLink question={texts.noAccount} label={texts.signUp} to={paths.signUp} />
        )
      }
    >
      <form {...formProps} className="flex flex-col gap-5">
        <TextField
          label={accountMessages.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint={accountMessages.usernameOrEmailHint}
          error={problemOf('username')}
        />
        <PasswordField
          label={accountMessages.password}
          name="password"
          autoComplete="current-password"
          error={problemOf('password')}
        />
        <div className="-my-2.5 flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox name="rememberMe" label={texts.rememberMe} />
          <TextLink
            to={withNext(paths.forgotPassword)}
            replace={hasNext}
            className="inline-flex min-h-11 items-center"
          >
            {texts.forgot}
          </TextLink>
        </div>
        <FormFooter problem={formProblem || (notice ?? '')} isBusy={isBusy} busyLabel={texts.busy}>
          {texts.action}
        </FormFooter>
      </form>
      <ProviderLinks />
    </FormCard>
  )
}
