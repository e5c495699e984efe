/** Composes and sends queued emails, one at a time, alongside conversions. */
import { makeToken } from '../domain/accounts/make-token.ts'
import { composeMail, type MailContent } from '../domain/mails/compose-mail.ts'
import type { AccountRecord, AccountStore } from '../ports/account-store.ts'
import type { Log } from '../ports/log.ts'
import type { ClaimedMail, MailJob, MailQueue, MailSender } from '../ports/mail.ts'
import type { MailOutcome, WorkerMetrics } from '../ports/metrics.ts'
import type { Notifications } from '../ports/notifications.ts'
import type { TokenPurpose, TokenStore } from '../ports/token-store.ts'
import type { Tracer } from '../ports/tracer.ts'
import { type BillingMailDeps, billingContent } from './billing-content.ts'
import { consumeQueue, type QueueConsumer } from './consume-queue.ts'
import { type ContactMailDeps, contactContent } from './contact-content.ts'

export interface SendMailsDeps extends BillingMailDeps, ContactMailDeps {
  readonly mails: MailQueue
  readonly accounts: Pick<AccountStore, 'find' | 'findByEmail'>
  readonly tokens: Pick<TokenStore, 'replace'>
  readonly notifications: Notifications
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

export function sendMails(deps: SendMailsDeps): QueueConsumer {
  return consumeQueue({
    ...deps,
    topic: 'mail-wanted',
    failureMessage: 'mail queue unavailable',
    processNext: () => sendNext(deps),
  })
}

async function sendNext(deps: SendMailsDeps): Promise<boolean> {
  const claimed = await deps.mails.claim()
  if (!claimed) return false
  const kind = kindOf(claimed.job)
  const attributes = { 'filesmith.mail_kind': kind }
  await deps.tracer.trace('send mail', { kind: 'consumer', parent: null, attributes }, async span => {
    const outcome = await settle(deps, claimed)
    deps.metrics.mailEnded(kind, outcome)
    span.describe({ 'filesmith.outcome': outcome })
  })
  return true
}

async function settle(deps: SendMailsDeps, claimed: ClaimedMail): Promise<MailOutcome> {
  const { id: mailId, job } = claimed
  let outcome: MailOutcome
  try {
    const content = await contentOf(deps, job)
    if (content) await deps.sender.send(composeMail(content, deps.publicUrl))
    if (content && job.kind === 'contact-message') await deps.contacts.markMailed(job.messageId, new Date())
    outcome = content ? 'sent' : 'nobody'
    deps.log.info({ mailId, kind: kindOf(job) }, content ? 'mail sent' : 'mail dropped without a recipient')
  } catch (error) {
    await giveBack(deps, claimed, error)
    return claimed.isLastAttempt ? 'given-up' : 'tried-again'
  }
  // Outside of the try: an error here comes from the queue, the mail was sent.
  await deps.mails.complete(claimed)
  return outcome
}

async function giveBack(deps: SendMailsDeps, claimed: ClaimedMail, error: unknown): Promise<void> {
  const about = { err: error, mailId: claimed.id, kind: kindOf(claimed.job) }
  if (claimed.isLastAttempt) deps.log.error(about, 'mail failed, giving up')
  else deps.log.warn(about, 'mail failed, retrying')
  await deps.mails.retry(claimed)
}

function kindOf(job: MailJob): string {
  return job.kind === 'notice' || job.kind === 'billing' ? job.notice : job.kind
}

/** Undefined for mails without a recipient and obsolete mails. */
async function contentOf(deps: SendMailsDeps, job: MailJob): Promise<MailContent | undefined> {
  if (job.kind === 'notice' || job.kind === 'recovery-code-used') return { ...job, to: job.email }
  if (job.kind === 'billing') return billingContent(deps, job)
  if (job.kind === 'contact-message') return contactContent(deps, job.messageId)
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
  const expiresAt = new Date(Date.now() + linkHours[purpose] * 60 * 60 * 1000)
  await deps.tokens.replace({ tokenHash, accountId: account.id, purpose, detail, expiresAt }, account)
  return token
}
