/** Mail worker with in-memory dependencies for tests. */

import type { InvoiceParties } from '../adapters/invoice-pdf/pdfkit-invoice-writer.ts'
import { noopTracer, noopWorkerMetrics } from '../adapters/noop/noop.ts'
import type { AccountRecord } from '../database/account-store.ts'
import type { InvoiceRecord, SubscriptionRecord } from '../database/billing-records.ts'
import type { ChatMessageRecord } from '../database/chat-store.ts'
import type { ContactMessage } from '../database/contact-store.ts'
import type { InvitationStore } from '../database/invitation-store.ts'
import { paidInvoice } from '../database/paid-invoice.fixture.ts'
import type { TokenRecord } from '../database/token-store.ts'
import type { Mail, MailJob } from '../ports/mail.ts'
import { sendMail } from './send-mails.ts'

export const anna: AccountRecord = {
  id: 'u_1',
  username: 'anna',
  email: 'Anna@example.org',
  emailVerifiedAt: null,
  passwordHash: null,
  twoStepSecret: null,
  twoStepOnAt: null,
  credentialVersion: 0,
  createdAt: new Date(),
  chosenPlan: 'free',
  planStatus: null,
  planPaidUntil: null,
  planExpiresAt: null,
  operatorSince: null,
  groupOperatorSince: null,
  groupPlan: null,
  grantedPlan: null,
  grantedUntil: null,
  suspendedAt: null,
}

const subscription: SubscriptionRecord = {
  accountId: 'u_1',
  plan: 'basic',
  interval: 'month',
  price: 499,
  status: 'active',
  provider: 'stripe',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  periodStart: paidInvoice.periodStart,
  expiresAt: paidInvoice.periodEnd,
  accessUntil: paidInvoice.periodEnd,
  startedAt: paidInvoice.periodStart,
  checkedAt: paidInvoice.periodStart,
}

export const question: ContactMessage = {
  id: 'b0a1b1c2-0000-4000-8000-000000000001',
  accountId: null,
  name: 'Ben',
  email: 'ben@example.org',
  subject: 'A question',
  message: 'How large may a video be?',
  isPriority: false,
  isSuspected: false,
  createdAt: new Date('2026-11-15T10:00:00Z'),
}

interface Stage {
  readonly sent: Mail[]
  readonly tokens: TokenRecord[]
  readonly settled: string[]
  readonly lines: string[]
  readonly mailed: string[]
  readonly written: { readonly invoice: InvoiceRecord; readonly parties: InvoiceParties }[]
}

/** Runs the worker on these mails. */
export async function work(
  jobs: readonly MailJob[],
  options: {
    account?: AccountRecord
    invoice?: InvoiceRecord
    provider?: 'stripe' | 'test'
    messages?: readonly ContactMessage[]
    chatMessages?: ChatMessageRecord[]
    invitations?: Awaited<ReturnType<InvitationStore['setMailToken']>>[]
    isLastAttempt?: boolean
    send?: (mail: Mail) => Promise<void>
  } = {},
): Promise<Stage> {
  const { account = anna, invoice = paidInvoice, provider = 'stripe' } = options
  const stage: Stage = { sent: [], tokens: [], settled: [], lines: [], written: [], mailed: [] }
  const write = (level: string) => (fields: object, message: string) => {
    stage.lines.push(`${level}: ${message} ${JSON.stringify(fields)}`)
  }
  const deps: Parameters<typeof sendMail>[0] = {
    now: () => new Date(),
    metrics: noopWorkerMetrics,
    tracer: noopTracer,
    accounts: {
      find: async id => (id === account.id ? account : undefined),
      findByEmail: async email => (email.toLowerCase() === account.email.toLowerCase() ? account : undefined),
    },
    tokens: {
      async replace(token) {
        stage.tokens.push(token)
      },
    },
    invitations: {
      setMailToken: async id => options.invitations?.find(invitation => invitation?.id === id),
    },
    billing: {
      findInvoice: async (accountId, id) =>
        accountId === invoice.accountId && id === invoice.id ? invoice : undefined,
      findSubscription: async accountId =>
        accountId === account.id ? { ...subscription, provider } : undefined,
    },
    contacts: {
      async findUnmailed(id) {
        return options.messages?.find(message => message.id === id && !stage.mailed.includes(id))
      },
      async markMailed(id) {
        stage.mailed.push(id)
      },
    },
    chats: { listUnread: async () => options.chatMessages ?? [] },
    supportEmail: 'support@files.example.org',
    invoices: {
      async write(drawn, parties) {
        stage.written.push({ invoice: drawn, parties })
        return Buffer.from(`invoice ${drawn.number}`)
      },
    },
    invoiceFrom: ['Filesmith', '1 Forge Street'],
    sender: {
      async send(mail) {
        await options.send?.(mail)
        stage.sent.push(mail)
      },
    },
    publicUrl: 'https://files.example.org',
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
  }
  for (const [index, payload] of jobs.entries()) {
    const id = `mail-${index}`
    const isLastAttempt = options.isLastAttempt ?? false
    const { end } = await sendMail(deps, {
      id,
      queue: 'send-mail',
      payload,
      attempt: 1,
      isLastAttempt,
      waitedMs: 0,
    })
    stage.settled.push(`${id} ${end}`)
  }
  return stage
}
