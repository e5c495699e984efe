/** Turns renewal on or off and ends subscriptions. */
import type Stripe from 'stripe'
import { findAtStripe } from './call-stripe.ts'

export async function setRenewal(stripe: Stripe, subscriptionId: string, isRenewing: boolean): Promise<void> {
  if (!isRenewing) {
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    return
  }
  const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId)
  // Stripe accepts only one of the two parameters, and the portal may have set cancel_at.
  if (cancel_at_period_end) await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false })
  else if (cancel_at !== null) await stripe.subscriptions.update(subscriptionId, { cancel_at: '' })
}

/** Also voids its open invoice. */
export async function endStripeSubscription(stripe: Stripe, subscriptionId: string): Promise<void> {
  // Stripe reports a canceled subscription as missing.
  await findAtStripe(() => stripe.subscriptions.cancel(subscriptionId))
  const subscription = await findAtStripe(() =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
  )
  const invoice = subscription?.latest_invoice
  if (invoice && typeof invoice !== 'string' && invoice.status === 'open')
    await voidInvoice(stripe, invoice.id)
}

async function voidInvoice(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(invoiceId)
  } catch (error) {
    // Paid or voided concurrently; the caller sees it on the payment.
    const { status } = await stripe.invoices.retrieve(invoiceId)
    if (status === 'open') throw error
  }
}
