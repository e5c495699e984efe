/** Second step of signing in with two-step sign-in: a code from the authenticator app or a recovery code. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { userReplySchema } from '@filesmith/contract/schemas/account'
import { useLayoutEffect, useRef, useState } from 'react'
import { explainFailure } from '../../lib/explain-failure.ts'
import { RequestError, request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { type FormProblems, textOf, useFormSubmit } from '../../lib/use-form-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { TextField } from '../../ui/text-field.tsx'

const texts = accountMessages.code
const failureTexts = { ...accountMessages.signIn, refusedText: texts.refusedText }

interface CodeFormProps {
  /** Returns to the password step: by choice, or because the first step expires after ten minutes. */
  readonly onStartOver: (reason?: string) => void
}

export function CodeForm({ onStartOver }: CodeFormProps) {
  const [isRecovery, setIsRecovery] = useState(false)
  const { signedIn } = useAccountChange()
  const inputRef = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: switching the kind of code replaces the field
  useLayoutEffect(() => inputRef.current?.focus(), [isRecovery])

  const sendCode = async (data: FormData): Promise<FormProblems | undefined> => {
    const code = textOf(data, 'code').replaceAll(/\s/g, '')
    if (code === '') return { fields: { code: texts.missing } }
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
      heading={isRecovery ? texts.recoveryHeading : texts.heading}
      lead={isRecovery ? texts.recoveryLead : texts.lead}
    >
      <form {...formProps} className="flex flex-col gap-5">
        <TextField
          key={String(isRecovery)}
          ref={inputRef}
          label={isRecovery ? texts.recoveryLabel : texts.label}
          name="code"
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="figures tracking-widest"
          error={problemOf('code')}
        />
        <FormFooter problem={formProblem} isBusy={isBusy} busyLabel={texts.busy}>
          {texts.action}
        </FormFooter>
      </form>
      <div className="mt-4 flex flex-wrap justify-between gap-x-3">
        <Button variant="quiet" className="-mx-4" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? texts.useApp : texts.useRecovery}
        </Button>
        <Button variant="quiet" className="-mx-4" onClick={() => onStartOver()}>
          {texts.startOver}
        </Button>
      </div>
    </FormCard>
  )
}
