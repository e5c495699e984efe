/** Composes and sends a queued email. */

import { AppError } from '@filesmith/contract/errors'
import { isUnreachableAddress } from '@filesmith/contract/unreachable-address'
import type { InvoiceWriter } from '../adapters/invoice-pdf/pdfkit-invoice-writer.ts'
import type { AccountRecord, AccountStore } from '../database/account-store.ts'
import type { InvoiceRecord } from '../database/billing-records.ts'
import type { BillingStore } from '../database/billing-store.ts'
import type { ChatStore } from '../database/chat-store.ts'
import type { ContactStore } from '../database/contact-store.ts'
import type { TokenPurpose } from '../database/schema.ts'
import type { TokenStore } from '../database/token-store.ts'
import { currentPlan } from '../domain/accounts/accounts.ts'
import { makeToken } from '../domain/accounts/make-token.ts'
import { invoiceFileName } from '../domain/billing/invoices.ts'
import { composeMail, type MailContent } from '../domain/mails/compose-mail.ts'
import type { Clock } from '../ports/clock.ts'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import type { MailAttachment, MailJob, MailSender } from '../ports/mail.ts'
import type { MailOutcome, WorkerMetrics } from '../ports/metrics.ts'
import type { Tracer } from '../ports/tracer.ts'
import type { JobResult } from './run-queues.ts'

export interface SendMailsDeps extends BillingMailDeps, ContactMailDeps, ChatMailDeps {
  readonly accounts: Pick<AccountStore, 'find' | 'findByEmail'>
  readonly tokens: Pick<TokenStore, 'replace'>
  readonly sender: MailSender
  /** URL of the site without a path. */
  readonly publicUrl: string
  readonly metrics: Pick<WorkerMetrics, 'mailEnded'>
  readonly tracer: Tracer
  readonly log: Log
}

const linkHours = { 'reset-password': 1, 'verify-email': 24 } as const satisfies Partial<
  Record<TokenPurpose, number>
>

export async function sendMail(deps: SendMailsDeps, job: ClaimedJob<'send-mail'>): Promise<JobResult> {
  const kind = kindOf(job.payload)
  const attributes = { 'filesmith.mail_kind': kind }
  return deps.tracer.trace('send mail', { kind: 'consumer', parent: null, attributes }, async span => {
    const outcome = await send(deps, job, kind)
    deps.metrics.mailEnded(kind, outcome)
    span.describe({ 'filesmith.outcome': outcome })
    return { end: outcome === 'sent' || outcome === 'nobody' ? 'done' : 'retry' }
  })
}

async function send(
  deps: SendMailsDeps,
  { id: mailId, payload, isLastAttempt }: ClaimedJob<'send-mail'>,
  kind: string,
): Promise<MailOutcome> {
  try {
    const composed = await contentOf(deps, payload)
    const content = composed && isUnreachableAddress(composed.to) ? undefined : composed
    if (content) await deps.sender.send(composeMail(content, deps.publicUrl))
    if (content && payload.kind === 'contact-message')
      await deps.contacts.markMailed(payload.messageId, deps.now())
    deps.log.info({ mailId, kind }, content ? 'mail sent' : 'mail dropped without a recipient')
    return content ? 'sent' : 'nobody'
  } catch (error) {
    const about = { err: error, mailId, kind }
    if (isLastAttempt) deps.log.error(about, 'mail failed, giving up')
    else deps.log.warn(about, 'mail failed, retrying')
    return isLastAttempt ? 'given-up' : 'tried-again'
  }
}

function kindOf(job: MailJob): string {
  return job.kind === 'notice' || job.kind === 'billing' ? job.notice : job.kind
}

/** Undefined for mails without a recipient and obsolete mails. */
async function contentOf(deps: SendMailsDeps, job: MailJob): Promise<MailContent | undefined> {
  if (job.kind === 'notice' || job.kind === 'recovery-code-used') return { ...job, to: job.email }
  if (job.kind === 'billing') return billingContent(deps, job)
  if (job.kind === 'contact-message') return contactContent(deps, job.messageId)
  if (job.kind === 'chat-unread') return chatContent(deps, job)
  const account =
    job.kind === 'reset-password'
      ? await deps.accounts.findByEmail(job.email)
      : await deps.accounts.find(job.accountId)
  if (!account) return undefined
  const { username } = account
  if (job.kind === 'reset-password') {
    // The address stored in the account, not as typed in the request (lookalike characters).
    return { kind: job.kind, to: account.email, username, token: await newToken(deps, account, job.kind) }
  }
  if (account.credentialVersion !== job.credentialVersion) return undefined
  const isChange = account.email !== job.email
  if (!isChange && account.emailVerifiedAt) return undefined
  const token = await newToken(deps, account, job.kind, job.email)
  return { kind: job.kind, to: job.email, username, token, isChange }
}

async function newToken(
  deps: SendMailsDeps,
  account: AccountRecord,
  purpose: keyof typeof linkHours,
  detail: string | null = null,
): Promise<string> {
  const { token, tokenHash } = makeToken()
  const expiresAt = new Date(deps.now().getTime() + linkHours[purpose] * 60 * 60 * 1000)
  await deps.tokens.replace({ tokenHash, accountId: account.id, purpose, detail, expiresAt }, account)
  return token
}

interface ContactMailDeps extends Clock {
  readonly accounts: Pick<AccountStore, 'find'>
  readonly contacts: Pick<ContactStore, 'findUnmailed' | 'markMailed'>
  /** Recipient of contact form messages. */
  readonly supportEmail: string
}

const team = 'support team'

/** Undefined if the message was deleted with its account or has been sent already. */
async function contactContent(deps: ContactMailDeps, messageId: string): Promise<MailContent | undefined> {
  const message = await deps.contacts.findUnmailed(messageId)
  if (!message) return undefined
  const account = message.accountId === null ? undefined : await deps.accounts.find(message.accountId)
  const known = account ? { username: account.username, plan: currentPlan(account, deps.now()) } : null
  return {
    kind: 'contact-message',
    to: deps.supportEmail,
    username: team,
    event: { message, account: known },
  }
}

interface ChatMailDeps extends Clock {
  readonly accounts: Pick<AccountStore, 'find'>
  readonly chats: Pick<ChatStore, 'listUnread'>
  readonly supportEmail: string
}

type ChatJob = Extract<MailJob, { kind: 'chat-unread' }>

/** Undefined if the messages have been read since, or the account was deleted. */
async function chatContent(
  deps: ChatMailDeps,
  { accountId, reader }: ChatJob,
): Promise<MailContent | undefined> {
  const [account, messages] = await Promise.all([
    deps.accounts.find(accountId),
    deps.chats.listUnread(accountId, reader),
  ])
  if (!account || messages.length === 0) return undefined
  const { username, email } = account
  if (reader === 'account') return { kind: 'chat-answered', to: email, username }
  const from = { accountId, username, plan: currentPlan(account, deps.now()) }
  return { kind: 'chat-waiting', to: deps.supportEmail, username: team, event: { messages, from } }
}

interface BillingMailDeps extends Clock {
  readonly accounts: Pick<AccountStore, 'find'>
  readonly billing: Pick<BillingStore, 'findInvoice' | 'findSubscription'>
  readonly invoices: InvoiceWriter
  /** Issuer of the invoices: name, address, tax number. */
  readonly invoiceFrom: readonly string[]
}

type BillingJob = Extract<MailJob, { kind: 'billing' }>

/** Undefined if the account was deleted. */
async function billingContent(deps: BillingMailDeps, job: BillingJob): Promise<MailContent | undefined> {
  const account = await deps.accounts.find(job.accountId)
  if (!account) return undefined
  const invoice =
    job.invoiceId === null ? undefined : await deps.billing.findInvoice(job.accountId, job.invoiceId)
  const provider = (invoice ?? (await deps.billing.findSubscription(job.accountId)))?.provider
  const addressed = { kind: job.kind, to: account.email, username: account.username }
  const facts = {
    plan: job.plan,
    amount: job.amount,
    date: job.date === null ? null : new Date(job.date),
    isTest: provider === 'test',
    isFreeNow: currentPlan(account, deps.now()) === 'free',
  }
  if (job.notice !== 'receipt') {
    return { ...addressed, event: { ...facts, notice: job.notice }, attachments: [] }
  }
  if (!invoice) throw new AppError('internal', {}, { cause: new Error('the receipt has no invoice') })
  const event = { ...facts, notice: job.notice, invoice }
  return { ...addressed, event, attachments: [await attachInvoice(deps, invoice, account)] }
}

async function attachInvoice(
  { invoices, invoiceFrom }: BillingMailDeps,
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
