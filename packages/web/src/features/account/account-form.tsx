/** Form that creates an account: sign-up, invitation and set-up. */
import { errorMessage } from '@filesmith/contract/errors'
import { accountMessages } from '@filesmith/contract/messages/account'
import { isGuessable, passwordStrength } from '@filesmith/contract/password-strength'
import { paths } from '@filesmith/contract/routes'
import { registerRequestSchema } from '@filesmith/contract/schemas/account'
import { type ReactNode, useRef } from 'react'
import { explainFailure } from '../../lib/explain-failure.ts'
import { findMissing } from '../../lib/find-missing.ts'
import { RequestError } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { type FormProblems, textOf, useFormSubmit } from '../../lib/use-form-submit.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const texts = accountMessages.signUp

/** Fields that a rejection is about; all others are shown for the whole form. */
const fieldOfCode: Readonly<Record<string, string>> = {
  'password-guessable': 'password',
  'username-taken': 'username',
  'invitation-other-email': 'email',
}

export interface AccountDetails {
  readonly username: string
  readonly email: string
  readonly password: string
}

interface AccountFormProps {
  readonly heading: string
  readonly lead: string
  readonly action?: string
  readonly failureTexts?: Parameters<typeof explainFailure>[1]
  /** The only address that can be used. */
  readonly fixedEmail?: string | undefined
  /** False for the operator, whose terms they are. */
  readonly hasTerms?: boolean
  /** Sends the form; throws errors of the server. */
  readonly onCreate: (details: AccountDetails) => Promise<void>
  readonly footer?: ReactNode
  /** Below the form. */
  readonly children?: ReactNode
}

export function AccountForm(props: AccountFormProps) {
  const { heading, lead, action = texts.action, failureTexts = texts, hasTerms = true, fixedEmail } = props
  const formRef = useRef<HTMLFormElement>(null)

  const submit = async (data: FormData): Promise<FormProblems | undefined> => {
    const problems = checkForm(data, hasTerms)
    if (problems) return problems
    try {
      await props.onCreate(readDetails(data))
      return undefined
    } catch (error) {
      const failure = explainFailure(error, failureTexts)
      toasts.show(failure)
      const field = error instanceof RequestError ? fieldOfCode[error.code ?? ''] : undefined
      return field ? { fields: { [field]: failure.description } } : { form: failure.description }
    }
  }
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(submit)

  return (
    <FormCard heading={heading} lead={lead} footer={props.footer}>
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
          {...(fixedEmail !== undefined && {
            defaultValue: fixedEmail,
            readOnly: true,
            hint: accountMessages.invitation.emailHint,
          })}
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
        {hasTerms ? <TermsCheckbox isInvalid={problemOf('agreed') !== undefined} /> : null}
        <FormFooter problem={formProblem} isBusy={isBusy} busyLabel={texts.busy}>
          {action}
        </FormFooter>
      </form>
      {props.children}
    </FormCard>
  )
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
function checkForm(data: FormData, hasTerms: boolean): FormProblems | undefined {
  if (textOf(data, 'password') !== textOf(data, 'confirmPassword'))
    return {
      form: accountMessages.passwordsDiffer,
      fields: { confirmPassword: accountMessages.confirmDiffers },
    }
  if (hasTerms && !data.has('agreed')) return { form: texts.notAgreed, fields: { agreed: texts.notAgreed } }
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

function readDetails(data: FormData): AccountDetails {
  return {
    username: textOf(data, 'username').trim(),
    email: textOf(data, 'email').trim(),
    password: textOf(data, 'password'),
  }
}
