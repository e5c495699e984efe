/** Sign-in page. The URL contains the current step, so that a redirect from an identity provider can open the second one. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { paths } from '@filesmith/contract/routes'
import { codeNeededSchema, userReplySchema } from '@filesmith/contract/schemas/account'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { explainFailure } from '../../lib/explain-failure.ts'
import { findMissing } from '../../lib/find-missing.ts'
import { RequestError, request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { type FormProblems, textOf, useFormSubmit } from '../../lib/use-form-submit.ts'
import { useNextParameter } from '../../lib/use-next-parameter.ts'
import { useRedirectFailure, without } from '../../lib/use-redirect-failure.ts'
import { useSignInWays } from '../../lib/use-sign-in-ways.ts'
import { useSiteAccess } from '../../lib/use-site-access.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { OrganizationSignIn } from './organization-sign-in.tsx'
import { OtherFormLink } from './other-form-link.tsx'
import { ProviderLinks } from './provider-links.tsx'

const texts = accountMessages.signIn

const loginReplySchema = z.union([userReplySchema, codeNeededSchema])

const codeFormTexts = accountMessages.code

const failureTexts = { ...accountMessages.signIn, refusedText: codeFormTexts.refusedText }

export function SignIn() {
  const [search, setSearch] = useSearchParams()
  const [notice, setNotice] = useState<string>()
  const [isByPassword, setIsByPassword] = useState(false)
  const { onlyWay } = useSignInWays()

  useRedirectFailure((description = texts.unexpectedText) => {
    toasts.show({ title: texts.refusedTitle, description, variant: 'destructive' })
    setNotice(description)
  })

  if (search.get('step') === 'code')
    return (
      <CodeForm
        onStartOver={reason => {
          setNotice(reason)
          setSearch(without('step'), { replace: true })
        }}
      />
    )
  if (onlyWay !== undefined && !isByPassword)
    return (
      <OrganizationSignIn
        heading={texts.heading}
        name={onlyWay}
        notice={notice}
        onPassword={() => {
          setNotice(undefined)
          setIsByPassword(true)
        }}
      />
    )
  return (
    <SignInForm
      notice={notice}
      onCodeNeeded={() => {
        setNotice(undefined)
        setSearch(now => new URLSearchParams([...now, ['step', 'code']]), { replace: true })
      }}
    />
  )
}

interface CodeFormProps {
  /** Returns to the password step: by choice, or because the first step expires after ten minutes. */
  readonly onStartOver: (reason?: string) => void
}

/** Second step of signing in with two-step sign-in: a code from the authenticator app or a recovery code. */
function CodeForm({ onStartOver }: CodeFormProps) {
  const [isRecovery, setIsRecovery] = useState(false)
  const { signedIn } = useAccountChange()
  const inputRef = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: switching the kind of code replaces the field
  useLayoutEffect(() => inputRef.current?.focus(), [isRecovery])

  const sendCode = async (data: FormData): Promise<FormProblems | undefined> => {
    const code = textOf(data, 'code').replaceAll(/\s/g, '')
    if (code === '') return { fields: { code: codeFormTexts.missing } }
    try {
      const response = await request('POST', apiPaths.loginCode, { code })
      signedIn(userReplySchema.parse(await response.json()).user)
      toasts.show(accountMessages.signIn.succeededToast)
      return undefined
    } catch (error) {
      const failure = explainFailure(error, failureTexts)
      toasts.show(failure)
      const code = error instanceof RequestError ? error.code : undefined
      if (code === 'sign-in-expired') onStartOver(failure.description)
      return code === 'wrong-code' ? { fields: { code: failure.description } } : { form: failure.description }
    }
  }
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(sendCode)

  return (
    <FormCard
      heading={isRecovery ? codeFormTexts.recoveryHeading : codeFormTexts.heading}
      lead={isRecovery ? codeFormTexts.recoveryLead : codeFormTexts.lead}
    >
      <form {...formProps} className="flex flex-col gap-5">
        <TextField
          key={String(isRecovery)}
          ref={inputRef}
          label={isRecovery ? codeFormTexts.recoveryLabel : codeFormTexts.label}
          name="code"
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="figures tracking-widest"
          error={problemOf('code')}
        />
        <FormFooter problem={formProblem} isBusy={isBusy} busyLabel={codeFormTexts.busy}>
          {codeFormTexts.action}
        </FormFooter>
      </form>
      <div className="mt-4 flex flex-wrap justify-between gap-x-3">
        <Button variant="quiet" className="-mx-4" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? codeFormTexts.useApp : codeFormTexts.useRecovery}
        </Button>
        <Button variant="quiet" className="-mx-4" onClick={() => onStartOver()}>
          {codeFormTexts.startOver}
        </Button>
      </div>
    </FormCard>
  )
}

interface SignInFormProps {
  /** Why the form is shown again, if so. */
  readonly notice: string | undefined
  readonly onCodeNeeded: () => void
}

/** First step of signing in: username or email address, and password. */
function SignInForm({ notice, onCodeNeeded }: SignInFormProps) {
  const { signedIn } = useAccountChange()
  const { withNext, hasNext } = useNextParameter()
  const { signUp } = useSiteAccess()
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
        onlyWay === undefined &&
        signUp === 'open' && (
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
