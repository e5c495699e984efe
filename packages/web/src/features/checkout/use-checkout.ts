/** The way of a purchase: the payment is set up once, made, and then the plan is applied. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { numberOfPlan } from '@filesmith/contract/plan-offers'
import { type PaymentIntentReply, paymentIntentReplySchema } from '@filesmith/contract/schemas/billing'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import type { FormProblems } from '../../lib/use-form-submit.ts'
import { describeFailure, isSignedOut } from './describe-failure.ts'
import { type Order, readReturnedPayment, withoutReturn, withPaid } from './order.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { settleReturn } from './settle-return.ts'
import { usePlanChange } from './use-plan-change.ts'

export type CheckoutPhase =
  | { readonly kind: 'preparing' | 'settling' | 'pending' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly setup: PaymentIntentReply }
  /** Paid, but the account is not on its plan. */
  | { readonly kind: 'not-applied'; readonly paymentIntentId: string; readonly problem: string }

/** What becomes of a payment; answers what the form has to say about it. */
export type FinishPayment = (outcome: PaymentOutcome) => Promise<FormProblems | undefined>

interface Checkout {
  readonly phase: CheckoutPhase
  readonly finish: FinishPayment
  readonly applyAgain: (paymentIntentId: string) => Promise<void>
  /** The payment form cannot be shown. */
  readonly giveUp: () => void
}

const failures = checkoutMessages.failed

/** The order stays the same as long as the checkout is shown. */
export function useCheckout(order: Order & { amount: number }): Checkout {
  const [search, setSearch] = useSearchParams()
  const [returned] = useState(() => readReturnedPayment(search))
  const [phase, setPhase] = useState<CheckoutPhase>({ kind: returned ? 'settling' : 'preparing' })
  const { signedOut } = useAccountChange()
  const changePlan = usePlanChange()

  const prepare = async () => {
    setPhase({ kind: 'preparing' })
    try {
      const response = await request('POST', apiPaths.createPaymentIntent, order)
      setPhase({ kind: 'ready', setup: paymentIntentReplySchema.parse(await response.json()) })
    } catch (error) {
      setPhase({ kind: 'failed', message: describeFailure(error, failures) })
      // The session was ended elsewhere: the screen asks to sign in, and comes back.
      if (isSignedOut(error)) signedOut()
    }
  }

  const apply = async (paymentIntentId: string) => {
    const planId = phase.kind === 'ready' ? numberOfPlan(phase.setup.quote.plan) : order.planId
    const problem = await changePlan(apiPaths.subscriptionUpdate, { paymentIntentId, planId })
    if (problem !== undefined) setPhase({ kind: 'not-applied', paymentIntentId, problem })
  }

  const finish: FinishPayment = async outcome => {
    if (outcome.status === 'processing') setPhase({ kind: 'pending' })
    if (outcome.status === 'failed') return { form: tellFailure(outcome.message) }
    if (outcome.status === 'succeeded') {
      toasts.show(checkoutMessages.toasts.succeeded)
      setSearch(withPaid(search, outcome.paymentIntentId), { replace: true })
      await apply(outcome.paymentIntentId)
    }
    return undefined
  }

  const begin = useEffectEvent(async () => {
    if (returned) {
      const outcome = await settleReturn(returned)
      await finish(outcome)
      if (outcome.status !== 'failed') return
      setSearch(withoutReturn(search), { replace: true })
    }
    await prepare()
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    // Development mounts everything twice, and a visit sets up one payment.
    if (hasBegun.current) return
    hasBegun.current = true
    void begin()
  }, [])

  const giveUp = () => setPhase({ kind: 'failed', message: failures.exception })
  return { phase, finish, applyAgain: apply, giveUp }
}

function tellFailure(message: string = checkoutMessages.toasts.failed.description): string {
  toasts.show({ ...checkoutMessages.toasts.failed, description: message, variant: 'destructive' })
  return message
}
