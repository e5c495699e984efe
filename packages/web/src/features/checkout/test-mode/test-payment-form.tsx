/** Paying in test mode: a card form of our own that takes test cards and nothing else. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { useRef, useState } from 'react'
import { CardFields } from '../../../lib/card-fields.tsx'
import { TestCardList } from '../../../lib/test-card-list.tsx'
import { checkTestCard, emptyCard } from '../../../lib/typed-card.ts'
import { useFormSubmit } from '../../../lib/use-form-submit.ts'
import { FormFooter } from '../../../ui/form-footer.tsx'
import type { FinishPayment } from '../use-checkout.ts'
import { AuthenticationDialog } from './authentication-dialog.tsx'
import { payByTestCard } from './pay-by-test-card.ts'

const words = checkoutMessages.form

interface TestPaymentFormProps {
  readonly clientSecret: string
  /** As it is written. */
  readonly amount: string
  readonly finish: FinishPayment
}

export function TestPaymentForm({ clientSecret, amount, finish }: TestPaymentFormProps) {
  const [card, setCard] = useState(emptyCard)
  const question = useQuestion()
  const formRef = useRef<HTMLFormElement>(null)
  const form = useFormSubmit(
    async () =>
      checkTestCard(card, new Date()) ??
      finish(await payByTestCard({ clientSecret, card, ask: question.ask })),
  )
  return (
    <>
      <TestCardList card={card} onFill={setCard} />
      <form ref={formRef} {...form.formProps} className="flex flex-col gap-5">
        <CardFields card={card} onChange={setCard} problemOf={form.problemOf} />
        <FormFooter problem={form.formProblem} isBusy={form.isBusy} busyLabel={words.processing}>
          {words.pay(amount)}
        </FormFooter>
      </form>
      <AuthenticationDialog
        isOpen={question.isOpen}
        amount={amount}
        onAnswer={question.answer}
        onClosed={() => formRef.current?.querySelector<HTMLElement>('[type=submit]')?.focus()}
      />
    </>
  )
}

/** A question to the customer that the payment waits for. */
function useQuestion() {
  const [isOpen, setIsOpen] = useState(false)
  const resolveRef = useRef<(isConfirmed: boolean) => void>(undefined)
  return {
    isOpen,
    ask: () =>
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
