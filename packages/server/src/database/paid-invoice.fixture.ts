/** Invoice fixture: Basic for a month, fully paid. */
import type { InvoiceRecord } from './billing-records.ts'

export const paidInvoice: InvoiceRecord = {
  id: '4b9d4e2c-6f6e-4f7b-9a53-0d6c1f2f8a10',
  number: 'FS-2026-000042',
  accountId: 'u_1',
  provider: 'stripe',
  providerInvoiceId: 'in_1',
  subscriptionId: 'sub_1',
  intentId: 'pi_1',
  plan: 'basic',
  interval: 'month',
  price: 499,
  amount: 499,
  refunded: 0,
  isDisputed: false,
  paidAt: new Date('2026-11-15T10:00:00Z'),
  periodStart: new Date('2026-11-15T10:00:00Z'),
  periodEnd: new Date('2026-12-15T10:00:00Z'),
}
