import { expect, test } from 'vitest'
import { paidInvoice } from '../database/paid-invoice.fixture.ts'
import type { TokenRecord } from '../database/token-store.ts'
import { hashToken } from '../domain/accounts/make-token.ts'
import type { Mail, MailJob } from '../ports/mail.ts'
import { anna, question, work } from './send-mails.test-support.ts'

const tokenIn = (mail: Mail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const hoursLeft = (token: TokenRecord | undefined) =>
  ((token?.expiresAt.getTime() ?? 0) - Date.now()) / (60 * 60 * 1000)

test('sendMails: PWD-03 PWD-05 sends a reset link to a known address and stores its hash for one hour', async () => {
  const { sent, tokens, settled } = await work([{ kind: 'reset-password', email: 'anna@EXAMPLE.org' }])
  expect(sent.map(mail => mail.to)).toEqual(['Anna@example.org'])
  expect(sent[0]?.text).toMatch(/^https:\/\/files\.example\.org\/reset-password\?token=[\w-]{43}$/m)
  expect(tokens).toMatchObject([{ accountId: 'u_1', purpose: 'reset-password', detail: null }])
  expect(tokens[0]?.tokenHash).toBe(hashToken(tokenIn(sent[0])))
  expect(hoursLeft(tokens[0])).toBeGreaterThan(0.9)
  expect(hoursLeft(tokens[0])).toBeLessThanOrEqual(1)
  expect(settled).toEqual(['mail-0 done'])
})

test('sendMails: PWD-02 sends nothing to an unknown address and completes the job', async () => {
  const { sent, tokens, settled } = await work([{ kind: 'reset-password', email: 'eve@example.org' }])
  expect([sent, tokens, settled]).toEqual([[], [], ['mail-0 done']])
})

test('sendMails: a first address is confirmed by a link valid for 24 hours', async () => {
  const { sent, tokens } = await work([
    { kind: 'verify-email', accountId: 'u_1', email: anna.email, credentialVersion: 0 },
  ])
  expect(sent).toMatchObject([{ to: anna.email, subject: 'Confirm your email address for Filesmith' }])
  expect(tokens).toMatchObject([{ purpose: 'verify-email', detail: anna.email }])
  expect(tokens[0]?.tokenHash).toBe(hashToken(tokenIn(sent[0])))
  expect(hoursLeft(tokens[0])).toBeGreaterThan(23.9)
  expect(hoursLeft(tokens[0])).toBeLessThanOrEqual(24)
})

test('sendMails: ACC-03 a changed address is confirmed by a link sent to the new address', async () => {
  const account = { ...anna, emailVerifiedAt: new Date() }
  const job = {
    kind: 'verify-email',
    accountId: 'u_1',
    email: 'new@example.org',
    credentialVersion: 0,
  } as const
  const { sent, tokens } = await work([job], { account })
  expect(sent).toMatchObject([
    { to: 'new@example.org', subject: 'Confirm your new email address for Filesmith' },
  ])
  expect(tokens).toMatchObject([{ detail: 'new@example.org' }])
})

test('sendMails: sends nothing for a deleted account or an address that is already confirmed', async () => {
  const account = { ...anna, emailVerifiedAt: new Date() }
  const jobs = ['u_gone', 'u_1'].map(accountId => ({
    kind: 'verify-email' as const,
    accountId,
    email: anna.email,
    credentialVersion: 0,
  }))
  const { sent, settled } = await work(jobs, { account })
  expect([sent, settled]).toEqual([[], ['mail-0 done', 'mail-1 done']])
})

test('sendMails: a notice is sent even if the account was deleted', async () => {
  const job = {
    kind: 'notice',
    notice: 'account-deleted',
    email: 'ben@example.org',
    username: 'ben',
  } as const
  const { sent } = await work([job])
  expect(sent).toMatchObject([{ to: 'ben@example.org', subject: 'Your Filesmith account was deleted' }])
})

const receipt = {
  kind: 'billing',
  notice: 'receipt',
  accountId: 'u_1',
  plan: 'basic',
  amount: 499,
  date: '2026-12-15T10:00:00.000Z',
  invoiceId: paidInvoice.id,
} as const satisfies MailJob

test('sendMails: a receipt is sent to the account with its invoice as PDF', async () => {
  const { sent, written, settled } = await work([receipt])
  expect(sent).toMatchObject([{ to: anna.email, subject: 'Your receipt for Filesmith Basic' }])
  expect(sent[0]?.attachments).toEqual([
    {
      fileName: 'Filesmith-invoice-FS-2026-000042.pdf',
      contentType: 'application/pdf',
      content: Buffer.from('invoice FS-2026-000042'),
    },
  ])
  const parties = {
    from: ['Filesmith', '1 Forge Street'],
    username: 'anna',
    email: anna.email,
    isTest: false,
  }
  expect(written).toEqual([{ invoice: paidInvoice, parties }])
  expect(settled).toEqual(['mail-0 done'])
})

test('sendMails: PAY-09 receipt and invoice of a test payment are marked as test', async () => {
  const { sent, written } = await work([receipt], { invoice: { ...paidInvoice, provider: 'test' } })
  expect(sent[0]?.subject).toBe('Test mode: Your receipt for Filesmith Basic')
  expect(sent[0]?.text).toContain('This email is about a test payment. No money was charged.')
  expect(written[0]?.parties.isTest).toBe(true)
})

test('sendMails: a receipt whose invoice is missing is retried, never sent without it', async () => {
  const { sent, settled } = await work([{ ...receipt, invoiceId: 'another' }])
  expect([sent, settled]).toEqual([[], ['mail-0 retry']])
})

test('sendMails: PAY-09 other billing mails have no attachment and are marked as test for a test subscription', async () => {
  const job = { ...receipt, notice: 'payment-failed', invoiceId: null } as const
  const { sent, written } = await work([job], { provider: 'test' })
  expect(sent).toMatchObject([
    { subject: 'Test mode: Your payment for Filesmith Basic failed', attachments: [] },
  ])
  expect(written).toEqual([])
})

test.each([
  ['free', null, true],
  ['basic', new Date('2999-01-01'), false],
  ['basic', new Date('2020-01-01'), true],
] as const)(
  'sendMails: a refund mail for an account on %s until %s mentions the Free plan: %s',
  async (chosenPlan, planExpiresAt, isMentioned) => {
    const account = { ...anna, chosenPlan, planExpiresAt }
    const { sent } = await work([{ ...receipt, notice: 'money-returned' }], { account })
    expect(sent[0]?.text.includes('now on the Free plan')).toBe(isMentioned)
  },
)

test('sendMails: billing mails for a deleted account are not sent', async () => {
  const { sent, written, settled } = await work([{ ...receipt, accountId: 'u_gone' }])
  expect([sent, written, settled]).toEqual([[], [], ['mail-0 done']])
})

test('sendMails: a failed mail is requeued and the next one is sent', async () => {
  const { sent, settled, lines } = await work(
    [
      { kind: 'verify-email', accountId: 'u_1', email: 'full@example.org', credentialVersion: 0 },
      { kind: 'verify-email', accountId: 'u_1', email: anna.email, credentialVersion: 0 },
    ],
    {
      send: async mail => {
        if (mail.to === 'full@example.org') throw new Error('refused')
      },
    },
  )
  expect(settled).toEqual(['mail-0 retry', 'mail-1 done'])
  expect(sent.map(mail => mail.to)).toEqual([anna.email])
  expect(lines[0]).toMatch(/^warn: mail failed, retrying/)
})

test('sendMails: a mail that is given up is logged as an error', async () => {
  const { lines } = await work([{ kind: 'reset-password', email: anna.email }], {
    isLastAttempt: true,
    send: () => Promise.reject(new Error('refused')),
  })
  expect(lines[0]).toMatch(/^error: mail failed, giving up/)
})

test('sendMails: logs contain no address, name or link', async () => {
  const { lines, sent } = await work([
    { kind: 'reset-password', email: anna.email },
    { kind: 'reset-password', email: 'eve@example.org' },
    { kind: 'verify-email', accountId: 'u_1', email: 'new@example.org', credentialVersion: 0 },
    { kind: 'notice', notice: 'password-changed', email: anna.email, username: 'anna' },
    receipt,
  ])
  expect(sent).toHaveLength(4)
  expect(lines).toHaveLength(5)
  expect(lines.join('\n')).not.toMatch(/anna|eve|@|example|token|https/i)
})

test('sendMails: CONT-09 a contact message is sent to support once, with the author as Reply-To', async () => {
  const job = { kind: 'contact-message', messageId: question.id } as const
  const { sent, settled, mailed, lines } = await work([job, job], { messages: [question] })
  expect(sent).toMatchObject([
    {
      to: 'support@files.example.org',
      replyTo: { name: 'Ben', address: 'ben@example.org' },
      subject: 'A question (Filesmith contact form)',
    },
  ])
  expect(sent[0]?.text).toContain('> How large may a video be?')
  expect(sent[0]?.text).toContain('- Account: none')
  expect(mailed).toEqual([question.id])
  expect(settled).toEqual(['mail-0 done', 'mail-1 done'])
  expect(lines.join('')).not.toMatch(/Ben|ben@|video/)
})

test('sendMails: a contact message shows the account and its plan', async () => {
  const job = { kind: 'contact-message', messageId: question.id } as const
  const account = { ...anna, chosenPlan: 'pro' as const }
  const { sent } = await work([job], { account, messages: [{ ...question, accountId: 'u_1' }] })
  expect(sent[0]?.text).toContain('- Account: anna, Pro')
})

test('sendMails: a contact message that failed to send is not marked as sent', async () => {
  const job = { kind: 'contact-message', messageId: question.id } as const
  const { mailed, settled } = await work([job], {
    messages: [question],
    send: () => Promise.reject(new Error('away')),
  })
  expect([mailed, settled]).toEqual([[], ['mail-0 retry']])
})

test('sendMails: CONT-09 a message deleted with its account is not sent', async () => {
  const { sent, settled } = await work([{ kind: 'contact-message', messageId: question.id }])
  expect([sent, settled]).toEqual([[], ['mail-0 done']])
})

const chatMessage = {
  position: 2,
  author: 'account',
  operatorName: null,
  text: 'Is there anybody?',
  createdAt: new Date('2026-11-15T10:00:00Z'),
} as const

test('sendMails: unread chat messages go to support, at most ten of them', async () => {
  const account = { ...anna, chosenPlan: 'pro' as const }
  const chatMessages = Array.from({ length: 12 }, (_, index) => ({
    ...chatMessage,
    text: `Message ${index}.`,
  }))
  const job = { kind: 'chat-unread', accountId: 'u_1', reader: 'operator' } as const
  const { sent, lines } = await work([job], { account, chatMessages })
  expect(sent).toMatchObject([{ to: 'support@files.example.org', subject: 'anna is waiting in the chat' }])
  expect(sent[0]?.text).toContain('anna (Pro) wrote in the chat')
  expect(sent[0]?.text).toContain('The first 10 of 12 unread messages:')
  expect(sent[0]?.text).toContain('> Message 9.')
  expect(sent[0]?.text).not.toContain('> Message 10.')
  expect(lines.join('')).not.toMatch(/anna|Message/)
})

test('sendMails: chat messages read since the mail was queued are not mailed, to either side', async () => {
  const { sent, settled } = await work(
    (['account', 'operator'] as const).map(reader => ({ kind: 'chat-unread', accountId: 'u_1', reader })),
  )
  expect([sent, settled]).toEqual([[], ['mail-0 done', 'mail-1 done']])
})

test('sendMails: a verification link is not sent after credentials of the account were ended', async () => {
  const account = { ...anna, credentialVersion: 1 }
  const job = {
    kind: 'verify-email',
    accountId: 'u_1',
    email: 'intruder@example.org',
    credentialVersion: 0,
  } as const
  const { sent, tokens, settled } = await work([job], { account })
  expect([sent, tokens, settled]).toEqual([[], [], ['mail-0 done']])
})
