/** Asking for a link to a new password; what is said afterwards is the same whether or not the address is known. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { paths } from '@filesmith/contract/routes'
import { forgotPasswordRequestSchema } from '@filesmith/contract/schemas/account'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { explainFailure } from '../../lib/explain-failure.ts'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { type FormProblems, textOf, useFormSubmit } from '../../lib/use-form-submit.ts'
import { useNextParameter } from '../../lib/use-next-parameter.ts'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const words = accountMessages.forgot

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo === undefined) return <ForgotPasswordForm onSent={setSentTo} />
  return (
    <FormCard isOutcome heading={words.sentHeading} footer={<BackToSignIn />}>
      <div className="flex flex-col gap-4">
        <Icon of={MailCheck} sizePx={40} className="text-success" />
        <p>{words.sentText(sentTo)}</p>
        <p className="text-ink-muted">{words.sentHint}</p>
        <Button className="self-start" onClick={() => setSentTo(undefined)}>
          {words.again}
        </Button>
      </div>
    </FormCard>
  )
}

function ForgotPasswordForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const ask = async (data: FormData): Promise<FormProblems | undefined> => {
    const wanted = { email: textOf(data, 'email').trim() }
    if (!forgotPasswordRequestSchema.safeParse(wanted).success) return { fields: { email: words.missing } }
    try {
      await request('POST', apiPaths.forgotPassword, wanted)
      onSent(wanted.email)
      return undefined
    } catch (error) {
      const failure = explainFailure(error, words)
      toasts.show(failure)
      return { form: failure.description }
    }
  }
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(ask)

  return (
    <FormCard heading={words.heading} lead={words.lead} footer={<BackToSignIn />}>
      <form {...formProps} className="flex flex-col gap-5">
        <TextField
          label={accountMessages.email}
          name="email"
          type="email"
          autoComplete="email"
          error={problemOf('email')}
        />
        <FormFooter problem={formProblem} isBusy={isBusy} busyLabel={words.busy}>
          {words.action}
        </FormFooter>
      </form>
    </FormCard>
  )
}

/** Whoever was on the way somewhere still is. */
function BackToSignIn() {
  const { withNext, hasNext } = useNextParameter()
  return (
    <TextLink to={withNext(paths.signIn)} replace={hasNext} className="text-ink">
      {words.backToSignIn}
    </TextLink>
  )
}
