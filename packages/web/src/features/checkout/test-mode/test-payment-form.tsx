/** Card form of test mode, which accepts test cards only. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { useRef, useState } from 'react'
import { CardFields } from '../../../lib/card-fields.tsx'
import { checkTestCard, emptyCard } from '../../../lib/card-input.ts'
import { TestCardList } from '../../../lib/test-card-list.tsx'
import { useFormSubmit } from '../../../lib/use-form-submit.ts'
import { FormFooter } from '../../../ui/form-footer.tsx'
import type { FinishPayment } from '../use-checkout.ts'
import { AuthenticationDialog } from './authentication-dialog.tsx'
import { payByTestCard } from './pay-by-test-card.ts'

const texts = checkoutMessages.form

interface TestPaymentFormProps {
  readonly clientSecret: string
  /** Formatted. */
  readonly amount: string
  readonly finish: FinishPayment
}

export function TestPaymentForm({ clientSecret, amount, finish }: TestPaymentFormProps) {
  const [card, setCard] = useState(emptyCard)
  const authentication = useAuthentication()
  const formRef = useRef<HTMLFormElement>(null)
  const form = useFormSubmit(
    async () =>
      checkTestCard(card, new Date()) ??
      finish(await payByTestCard({ clientSecret, card, authenticate: authentication.authenticate })),
  )
  return (
    <>
      <TestCardList card={card} onFill={setCard} />
      <form ref={formRef} {...form.formProps} className="flex flex-col gap-5">
        <CardFields card={card} onChange={setCard} problemOf={form.problemOf} />
        <FormFooter problem={form.formProblem} isBusy={form.isBusy} busyLabel={texts.processing}>
          {texts.pay(amount)}
        </FormFooter>
      </form>
      <AuthenticationDialog
        isOpen={authentication.isOpen}
        amount={amount}
        onAnswer={authentication.answer}
        onClosed={() => formRef.current?.querySelector<HTMLElement>('[type=submit]')?.focus()}
      />
    </>
  )
}

/** Shows the authentication dialog and waits for the answer. */
function useAuthentication() {
  const [isOpen, setIsOpen] = useState(false)
  const resolveRef = useRef<(isConfirmed: boolean) => void>(undefined)
  return {
    isOpen,
    authenticate: () =>
      new Promise<boolean>(resolve => {
        resolveRef.current = resolve
        setIsOpen(true)
      }),
    answer(isConfirmed: boolean) {
      setIsOpen(false)
      resolveRef.current?.(isConfirmed)
    },
  }
}
