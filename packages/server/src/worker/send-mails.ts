/** Composes and sends a queued email. */

import { isUnreachableAddress } from '@filesmith/contract/unreachable-address'
import type { AccountRecord, AccountStore } from '../database/account-store.ts'
import type { ChatStore } from '../database/chat-store.ts'
import type { ContactStore } from '../database/contact-store.ts'
import type { InvitationStore } from '../database/invitation-store.ts'
import type { TokenPurpose } from '../database/schema.ts'
import type { TokenStore } from '../database/token-store.ts'
import { currentPlan } from '../domain/accounts/accounts.ts'
import { makeToken } from '../domain/accounts/make-token.ts'
import { composeMail, type MailContent } from '../domain/mails/compose-mail.ts'
import type { Clock } from '../ports/clock.ts'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import type { MailJob, MailSender } from '../ports/mail.ts'
import type { MailOutcome, WorkerMetrics } from '../ports/metrics.ts'
import type { Tracer } from '../ports/tracer.ts'
import type { BillingContentDeps } from './billing-content.ts'
import type { JobResult } from './run-queues.ts'

export interface SendMailsDeps
  extends Omit<BillingContentDeps, 'invoices'>,
    ContactMailDeps,
    ChatMailDeps,
    InvitationMailDeps {
  /** Null in a private instance, which sends no mails about payments. */
  readonly invoices: BillingContentDeps['invoices'] | null
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
  if (job.kind === 'billing') {
    const { invoices } = deps
    if (invoices === null) return undefined
    // Loaded on demand: a private instance loads no code of payments.
    const { billingContent } = await import('./billing-content.ts')
    return billingContent({ ...deps, invoices }, job)
  }
  if (job.kind === 'contact-message') return contactContent(deps, job.messageId)
  if (job.kind === 'chat-unread') return chatContent(deps, job)
  if (job.kind === 'invitation') return invitationContent(deps, job.invitationId)
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

interface InvitationMailDeps extends Clock {
  readonly invitations: Pick<InvitationStore, 'setMailToken'>
}

/** The name of a guest is unknown. */
const guest = 'there'

/** Undefined if the invitation was accepted or revoked, or has expired. */
async function invitationContent(
  { invitations, now }: InvitationMailDeps,
  id: string,
): Promise<MailContent | undefined> {
  const { token, tokenHash } = makeToken()
  const invitation = await invitations.setMailToken(id, tokenHash, now())
  if (!invitation || invitation.email === null) return undefined
  const { email, createdBy, expiresAt } = invitation
  return { kind: 'invitation', to: email, username: guest, token, invitedBy: createdBy, expiresAt }
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
