import { expect, test } from 'vitest'
import { billingNotices, mailNotices } from '../../ports/mail.ts'
import { paidInvoice } from '../../ports/paid-invoice.fixture.ts'
import type { BillingMailEvent } from './billing-mails.ts'
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
    news: noticeOf(notice),
    attachments: [],
  })),
]
const named = contents.map(content => [composeMail(content, siteUrl).subject, content] as const)

const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)

test('PWD-03 the mail for a new password links to /reset-password and says how long and how often it works', () => {
  const mail = composeMail({ ...anna, kind: 'reset-password', token }, siteUrl)
  const link = 'https://files.example.org/reset-password?token=tok-en_1'
  expect(mail).toMatchObject({ to: 'anna@example.org', subject: 'Set a new password for Filesmith' })
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
  'ACC-03 an address is confirmed by a link, a new one (%s) in words of its own',
  (isChange, subject, words) => {
    const mail = composeMail({ ...anna, kind: 'verify-email', token, isChange }, siteUrl)
    const link = 'https://files.example.org/verify-email?token=tok-en_1'
    expect(mail.subject).toBe(subject)
    expect(linksOf(mail.html)).toContain(link)
    expect(mail.text.split('\n')).toContain(link)
    for (const part of [mail.html, mail.text]) {
      expect(part.replaceAll('\n', ' ')).toContain(words)
      expect(part).toContain('The link works once and is valid for 24 hours.')
    }
  },
)

test('the mail about a deleted account says what was deleted', () => {
  const { text, html } = composeMail({ ...anna, kind: 'notice', notice: 'account-deleted' }, siteUrl)
  expect(text).toContain('- all your files: uploads and results\n')
  expect(html).toContain('all your files: uploads and results</li>')
  expect(text).toContain('This cannot be undone')
})

test('every kind of mail has a subject of its own', () => {
  expect(new Set(named.map(([subject]) => subject)).size).toBe(contents.length)
})

test.each(named)('FRAME-02 "%s" names Filesmith in subject, text and HTML', (subject, content) => {
  const { text, html } = composeMail(content, siteUrl)
  expect(subject).toContain('Filesmith')
  expect(text).toMatch(/^Hello anna,\n\n[\s\S]+\n-- \nFilesmith, https:\/\/files\.example\.org\n/)
  expect(html).toMatch(/>Filesmith<\/td>/)
})

test.each(named)('"%s" says the same in both parts', (_, content) => {
  const { text, html } = composeMail(content, siteUrl)
  const flat = (words: string) => words.replaceAll(/\s+/g, ' ')
  const paragraphs = [...html.matchAll(/<(?:p class="ink"|li)[^>]*>([^<]+)</g)].map(
    ([, words]) => words ?? '',
  )
  expect(paragraphs.length).toBeGreaterThanOrEqual(2)
  for (const paragraph of paragraphs) expect(flat(text)).toContain(flat(paragraph))
})

test.each(named)('"%s" needs no pictures and nothing from elsewhere', (_, content) => {
  const { html } = composeMail(content, siteUrl)
  expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import|src=/)
  for (const url of linksOf(html)) expect(url).toMatch(/^https:\/\/files\.example\.org(?:\/|$)/)
})

test.each(named)('"%s" is readable as text: no line of words is longer than 72', (_, content) => {
  const lines = composeMail(content, siteUrl).text.split('\n')
  for (const line of lines.filter(line => !line.startsWith('https://'))) {
    expect(line.length).toBeLessThanOrEqual(72)
  }
})

test.each(named)('a username is data in "%s", whatever stands in it', (_, content) => {
  const username = `<script>alert('x')</script>" onclick="x`
  const { subject, html } = composeMail({ ...content, username }, siteUrl)
  expect(html).toContain('Hello &lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot; onclick=&quot;x,</p>')
  expect(html).not.toContain('<script')
  expect(subject).not.toContain('script')
})
