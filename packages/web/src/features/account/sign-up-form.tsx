/** Sign-up form. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { errorMessage } from '@filesmith/contract/errors'
import { accountMessages } from '@filesmith/contract/messages/account'
import { isGuessable, passwordStrength } from '@filesmith/contract/password-strength'
import { paths } from '@filesmith/contract/routes'
import { registerRequestSchema, type User, userReplySchema } from '@filesmith/contract/schemas/account'
import { useRef } from 'react'
import { explainFailure } from '../../lib/explain-failure.ts'
import { findMissing } from '../../lib/find-missing.ts'
import { currentInstance } from '../../lib/instance.ts'
import { RequestError, request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { type FormProblems, textOf, useFormSubmit } from '../../lib/use-form-submit.ts'
import { useSignInWays } from '../../lib/use-sign-in-ways.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { OrganizationSignIn } from './organization-sign-in.tsx'
import { OtherFormLink } from './other-form-link.tsx'
import { ProviderLinks } from './provider-links.tsx'

const texts = accountMessages.signUp

/** Fields that a rejection is about; all others are shown for the whole form. */
const fieldOfCode: Readonly<Record<string, string>> = {
  'password-guessable': 'password',
  'username-taken': 'username',
}

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
      const field = error instanceof RequestError ? fieldOfCode[error.code ?? ''] : undefined
      return field ? { fields: { [field]: failure.description } } : { form: failure.description }
    }
  }
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(signUp)

  return (
    <FormCard
      heading={texts.heading}
      lead={texts.lead[currentInstance()]}
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

interface AccountDetails {
  readonly username: string
  readonly email: string
  readonly password: string
}

interface Announcement {
  readonly title: string
  readonly description: string
}

/** The sign-up page passes its own announcement; the default is for all other places. */
export async function register(
  details: AccountDetails,
  announcement: Announcement = accountMessages.signUp.elsewhereToast,
): Promise<User> {
  const response = await request('POST', apiPaths.register, details)
  const { user } = userReplySchema.parse(await response.json())
  toasts.show(announcement)
  return user
}

/** Consent checkbox of the sign-up form. Terms and privacy policy open in a new tab, so that the form input is kept. */
function TermsCheckbox({ isInvalid }: { readonly isInvalid: boolean }) {
  return (
    <Checkbox
      name="agreed"
      isInvalid={isInvalid}
      className="-my-2.5"
      label={
        <>
          {texts.agreeBefore}{' '}
          <TextLink to={paths.terms} target="_blank">
            {texts.terms}
          </TextLink>{' '}
          {texts.agreeBetween}{' '}
          <TextLink to={paths.privacy} target="_blank">
            {texts.privacy}
          </TextLink>
        </>
      }
    />
  )
}

/** Validates the sign-up form in the specified order. The server validates everything again. */
function checkSignUp(data: FormData): FormProblems | undefined {
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

function readDetails(data: FormData) {
  return {
    username: textOf(data, 'username').trim(),
    email: textOf(data, 'email').trim(),
    password: textOf(data, 'password'),
  }
}
