/** Contents of mails about payments. */
import { AppError } from '@filesmith/contract/errors'
import type { InvoiceWriter } from '../adapters/invoice-pdf/pdfkit-invoice-writer.ts'
import type { AccountRecord, AccountStore } from '../database/account-store.ts'
import type { InvoiceRecord } from '../database/billing-records.ts'
import type { BillingStore } from '../database/billing-store.ts'
import { currentPlan } from '../domain/accounts/accounts.ts'
import { invoiceFileName } from '../domain/billing/invoices.ts'
import { type BillingMailEvent, composeBilling } from '../domain/mails/billing-mails.ts'
import type { MailContent } from '../domain/mails/compose-mail.ts'
import type { Clock } from '../ports/clock.ts'
import type { MailAttachment, MailJob } from '../ports/mail.ts'

export interface BillingContentDeps extends Clock {
  readonly accounts: Pick<AccountStore, 'find'>
  readonly billing: Pick<BillingStore, 'findInvoice' | 'findSubscription'>
  readonly invoices: InvoiceWriter
  /** Issuer of the invoices: name, address, tax number. */
  readonly invoiceFrom: readonly string[]
  /** URL of the site without a path. */
  readonly publicUrl: string
}

type BillingJob = Extract<MailJob, { kind: 'billing' }>

/** Undefined if the account was deleted. */
export async function billingContent(
  deps: BillingContentDeps,
  job: BillingJob,
): Promise<MailContent | undefined> {
  const account = await deps.accounts.find(job.accountId)
  if (!account) return undefined
  const invoice =
    job.invoiceId === null ? undefined : await deps.billing.findInvoice(job.accountId, job.invoiceId)
  const provider = (invoice ?? (await deps.billing.findSubscription(job.accountId)))?.provider
  const { username } = account
  const addressed = { kind: job.kind, to: account.email, username }
  const compose = (event: BillingMailEvent) => composeBilling(event, username, deps.publicUrl)
  const facts = {
    plan: job.plan,
    amount: job.amount,
    date: job.date === null ? null : new Date(job.date),
    isTest: provider === 'test',
    isFreeNow: currentPlan(account, deps.now()) === 'free',
  }
  if (job.notice !== 'receipt') {
    return { ...addressed, page: compose({ ...facts, notice: job.notice }), attachments: [] }
  }
  if (!invoice) throw new AppError('internal', {}, { cause: new Error('the receipt has no invoice') })
  const page = compose({ ...facts, notice: job.notice, invoice })
  return { ...addressed, page, attachments: [await attachInvoice(deps, invoice, account)] }
}

async function attachInvoice(
  { invoices, invoiceFrom }: BillingContentDeps,
  invoice: InvoiceRecord,
  { username, email }: AccountRecord,
): Promise<MailAttachment> {
  const isTest = invoice.provider === 'test'
  return {
    fileName: invoiceFileName(invoice),
    contentType: 'application/pdf',
    content: await invoices.write(invoice, { from: invoiceFrom, username, email, isTest }),
  }
}
