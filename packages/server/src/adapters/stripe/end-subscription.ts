/** How a subscription goes on, or does not. */
import type Stripe from 'stripe'
import { findAtStripe } from './ask-stripe.ts'

export async function setRenewal(stripe: Stripe, subscriptionId: string, isRenewing: boolean): Promise<void> {
  if (!isRenewing) {
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    return
  }
  const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId)
  // Only one of the two may be given, and the portal may have set the date.
  if (cancel_at_period_end) await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false })
  else if (cancel_at !== null) await stripe.subscriptions.update(subscriptionId, { cancel_at: '' })
}

/** What is still to be paid for it is not to be paid any more. */
export async function endSubscription(stripe: Stripe, subscriptionId: string): Promise<void> {
  // One that has ended is a missing one to whoever cancels it.
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
    // Paid or voided in this very moment: whoever asks sees it at the payment.
    const { status } = await stripe.invoices.retrieve(invoiceId)
    if (status === 'open') throw error
  }
}
