/** The SMTP adapter against a real server: authentication, content, recipients, and no personal data in errors. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSmtpMail, type SmtpMail } from '../../packages/server/src/adapters/smtp-mail/smtp-mail.ts'
import { startMailServer, type TestMailServer } from '../support/mail-server.ts'

const from = 'Filesmith <no-reply@filesmith.example>'
const mail = { to: 'anna@example.org', subject: 'Grüße', text: 'Hello Anna', html: '<p>Hello Anna</p>' }

let server: TestMailServer
const opened: SmtpMail[] = []

function open(url: string): SmtpMail {
  const sender = createSmtpMail({ url, from })
  opened.push(sender)
  return sender
}

beforeAll(async () => {
  server = await startMailServer()
})
afterEach(() => {
  for (const sender of opened.splice(0)) sender.close()
})
afterAll(() => server.close())

test('send: authenticates and sends text and HTML to the recipient', async () => {
  await open(server.url).send(mail)
  const sent = server.mails.at(-1)
  expect(sent).toMatchObject({ from: 'no-reply@filesmith.example', to: ['anna@example.org'] })
  expect(sent?.source).toMatch(/^From: Filesmith <no-reply@filesmith\.example>\r$/m)
  expect(sent?.source).toMatch(/^To: anna@example\.org\r$/m)
  expect(sent?.source).toMatch(/^Subject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe\?=\r$/m)
  expect(sent?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(sent?.source).toMatch(/multipart\/alternative[\s\S]+text\/plain[\s\S]+Hello Anna[\s\S]+text\/html/)
})

test('send: rejects recipient lists and header injection in the address', async () => {
  const sender = open(server.url)
  for (const to of ['anna@example.org, eve@example.org', 'anna@example.org\r\nBcc: eve@example.org']) {
    const before = server.mails.length
    await sender.send({ ...mail, to }).catch(() => undefined)
    for (const { to: reached, source } of server.mails.slice(before)) {
      expect(reached).not.toContain('eve@example.org')
      expect(source).not.toMatch(/^Bcc:/im)
    }
  }
})

test('send: a rejection throws with codes but without address and server text', async () => {
  server.refuse(1, { code: 550, words: '5.1.1 <anna@example.org> is unknown' })
  const failure = await open(server.url)
    .send(mail)
    .catch(error => error)
  expect(failure).toMatchObject({ name: 'AppError', code: 'unavailable', isFault: true })
  expect(failure.cause.message).toBe('the mail server rejected a mail (EENVELOPE, RCPT TO, 550 5.1.1)')
})

test('send: works again after a rejection', async () => {
  const sender = open(server.url)
  server.refuse(1, { code: 451, words: 'try again later' })
  await expect(sender.send(mail)).rejects.toThrow()
  await sender.send({ ...mail, to: 'ben@example.org' })
  expect(server.mails.at(-1)?.to).toEqual(['ben@example.org'])
})

test('send: a wrong password or unreachable server throws without revealing the password', async () => {
  const wrong = server.url.replace(/:[^:@]+@/, ':letmein@')
  const failure = await open(wrong)
    .send(mail)
    .catch(error => error)
  expect(failure.cause.message).toMatch(/\(EAUTH, .*535/)
  expect(failure.cause.message).not.toContain('letmein')
  const stopped = await startMailServer()
  await stopped.close()
  const unreachable = await open(stopped.url)
    .send(mail)
    .catch(error => error)
  expect(unreachable).toMatchObject({ code: 'unavailable' })
  expect(unreachable.cause.message).toContain('ESOCKET')
})

test('send: requireTLS never sends over plain text', async () => {
  const before = server.offeredCount()
  await expect(open(`${server.url}?requireTLS=true`).send(mail)).rejects.toThrow()
  expect(server.offeredCount()).toBe(before)
})

test('close: aborts a stalled delivery', async () => {
  const held = await startMailServer()
  const sender = open(held.url)
  const waiting = held.hold()
  const sending = sender.send(mail).catch(error => error)
  await waiting
  sender.close()
  expect(await sending).toMatchObject({ code: 'unavailable' })
  await held.close()
})
