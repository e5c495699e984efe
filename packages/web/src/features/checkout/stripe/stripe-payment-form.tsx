/** Stripe payment form: the Payment Element in the site's theme with a submit button. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { paths } from '@filesmith/contract/routes'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormSubmit } from '../../../lib/use-form-submit.ts'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { withoutReturnParameters } from '../order.ts'
import type { FinishPayment } from '../use-checkout.ts'
import { openStripe } from './open-stripe.ts'
import { saveProviderKey } from './provider-key.ts'
import { readAppearance, watchAppearance } from './read-appearance.ts'
import type { PaymentForm } from './stripe-gateway.ts'

const texts = checkoutMessages.form

interface StripePaymentFormProps {
  readonly publishableKey: string
  readonly clientSecret: string
  /** Label of the submit button, including the amount. */
  readonly payLabel: string
  readonly finish: FinishPayment
  readonly onLoadError: () => void
}

export function StripePaymentForm(props: StripePaymentFormProps) {
  const { publishableKey, payLabel, finish } = props
  const [search] = useSearchParams()
  const { containerRef, paymentForm } = usePaymentForm(props)
  const form = useFormSubmit(async () => {
    if (!paymentForm) return undefined
    saveProviderKey(publishableKey)
    const returnUrl = `${window.location.origin}${paths.checkout}?${withoutReturnParameters(search)}`
    return finish(await paymentForm.confirm(returnUrl))
  })
  return (
    <form {...form.formProps} className="flex flex-col gap-5">
      <div className="relative min-h-56">
        {paymentForm ? null : <Skeleton className="absolute inset-0" />}
        <div ref={containerRef} />
      </div>
      <FormFooter
        problem={form.formProblem}
        isBusy={form.isBusy || !paymentForm}
        busyLabel={form.isBusy ? texts.processing : texts.loading}
      >
        {payLabel}
      </FormFooter>
    </form>
  )
}

/** `paymentForm` is set once the form is ready for input. */
function usePaymentForm({ publishableKey, clientSecret, onLoadError }: StripePaymentFormProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const [paymentForm, setPaymentForm] = useState<PaymentForm>()
  const reportLoadError = useEffectEvent(onLoadError)

  useEffect(() => {
    let isUnmounted = false
    let mounted: PaymentForm | undefined
    const mount = async () => {
      const gateway = await openStripe(publishableKey)
      if (isUnmounted || !containerRef.current) return
      mounted = gateway.mount(containerRef.current, {
        clientSecret,
        appearance: readAppearance(),
        onReady: () => setPaymentForm(mounted),
        onFailed: () => reportLoadError(),
      })
    }
    mount().catch((error: unknown) => {
      console.warn('payment form failed to load', error)
      if (!isUnmounted) reportLoadError()
    })
    return () => {
      isUnmounted = true
      mounted?.unmount()
    }
  }, [publishableKey, clientSecret])

  useEffect(
    () => paymentForm && watchAppearance(appearance => paymentForm.restyle(appearance)),
    [paymentForm],
  )
  return { containerRef, paymentForm }
}
