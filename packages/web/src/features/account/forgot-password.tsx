/** Requests a password reset link. The response is the same for unknown addresses (prevents user enumeration). */
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

const texts = accountMessages.forgot

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo === undefined) return <ForgotPasswordForm onSent={setSentTo} />
  return (
    <FormCard isOutcome heading={texts.sentHeading} footer={<BackToSignIn />}>
      <div className="flex flex-col gap-4">
        <Icon of={MailCheck} sizePx={40} className="text-success" />
        <p>{texts.sentText(sentTo)}</p>
        <p className="text-ink-muted">{texts.sentHint}</p>
        <Button className="self-start" onClick={() => setSentTo(undefined)}>
          {texts.again}
        </Button>
      </div>
    </FormCard>
  )
}

function ForgotPasswordForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const ask = async (data: FormData): Promise<FormProblems | undefined> => {
    const wanted = { email: textOf(data, 'email').trim() }
    if (!forgotPasswordRequestSchema.safeParse(wanted).success) return { fields: { email: texts.missing } }
    try {
      await request('POST', apiPaths.forgotPassword, wanted)
      onSent(wanted.email)
      return undefined
    } catch (error) {
      const failure = explainFailure(error, texts)
      toasts.show(failure)
      return { form: failure.description }
    }
  }
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(ask)

  return (
    <FormCard heading={texts.heading} lead={texts.lead} footer={<BackToSignIn />}>
      <form {...formProps} className="flex flex-col gap-5">
        <TextField
          label={accountMessages.email}
          name="email"
          type="email"
          autoComplete="email"
          error={problemOf('email')}
        />
        <FormFooter problem={formProblem} isBusy={isBusy} busyLabel={texts.busy}>
          {texts.action}
        </FormFooter>
      </form>
    </FormCard>
  )
}

/** Keeps the `next` parameter, so that the user ends up on the requested page after signing in. */
function BackToSignIn() {
  const { withNext, hasNext } = useNextParameter()
  return (
    <TextLink to={withNext(paths.signIn)} replace={hasNext} className="text-ink">
      {texts.backToSignIn}
    </TextLink>
  )
}
