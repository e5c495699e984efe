/** Paying by Stripe: its own form in the site's look, and our button below it. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { paths } from '@filesmith/contract/routes'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormSubmit } from '../../../lib/use-form-submit.ts'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { withoutReturn } from '../order.ts'
import type { FinishPayment } from '../use-checkout.ts'
import { openStripe } from './open-stripe.ts'
import { keepProviderKey } from './provider-key.ts'
import { readAppearance, watchAppearance } from './read-appearance.ts'
import type { PaymentForm } from './stripe-gateway.ts'

const words = checkoutMessages.form

interface StripePaymentFormProps {
  readonly publishableKey: string
  readonly clientSecret: string
  /** What the button says, with the amount. */
  readonly payLabel: string
  readonly finish: FinishPayment
  readonly giveUp: () => void
}

export function StripePaymentForm(props: StripePaymentFormProps) {
  const { publishableKey, payLabel, finish } = props
  const [search] = useSearchParams()
  const { placeRef, paymentForm } = usePaymentForm(props)
  const form = useFormSubmit(async () => {
    if (!paymentForm) return undefined
    keepProviderKey(publishableKey)
    const returnUrl = `${window.location.origin}${paths.checkout}?${withoutReturn(search)}`
    return finish(await paymentForm.confirm(returnUrl))
  })
  return (
    <form {...form.formProps} className="flex flex-col gap-5">
      <div className="relative min-h-56">
        {paymentForm ? null : <Skeleton className="absolute inset-0" />}
        <div ref={placeRef} />
      </div>
      <FormFooter
        problem={form.formProblem}
        isBusy={form.isBusy || !paymentForm}
        busyLabel={form.isBusy ? words.processing : words.loading}
      >
        {payLabel}
      </FormFooter>
    </form>
  )
}

/** Present as soon as it can be filled in. */
function usePaymentForm({ publishableKey, clientSecret, giveUp }: StripePaymentFormProps) {
  const placeRef = useRef<HTMLDivElement>(null)
  const [paymentForm, setPaymentForm] = useState<PaymentForm>()
  const fail = useEffectEvent(giveUp)

  useEffect(() => {
    let isGone = false
    let mounted: PaymentForm | undefined
    const mount = async () => {
      const gateway = await openStripe(publishableKey)
      if (isGone || !placeRef.current) return
      mounted = gateway.mount(placeRef.current, {
        clientSecret,
        appearance: readAppearance(),
        onReady: () => setPaymentForm(mounted),
        onFailed: () => fail(),
      })
    }
    mount().catch((error: unknown) => {
      console.warn('The payment form could not be loaded.', error)
      if (!isGone) fail()
    })
    return () => {
      isGone = true
      mounted?.unmount()
    }
  }, [publishableKey, clientSecret])

  useEffect(() => paymentForm && watchAppearance(look => paymentForm.restyle(look)), [paymentForm])
  return { placeRef, paymentForm }
}
