/** Payment form of the configured provider. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { formatPrice } from '@filesmith/contract/plan-offers'
import type { PaymentProviderInfo } from '@filesmith/contract/schemas/billing'
import { FlaskConical, Lock } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { FinishPayment } from './use-checkout.ts'

const texts = checkoutMessages.form

const StripePaymentForm = lazy(async () => ({
  default: (await import('./stripe/stripe-payment-form.tsx')).StripePaymentForm,
}))
const TestPaymentForm = lazy(async () => ({
  default: (await import('./test-mode/test-payment-form.tsx')).TestPaymentForm,
}))

interface PaymentPanelProps {
  readonly provider: PaymentProviderInfo
  readonly clientSecret: string
  readonly dueCents: number
  readonly finish: FinishPayment
  readonly onLoadError: () => void
}

export function PaymentPanel({ provider, clientSecret, dueCents, finish, onLoadError }: PaymentPanelProps) {
  const amount = formatPrice(dueCents)
  const testHint = testModeHint(provider)
  return (
    <Panel className="md:row-span-2">
      <section className="flex flex-col gap-5 p-5 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-lg">{texts.heading}</h2>
          {testHint ? <Badge tone="warning">{texts.testMode}</Badge> : null}
        </div>
        {testHint ? (
          <p className="flex items-start gap-3 rounded bg-warning-wash p-3 text-warning">
            <Icon of={FlaskConical} className="mt-px" />
            {testHint}
          </p>
        ) : null}
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          {provider.kind === 'stripe' ? (
            <StripePaymentForm
              publishableKey={provider.publishableKey}
              clientSecret={clientSecret}
              payLabel={texts.pay(amount)}
              finish={finish}
              onLoadError={onLoadError}
            />
          ) : (
            <TestPaymentForm clientSecret={clientSecret} amount={amount} finish={finish} />
          )}
        </Suspense>
        <p className="flex items-start gap-2 text-xs text-ink-muted">
          <Icon of={Lock} sizePx={16} className="mt-0.5" />
          {texts.secure(provider.kind === 'test' ? texts.testProvider : texts.stripe)}
        </p>
      </section>
    </Panel>
  )
}

/** Stripe test mode is recognized by the prefix of the publishable key. */
function testModeHint(provider: PaymentProviderInfo): string | undefined {
  if (provider.kind === 'test') return texts.testHint
  return provider.publishableKey.startsWith('pk_test_') ? texts.stripeTestHint : undefined
}
