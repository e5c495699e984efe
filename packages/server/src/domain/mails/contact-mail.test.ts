import { expect, test } from 'vitest'
import type { ContactMessage } from '../../database/contact-store.ts'
import { composeMail } from './compose-mail.ts'

const message: ContactMessage = {
  id: 'b0a1b1c2-0000-4000-8000-000000000001',
  accountId: null,
  name: 'Anna Berg',
  email: 'anna@example.org',
  subject: 'A question',
  message: 'Hello,\n\nhow does <b>this</b> work?',
  isPriority: false,
  isSuspected: false,
  createdAt: new Date('2026-11-15T20:30:00Z'),
}
const compose = (
  change: Partial<ContactMessage> = {},
  account: { username: string; plan: 'pro' } | null = null,
) =>
  composeMail(
    {
      kind: 'contact-message',
      to: 'support@example.org',
      username: 'support team',
      event: { message: { ...message, ...change }, account },
    },
    'https://files.example.org',
  )

test('CONT-09 composeMail: a contact message includes name, address, subject and full text, with Reply-To set to the sender', () => {
  const mail = compose()
  expect(mail).toMatchObject({
    to: 'support@example.org',
    replyTo: { name: 'Anna Berg', address: 'anna@example.org' },
    subject: 'A question (Filesmith contact form)',
  })
  const lines = mail.text.split('\n')
  for (const line of [
    'Hello support team,',
    '- Name: Anna Berg',
    '- Email: anna@example.org',
    '- Subject: A question',
    '- Account: none',
    '- Sent: November 15, 2026 at 8:30 PM UTC',
  ])
    expect(lines).toContain(line)
  expect(mail.text).toContain('> Hello,\n>\n> how does <b>this</b> work?\n')
})

test('composeMail: markup in a contact message is escaped (HTML injection)', () => {
  const { html } = compose({ name: '<img src=x>' })
  expect(html).toContain('Hello,<br><br>how does &lt;b&gt;this&lt;/b&gt; work?')
  expect(html).not.toMatch(/<b>|<img/)
})

test('CONT-15 composeMail: a priority message has a subject prefix and an answer deadline', () => {
  const mail = compose({ isPriority: true }, { username: 'anna', plan: 'pro' })
  expect(mail.subject).toBe('Priority: A question (Filesmith contact form)')
  expect(mail.text).toContain('- Priority: answer by November 16, 2026 at 8:30 AM UTC\n')
  expect(mail.text).toContain('- Account: anna, Pro\n')
})

test('composeMail: long lines are wrapped inside the quote', () => {
  const quoted = compose({ message: 'word '.repeat(60).trim() })
    .text.split('\n')
    .filter(line => line.startsWith('>'))
  expect(quoted.length).toBeGreaterThan(3)
  for (const line of quoted) expect(line.length).toBeLessThanOrEqual(72)
})
