/** Opens Stripe's customer portal, where customers change the card and see payments. */
import type Stripe from 'stripe'

/** Change this together with the features below: a configuration is created once and then reused. */
const configurationVersion = 'filesmith-1'

export async function openPortal(stripe: Stripe, customer: string, returnUrl: string): Promise<string> {
  const configuration = await ensureConfiguration(stripe)
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: returnUrl,
  })
  return url
}

/** A dedicated configuration, so that no manual setup is needed; plan changes are off, because prices are decided here. */
async function ensureConfiguration(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const known = data.find(({ metadata }) => metadata?.mark === configurationVersion)
  if (known) return known.id
  const made = await stripe.billingPortal.configurations.create({
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
    },
    metadata: { mark: configurationVersion },
  })
  return made.id
}
