/** Stripe's own pages where a customer changes the card and looks at payments. */
import type Stripe from 'stripe'

/** Change this with the features below: a configuration is made once and then found again. */
const configurationMark = 'filesmith-1'

export async function openPortal(stripe: Stripe, customer: string, returnUrl: string): Promise<string> {
  const configuration = await ensureConfiguration(stripe)
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: returnUrl,
  })
  return url
}

/** Of our own, so that nobody has to set up anything by hand; plans are changed with us, where prices are decided. */
async function ensureConfiguration(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const known = data.find(({ metadata }) => metadata?.mark === configurationMark)
  if (known) return known.id
  const made = await stripe.billingPortal.configurations.create({
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
    },
    metadata: { mark: configurationMark },
  })
  return made.id
}
