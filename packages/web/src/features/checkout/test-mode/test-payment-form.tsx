/** Card form of test mode, which accepts test cards only. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { type TestPaymentReply, testPaymentReplySchema } from '@filesmith/contract/schemas/billing'
import { useRef, useState } from 'react'
import { CardFields } from '../../../lib/card-fields.tsx'
import { type CardInput, checkTestCard, emptyCard, toCardPayload } from '../../../lib/card-input.ts'
import { request, serverMessageOf } from '../../../lib/request.ts'
import { TestCardList } from '../../../lib/test-card-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import type { PaymentOutcome } from '../payment-outcome.ts'
import type { FinishPayment } from '../use-checkout.ts'
import { usePaymentSubmit } from '../use-payment-submit.ts'

const authenticationDialogTexts = checkoutMessages.authentication

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
  const form = usePaymentSubmit(
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

interface AuthenticationDialogProps {
  readonly isOpen: boolean
  readonly amount: string
  readonly onAnswer: (isConfirmed: boolean) => void
  readonly onClosed: () => void
}

/** Simulated 3-D Secure authentication of the customer's bank. */
function AuthenticationDialog({ isOpen, amount, onAnswer, onClosed }: AuthenticationDialogProps) {
  return (
    <Overlay
      isOpen={isOpen}
      title={authenticationDialogTexts.heading}
      onLeave={() => onAnswer(false)}
      onClosed={onClosed}
    >
      <p className="mt-3">{authenticationDialogTexts.text(amount)}</p>
      <div className="mt-6 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button className="min-h-12" onClick={() => onAnswer(false)}>
          {authenticationDialogTexts.refuse}
        </Button>
        <Button variant="accent" size="large" onClick={() => onAnswer(true)}>
          {authenticationDialogTexts.confirm}
        </Button>
      </div>
    </Overlay>
  )
}

interface TestPayment {
  readonly clientSecret: string
  readonly card: CardInput
  /** Asks the customer to confirm the payment. */
  readonly authenticate: () => Promise<boolean>
}

/** Payment with the built-in test provider, including simulated bank authentication. */
async function payByTestCard({ clientSecret, card, authenticate }: TestPayment): Promise<PaymentOutcome> {
  try {
    let reply = await post(apiPaths.testPayment, { clientSecret, ...toCardPayload(card) })
    while (reply.status === 'needs-authentication') {
      reply = await post(apiPaths.testAuthentication, { clientSecret, isConfirmed: await authenticate() })
    }
    return { status: 'succeeded', paymentIntentId: reply.paymentIntentId }
  } catch (error) {
    return { status: 'failed', message: serverMessageOf(error) }
  }
}

async function post(path: string, body: object): Promise<TestPaymentReply> {
  const response = await request('POST', path, body)
  return testPaymentReplySchema.parse(await response.json())
}
