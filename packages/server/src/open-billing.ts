/** Opens the payment provider named by the settings, and the dependencies of the billing use cases. */
import { createHmac } from 'node:crypto'
import { productName } from '@filesmith/contract/product-name'
import { createPdfkitInvoiceWriter } from './adapters/invoice-pdf/pdfkit-invoice-writer.ts'
import { createTestPayments } from './adapters/test-payments/create-test-payments.ts'
import { planPrices, type Settings, stripeKeys } from './config.ts'
import type { Database } from './database/database.ts'
import { createTestLedger } from './database/test-ledger.ts'
import type { BillingDeps } from './domain/billing/billing-deps.ts'
import type { InvoiceDeps } from './domain/billing/invoices.ts'
import { deliverTestEvents, receivePaymentEvent, sweepBilling } from './domain/billing/payment-events.ts'
import { deletePaymentCustomer } from './domain/billing/subscriptions.ts'
import type { Log } from './ports/log.ts'
import type { PaymentProvider } from './ports/payment-provider.ts'
import type { TestPayments } from './ports/test-payments.ts'

export interface OpenBilling extends BillingDeps, InvoiceDeps {
  readonly testPayments: TestPayments | null
  /** Delivers pending events of the test payments; a failed delivery is retried later. */
  readonly deliver: () => Promise<void>
  /** Deletes the customer at the payment provider, with its subscription. */
  readonly deletePaymentCustomer: (accountId: string) => Promise<void>
  /** Periodic billing work. */
  readonly sweep: () => Promise<Record<string, number>>
}

export async function openBilling(
  settings: Settings,
  services: Pick<BillingDeps, 'billing' | 'accounts' | 'now'> & { readonly database: Database },
  cookieSecret: string,
  log: Log,
): Promise<OpenBilling> {
  const { now } = services
  const stripe = /auto|stripe/.test(settings.PAYMENTS) ? stripeKeys(settings) : undefined
  const testPayments =
    stripe || settings.PAYMENTS === 'off'
      ? null
      : createTestPayments({
          ledger: createTestLedger(services.database),
          eventSecret: createHmac('sha256', cookieSecret).update('test payments').digest('base64url'),
          now,
        })
  const deps: BillingDeps & InvoiceDeps = {
    billing: services.billing,
    accounts: services.accounts,
    payments: stripe ? await openStripe(stripe, settings.STRIPE_API_URL, now) : testPayments,
    prices: planPrices(settings),
    graceDays: settings.BILLING_GRACE_DAYS,
    invoices: createPdfkitInvoiceWriter(),
    invoiceFrom: settings.INVOICE_FROM,
    now,
    log,
  }
  const deliver = async () => {
    if (!testPayments) return
    await deliverTestEvents(testPayments, (rawBody, signature) =>
      receivePaymentEvent(deps, rawBody, signature),
    )
  }
  return {
    ...deps,
    testPayments,
    deliver,
    deletePaymentCustomer: accountId => deletePaymentCustomer(deps, accountId),
    async sweep() {
      // A failure for one test customer must not stop billing work for the others.
      const warn = (error: unknown) => log.warn({ err: error }, 'test payments sync failed')
      await testPayments?.advance().catch(warn)
      await deliver().catch(warn)
      return sweepBilling(deps)
    },
  }
}

/** Loaded on demand: the Stripe SDK is large. */
async function openStripe(
  keys: NonNullable<ReturnType<typeof stripeKeys>>,
  apiUrl: Settings['STRIPE_API_URL'],
  now: () => Date,
): Promise<PaymentProvider> {
  const { createStripePayments } = await import('./adapters/stripe/stripe-payments.ts')
  return createStripePayments({ ...keys, apiUrl, productName, now })
}
