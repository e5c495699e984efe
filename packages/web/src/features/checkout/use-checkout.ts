/** State machine of a purchase: creates the payment intent once, takes the payment, then activates the plan. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { numberOfPlan } from '@filesmith/contract/plan-offers'
import { type PaymentIntentReply, paymentIntentReplySchema } from '@filesmith/contract/schemas/billing'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import type { FormProblems } from '../../lib/use-form-submit.ts'
import { describeRequestFailure, isSignedOut } from './describe-request-failure.ts'
import {
  type Order,
  type ReturnedPayment,
  readReturnedPayment,
  withoutReturnParameters,
  withPaymentMade,
} from './order.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { readProviderKey } from './stripe/provider-key.ts'
import { usePlanChange } from './use-plan-change.ts'

type Interruption =
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly message: string }
  /** Paid, but the plan was not activated. */
  | { readonly kind: 'not-applied'; readonly paymentIntentId: string; readonly problem: string }

type CheckoutPhase =
  | { readonly kind: 'preparing' | 'settling' }
  | { readonly kind: 'ready'; readonly setup: PaymentIntentReply }
  | Interruption

/** Handles the outcome of a payment and returns the errors to show in the form. */
export type FinishPayment = (outcome: PaymentOutcome) => Promise<FormProblems | undefined>

interface Checkout {
  readonly phase: CheckoutPhase
  readonly finish: FinishPayment
  readonly retryApply: (paymentIntentId: string) => Promise<void>
  /** Called when the payment form fails to load. */
  readonly handleLoadError: () => void
}

const failures = checkoutMessages.failed

/** `order` must not change while mounted. */
export function useCheckout(order: Order & { amount: number }): Checkout {
  const [search, setSearch] = useSearchParams()
  const [returned] = useState(() => readReturnedPayment(search))
  const [interruption, setInterruption] = useState<Interruption>()
  const { signedOut } = useAccountChange()
  const changePlan = usePlanChange()

  const preparation = useMutation({
    mutationFn: async () => {
      const response = await request('POST', apiPaths.createPaymentIntent, order)
      return paymentIntentReplySchema.parse(await response.json())
    },
    onError(error) {
      // The session ended in another tab: the screen asks to sign in and returns here.
      if (isSignedOut(error)) signedOut()
    },
  })

  const apply = async (paymentIntentId: string) => {
    const planId = preparation.data ? numberOfPlan(preparation.data.quote.plan) : order.planId
    const problem = await changePlan(apiPaths.subscriptionUpdate, { paymentIntentId, planId })
    if (problem !== undefined) setInterruption({ kind: 'not-applied', paymentIntentId, problem })
  }

  const finish: FinishPayment = async outcome => {
    if (outcome.status === 'processing') setInterruption({ kind: 'pending' })
    if (outcome.status === 'failed') return { form: showFailure(outcome.message) }
    if (outcome.status === 'succeeded') {
      toasts.show(checkoutMessages.toasts.succeeded)
      setSearch(withPaymentMade(search, outcome.paymentIntentId), { replace: true })
      await apply(outcome.paymentIntentId)
    }
    return undefined
  }

  const initialize = useEffectEvent(async () => {
    if (returned) {
      const outcome = await resolveReturnedPayment(returned)
      await finish(outcome)
      if (outcome.status !== 'failed') return
      setSearch(withoutReturnParameters(search), { replace: true })
    }
    preparation.mutate()
  })
  const hasStarted = useRef(false)
  useEffect(() => {
    // Strict mode mounts twice, but only one payment intent may be created.
    if (hasStarted.current) return
    hasStarted.current = true
    void initialize()
  }, [])

  const phase = (): CheckoutPhase => {
    if (interruption) return interruption
    const { data: setup, error, isIdle } = preparation
    if (setup) return { kind: 'ready', setup }
    if (error) return { kind: 'failed', message: describeRequestFailure(error, failures) }
    return { kind: returned && isIdle ? 'settling' : 'preparing' }
  }
  return {
    phase: phase(),
    finish,
    retryApply: apply,
    handleLoadError: () => setInterruption({ kind: 'failed', message: failures.exception }),
  }
}

function showFailure(message: string = checkoutMessages.toasts.failed.description): string {
  toasts.show({ ...checkoutMessages.toasts.failed, description: message, variant: 'destructive' })
  return message
}

/** Outcome of a redirect payment: asks Stripe, with the status in the return URL as a fallback. */
async function resolveReturnedPayment(returned: ReturnedPayment): Promise<PaymentOutcome> {
  const key = readProviderKey()
  const { clientSecret } = returned
  // A banking app may open the return URL in another browser, which has no stored key.
  if (key === null || clientSecret === null) return readStatus(returned)
  try {
    const { openStripe } = await import('./stripe/open-stripe.ts')
    const gateway = await openStripe(key)
    return await gateway.retrieve(clientSecret)
  } catch (error) {
    console.warn('payment status request failed', error)
    return readStatus(returned)
  }
}

/** Not trusted for activation: the server verifies the payment with the provider. */
function readStatus({ paymentIntentId, redirectStatus }: ReturnedPayment): PaymentOutcome {
  if (redirectStatus === 'succeeded') return { status: 'succeeded', paymentIntentId }
  return { status: redirectStatus === 'pending' ? 'processing' : 'failed' }
}
