import { expect, test } from 'vitest'
import { hashToken } from '../domain/accounts/make-token.ts'
import type { Mail, MailJob } from '../ports/mail.ts'
import { paidInvoice } from '../ports/paid-invoice.fixture.ts'
import type { TokenRecord } from '../ports/token-store.ts'
import { anna, question, work } from './send-mails.test-support.ts'

const tokenIn = (mail: Mail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const hoursLeft = (token: TokenRecord | undefined) =>
  ((token?.expiresAt.getTime() ?? 0) - Date.now()) / (60 * 60 * 1000)

test('PWD-03 PWD-05 a known address gets a link whose hash is kept for one hour', async () => {
  const { sent, tokens, settled } = await work([{ kind: 'reset-password', email: 'anna@EXAMPLE.org' }])
  expect(sent.map(mail => mail.to)).toEqual(['Anna@example.org'])
  expect(sent[0]?.text).toMatch(/^https:\/\/files\.example\.org\/reset-password\?token=[\w-]{43}$/m)
  expect(tokens).toMatchObject([{ accountId: 'u_1', purpose: 'reset-password', detail: null }])
  expect(tokens[0]?.tokenHash).toBe(hashToken(tokenIn(sent[0])))
  expect(hoursLeft(tokens[0])).toBeGreaterThan(0.9)
  expect(hoursLeft(tokens[0])).toBeLessThanOrEqual(1)
  expect(settled).toEqual(['mail-0 done'])
})

test('PWD-02 an unknown address gets nothing, and that is the end of it', async () => {
  const { sent, tokens, settled } = await work([{ kind: 'reset-password', email: 'eve@example.org' }])
  expect([sent, tokens, settled]).toEqual([[], [], ['mail-0 done']])
})

test('a first address is confirmed by a link that is kept for 24 hours', async () => {
  const { sent, tokens } = await work([
    { kind: 'verify-email', accountId: 'u_1', email: anna.email, credentialVersion: 0 },
  ])
  expect(sent).toMatchObject([{ to: anna.email, subject: 'Confirm your email address for Filesmith' }])
  expect(tokens).toMatchObject([{ purpose: 'verify-email', detail: anna.email }])
  expect(tokens[0]?.tokenHash).toBe(hashToken(tokenIn(sent[0])))
  expect(hoursLeft(tokens[0])).toBeGreaterThan(23.9)
  expect(hoursLeft(tokens[0])).toBeLessThanOrEqual(24)
})

test('ACC-03 a changed address is confirmed by a link that goes there', async () => {
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

test('nothing is sent for an account that is gone, or an address that is confirmed already', async () => {
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

test('a notice goes where it was meant to, also when the account is gone', async () => {
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

test('a receipt goes to the account with its invoice as a PDF, made out to whom the account belongs', async () => {
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

test('PAY-09 the receipt of a test payment says so, and so does its invoice', async () => {
  const { sent, written } = await work([receipt], { invoice: { ...paidInvoice, provider: 'test' } })
  expect(sent[0]?.subject).toBe('Test mode: Your receipt for Filesmith Basic')
  expect(sent[0]?.text).toContain('This mail is about a test payment: no money moved.')
  expect(written[0]?.parties.isTest).toBe(true)
})

test('a receipt whose invoice is not found is tried again, never sent without', async () => {
  const { sent, settled } = await work([{ ...receipt, invoiceId: 'another' }])
  expect([sent, settled]).toEqual([[], ['mail-0 given back']])
})

test('PAY-09 other news of billing have nothing attached, and say that it is a test when the subscription is one', async () => {
  const job = { ...receipt, notice: 'payment-failed', invoiceId: null } as const
  const { sent, written } = await work([job], { provider: 'test' })
  expect(sent).toMatchObject([
    { subject: 'Test mode: Your payment for Filesmith Basic did not go through', attachments: [] },
  ])
  expect(written).toEqual([])
})

test.each([
  ['free', null, true],
  ['basic', new Date('2999-01-01'), false],
  ['basic', new Date('2020-01-01'), true],
] as const)(
  'returned money tells an account on %s until %s of the Free plan: %s',
  async (chosenPlan, planExpiresAt, isTold) => {
    const account = { ...anna, chosenPlan, planExpiresAt }
    const { sent } = await work([{ ...receipt, notice: 'money-returned' }], { account })
    expect(sent[0]?.text.includes('on the Free plan now')).toBe(isTold)
  },
)

test('news of billing for an account that is gone have nobody to go to', async () => {
  const { sent, written, settled } = await work([{ ...receipt, accountId: 'u_gone' }])
  expect([sent, written, settled]).toEqual([[], [], ['mail-0 done']])
})

test('a mail that nobody takes goes back, and the next one is sent', async () => {
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
  expect(settled).toEqual(['mail-0 given back', 'mail-1 done'])
  expect(sent.map(mail => mail.to)).toEqual([anna.email])
  expect(lines[0]).toMatch(/^warn: a mail could not be sent and will be tried again/)
})

test('a mail that is given up is an error in the log', async () => {
  const { lines } = await work([{ kind: 'reset-password', email: anna.email }], {
    isLastAttempt: true,
    send: () => Promise.reject(new Error('refused')),
  })
  expect(lines[0]).toMatch(/^error: a mail could not be sent and is given up/)
})

test('no line of the log tells an address, a name or a link', async () => {
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

test('CONT-09 a message goes to the support address once, to be answered to whoever wrote it', async () => {
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

test('the people behind the site see which account a message comes from, and its plan', async () => {
  const job = { kind: 'contact-message', messageId: question.id } as const
  const account = { ...anna, chosenPlan: 'pro' as const }
  const { sent } = await work([job], { account, messages: [{ ...question, accountId: 'u_1' }] })
  expect(sent[0]?.text).toContain('- Account: anna, Pro')
})

test('a message that could not be mailed is not marked as mailed', async () => {
  const job = { kind: 'contact-message', messageId: question.id } as const
  const { mailed, settled } = await work([job], {
    messages: [question],
    send: () => Promise.reject(new Error('away')),
  })
  expect([mailed, settled]).toEqual([[], ['mail-0 given back']])
})

test('CONT-09 a message that went with its account is mailed to nobody', async () => {
  const { sent, settled } = await work([{ kind: 'contact-message', messageId: question.id }])
  expect([sent, settled]).toEqual([[], ['mail-0 done']])
})

test('verify-email: no link is sent once credentials of the account were ended after the request', async () => {
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
