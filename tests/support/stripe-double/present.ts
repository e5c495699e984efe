/** Serializes an object for a response: references are ids unless expanded, and some fields are included only on request. */
import type { StripeLedger } from './ledger.ts'
import type { Invoice, StripeRecord } from './records.ts'
import { invalid } from './stripe-fault.ts'

type Shown = Record<string, unknown>

/** `expand` uses Stripe's syntax: `latest_invoice.payments`, or `data.payments` for a list. */
export function present(
  object: StripeRecord | Shown,
  expand: readonly string[],
  ledger: StripeLedger,
): Shown {
  if (isDeletedCustomer(object)) return { id: object.id, object: 'customer', deleted: true }
  const shown: Shown = structuredClone({ ...object })
  if (shown.object !== 'list') shown.livemode = false
  for (const [field, deeper] of groupByField(expand)) shown[field] = expandField(shown, field, deeper, ledger)
  return shown
}

function isDeletedCustomer(object: StripeRecord | Shown): object is StripeRecord {
  return object.object === 'customer' && 'deleted' in object
}

function groupByField(expand: readonly string[]): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const path of expand) {
    const [field = '', ...rest] = path.split('.')
    const deeper = fields.get(field) ?? []
    if (rest.length > 0) deeper.push(rest.join('.'))
    fields.set(field, deeper)
  }
  return fields
}

function expandField(shown: Shown, field: string, deeper: string[], ledger: StripeLedger): unknown {
  if (shown.object === 'invoice' && field in expandableInvoiceFields) {
    return expandableInvoiceFields[field as keyof typeof expandableInvoiceFields](
      shown as unknown as Invoice,
      ledger,
    )
  }
  const value = shown[field]
  if (Array.isArray(value)) return value.map((one: StripeRecord) => present(one, deeper, ledger))
  if (value === null) return null
  const record = typeof value === 'string' ? ledger.find(value) : undefined
  if (!record) throw invalid(`This property cannot be expanded (${field}).`, { param: 'expand' })
  return present(record, deeper, ledger)
}

const expandableInvoiceFields = {
  payments(invoice: Invoice, ledger: StripeLedger) {
    const data = ledger.all('invoice_payment').filter(payment => payment.invoice === invoice.id)
    return { object: 'list', data: structuredClone(data), has_more: false, url: '/v1/invoice_payments' }
  },
  /** Present while the payment can be confirmed. */
  confirmation_secret(invoice: Invoice, ledger: StripeLedger) {
    const payment = ledger.all('invoice_payment').find(one => one.invoice === invoice.id)
    if (invoice.status !== 'open' || !payment) return null
    const { client_secret } = ledger.need('payment_intent', payment.payment.payment_intent)
    return { type: 'payment_intent', client_secret }
  },
}
