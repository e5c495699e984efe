/** Form that replaces the card on file; only test card numbers are sent. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { billingMessages } from '@filesmith/contract/messages/billing'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { useEffect, useRef, useState } from 'react'
import { CardFields } from '../../lib/card-fields.tsx'
import { checkTestCard, emptyCard, toCardPayload } from '../../lib/card-input.ts'
import { RequestError, request, serverMessageOf } from '../../lib/request.ts'
import { TestCardList } from '../../lib/test-card-list.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { type FormProblems, useFormSubmit } from '../../lib/use-form-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'

const texts = billingMessages.test

interface ReplaceCardFormProps {
  readonly onSaved: () => void
  readonly onCancel: () => void
}

export function ReplaceCardForm({ onSaved, onCancel }: ReplaceCardFormProps) {
  const [card, setCard] = useState(emptyCard)
  const { refresh, signedOut } = useAccountChange()
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [])

  const save = async (): Promise<FormProblems | undefined> => {
    try {
      await request('POST', apiPaths.testCard, toCardPayload(card))
    } catch (error) {
      if (error instanceof RequestError && error.code === 'not-signed-in') signedOut()
      return { form: serverMessageOf(error) ?? texts.saveFailed }
    }
    toasts.show(texts.saved)
    // A past-due plan may be active again.
    await refresh()
    onSaved()
    return undefined
  }

  const form = useFormSubmit(async () => checkTestCard(card, new Date()) ?? save())
  return (
    <form ref={formRef} {...form.formProps} className="flex flex-col gap-5">
      <TestCardList card={card} onFill={setCard} />
      <CardFields card={card} onChange={setCard} problemOf={form.problemOf} />
      <div>
        <div className="has-[p]:mb-5">
          <FormMessage text={form.formProblem} />
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={form.isBusy} busyLabel={profileMessages.busy} size="regular">
            {texts.save}
          </SubmitButton>
          <Button variant="quiet" onClick={onCancel}>
            {texts.keep}
          </Button>
        </div>
      </div>
    </form>
  )
}
