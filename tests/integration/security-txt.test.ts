/** /.well-known/security.txt (RFC 9116) with the configured contact. */
import { expect, test } from 'vitest'
import { readSettings, SettingsError, securityContact } from '../../packages/server/src/config.ts'
import { startFilesmith } from '../support/start-filesmith.ts'

const path = '/.well-known/security.txt'

async function securityTextOf(env: Record<string, string>): Promise<Response> {
  const filesmith = await startFilesmith(env, { hasWorker: false })
  try {
    const reply = await fetch(`${filesmith.baseUrl}${path}`)
    return new Response(await reply.text(), reply)
  } finally {
    await filesmith.stop()
  }
}

function fieldsOf(text: string): Map<string, string> {
  const lines = text.trimEnd().split('\n')
  return new Map(lines.map(line => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]))
}

test('security.txt: contains the configured contact, an expiry within a year and the canonical URL', async () => {
  const reply = await securityTextOf({
    PUBLIC_URL: 'https://files.example.org',
    SECURITY_CONTACT: 'security@example.org',
  })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = fieldsOf(await reply.text())
  expect(Object.fromEntries(fields)).toEqual({
    Contact: 'mailto:security@example.org',
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    'Preferred-Languages': 'en',
    Canonical: `https://files.example.org${path}`,
  })
  const daysLeft = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(daysLeft).toBeGreaterThan(90)
  expect(daysLeft).toBeLessThan(365)
})

test('security.txt: defaults to the contact page without a canonical URL', async () => {
  const fields = fieldsOf(await (await securityTextOf({})).text())
  expect(fields.get('Contact')).toMatch(/^http:\/\/localhost:\d+\/contact$/)
  expect(fields.has('Canonical')).toBe(false)
})

test.each([
  [{}, 'http://localhost:3000/contact'],
  [{ PUBLIC_URL: 'https://files.example.org' }, 'https://files.example.org/contact'],
  [{ SUPPORT_EMAIL: 'help@example.org' }, 'mailto:help@example.org'],
  [{ SUPPORT_EMAIL: 'help@example.org', SECURITY_CONTACT: 'tel:+15555550100' }, 'tel:+15555550100'],
  [{ SECURITY_CONTACT: 'https://example.org/report' }, 'https://example.org/report'],
  [{ SECURITY_CONTACT: 'mailto:a@example.org' }, 'mailto:a@example.org'],
])('securityContact: %j gives %s', (env, contact) => {
  expect(securityContact(readSettings(env))).toBe(contact)
})

test.each(['unknown', 'http://example.org/report', 'javascript:alert(1)', 'https://a\nContact: b'])(
  'readSettings: rejects SECURITY_CONTACT %j',
  contact => {
    expect(() => readSettings({ SECURITY_CONTACT: contact })).toThrow(SettingsError)
  },
)
