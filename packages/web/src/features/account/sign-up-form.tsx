/** Sign-up form. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { passwordStrength } from '@filesmith/contract/password-strength'
import { paths } from '@filesmith/contract/routes'
import { useRef } from 'react'
import { explainFailure } from '../../lib/explain-failure.ts'
import { RequestError } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { type FormProblems, useFormSubmit } from '../../lib/use-form-submit.ts'
import { useSignInWays } from '../../lib/use-sign-in-ways.ts'
import { FormCard } from '../../ui/form-card.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { checkSignUp, readDetails } from './check-sign-up.ts'
import { OrganizationSignIn } from './organization-sign-in.tsx'
import { OtherFormLink } from './other-form-link.tsx'
import { ProviderLinks } from './provider-links.tsx'
import { register } from './register.ts'
import { TermsCheckbox } from './terms-checkbox.tsx'

const texts = accountMessages.signUp

export function SignUpForm() {
  const { onlyWay } = useSignInWays()
  if (onlyWay !== undefined) return <OrganizationSignIn heading={texts.heading} name={onlyWay} />
  return <NewAccountForm />
}

function NewAccountForm() {
  const { signedIn } = useAccountChange()
  const formRef = useRef<HTMLFormElement>(null)

  const signUp = async (data: FormData): Promise<FormProblems | undefined> => {
    const problems = checkSignUp(data)
    if (problems) return problems
    try {
      signedIn(await register(readDetails(data), texts.succeededToast))
      return undefined
    } catch (error) {
      const failure = explainFailure(error, texts)
      toasts.show(failure)
      const isPassword = error instanceof RequestError && error.code === 'password-guessable'
      return isPassword ? { fields: { password: failure.description } } : { form: failure.description }
    }
  }
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(signUp)

  return (
    <FormCard
      heading={texts.heading}
      lead={texts.lead}
      footer={<OtherFormLink question={texts.haveAccount} label={texts.signIn} to={paths.signIn} />}
    >
      <form ref={formRef} {...formProps} className="flex flex-col gap-5">
        <TextField
          label={accountMessages.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={problemOf('username')}
        />
        <TextField
          label={accountMessages.email}
          name="email"
          type="email"
          autoComplete="email"
          error={problemOf('email')}
        />
        <PasswordField
          label={accountMessages.password}
          name="password"
          autoComplete="new-password"
          error={problemOf('password')}
          strengthOf={password =>
            passwordStrength(password, formRef.current ? readDetails(new FormData(formRef.current)) : {})
          }
        />
        <PasswordField
          label={accountMessages.confirmPassword}
          name="confirmPassword"
          autoComplete="new-password"
          error={problemOf('confirmPassword')}
        />
        <TermsCheckbox isInvalid={problemOf('agreed') !== undefined} />
        <FormFooter problem={formProblem} isBusy={isBusy} busyLabel={texts.busy}>
          {texts.action}
        </FormFooter>
      </form>
      <ProviderLinks />
    </FormCard>
  )
}
