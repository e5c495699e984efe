import { expect, test } from 'vitest'
import { paidInvoice } from '../../database/paid-invoice.fixture.ts'
import { billingNotices, mailNotices } from '../../ports/mail.ts'
import { type BillingMailEvent, composeBilling } from './billing-mails.ts'
import { composeMail, type MailContent } from './compose-mail.ts'

const siteUrl = 'https://files.example.org'
const anna = { to: 'anna@example.org', username: 'anna' }
const token = 'tok-en_1'

const aboutBasic = {
  plan: 'basic',
  amount: 499,
  date: new Date('2026-12-15T10:00:00Z'),
  isTest: false,
  isFreeNow: false,
} as const
const noticeOf = (notice: (typeof billingNotices)[number]): BillingMailEvent =>
  notice === 'receipt' ? { ...aboutBasic, notice, invoice: paidInvoice } : { ...aboutBasic, notice }

const contents: MailContent[] = [
  { ...anna, kind: 'reset-password', token },
  { ...anna, kind: 'verify-email', token, isChange: false },
  { ...anna, kind: 'verify-email', token, isChange: true },
  ...mailNotices.map(notice => ({ ...anna, kind: 'notice' as const, notice })),
  ...billingNotices.map(notice => ({
    ...anna,
    kind: 'billing' as const,
    page: composeBilling(noticeOf(notice), anna.username, siteUrl),
    attachments: [],
  })),
]
const named = contents.map(content => [composeMail(content, siteUrl).subject, content] as const)

const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)

test('PWD-03 composeMail: the reset email links to /reset-password and says that it works once for one hour', () => {
  const mail = composeMail({ ...anna, kind: 'reset-password', token }, siteUrl)
  const link = 'https://files.example.org/reset-password?token=tok-en_1'
  expect(mail).toMatchObject({ to: 'anna@example.org', subject: 'Reset your Filesmith password' })
  expect(linksOf(mail.html)).toContain(link)
  expect(mail.text.split('\n')).toContain(link)
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain('The link works once and is valid for 1 hour.')
  }
})

test.each([
  [false, 'Confirm your email address for Filesmith', 'Welcome to Filesmith.'],
  [true, 'Confirm your new email address for Filesmith', 'until then the account keeps its old address'],
])(
  'ACC-03 composeMail: the confirmation email contains the link; a changed address (%s) has its own text',
  (isChange, subject, text) => {
    const mail = composeMail({ ...anna, kind: 'verify-email', token, isChange }, siteUrl)
    const link = 'https://files.example.org/verify-email?token=tok-en_1'
    expect(mail.subject).toBe(subject)
    expect(linksOf(mail.html)).toContain(link)
    expect(mail.text.split('\n')).toContain(link)
    for (const part of [mail.html, mail.text]) {
      expect(part.replaceAll('\n', ' ')).toContain(text)
      expect(part).toContain('The link works once and is valid for 24 hours.')
    }
  },
)

test('composeMail: the account deletion email lists what was deleted', () => {
  const { text, html } = composeMail({ ...anna, kind: 'notice', notice: 'account-deleted' }, siteUrl)
  expect(text).toContain('- all your files: uploads and results\n')
  expect(html).toContain('all your files: uploads and results</li>')
  expect(text).toContain('This cannot be undone')
})

test('composeMail: every kind of email has a unique subject', () => {
  expect(new Set(named.map(([subject]) => subject)).size).toBe(contents.length)
})

test.each(named)(
  'FRAME-02 composeMail: "%s" contains the product name in subject, text and HTML',
  (subject, content) => {
    const { text, html } = composeMail(content, siteUrl)
    expect(subject).toContain('Filesmith')
    expect(text).toMatch(/^Hello anna,\n\n[\s\S]+\n-- \nFilesmith, https:\/\/files\.example\.org\n/)
    expect(html).toMatch(/>Filesmith<\/td>/)
  },
)

test.each(named)('composeMail: "%s" has the same content in text and HTML', (_, content) => {
  const { text, html } = composeMail(content, siteUrl)
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ')
  const paragraphs = [...html.matchAll(/<(?:p class="ink"|li)[^>]*>([^<]+)</g)].map(([, text]) => text ?? '')
  expect(paragraphs.length).toBeGreaterThanOrEqual(2)
  for (const paragraph of paragraphs) expect(flat(text)).toContain(flat(paragraph))
})

test.each(named)('composeMail: "%s" loads no images or external resources', (_, content) => {
  const { html } = composeMail(content, siteUrl)
  expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import|src=/)
  for (const url of linksOf(html)) expect(url).toMatch(/^https:\/\/files\.example\.org(?:\/|$)/)
})

test.each(named)('composeMail: "%s" has no text line longer than 72 characters', (_, content) => {
  const lines = composeMail(content, siteUrl).text.split('\n')
  for (const line of lines.filter(line => !line.startsWith('https://'))) {
    expect(line.length).toBeLessThanOrEqual(72)
  }
})

test.each(named)('composeMail: the username is escaped in "%s" (HTML injection)', (_, content) => {
  const username = `<script>alert('x')</script>" onclick="x`
  const { subject, html } = composeMail({ ...content, username }, siteUrl)
  expect(html).toContain('Hello &lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot; onclick=&quot;x,</p>')
  expect(html).not.toContain('<script')
  expect(subject).not.toContain('script')
})
