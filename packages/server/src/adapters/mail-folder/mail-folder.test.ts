import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { createMailFolder } from './mail-folder.ts'

const mail = {
  to: 'anna@example.org',
  subject: 'Set a new password',
  text: 'Open https://filesmith.example/reset-password?token=abc',
  html: '<a href="https://filesmith.example/reset-password?token=abc">Set a new password</a>',
}

let dataDir: string
let folder: string
let lines: string[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-mails-'))
  folder = join(dataDir, 'mail')
  lines = []
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

function openFolder() {
  const log = createLog('debug', 'test', { write: line => lines.push(line) })
  return createMailFolder({ folder, from: 'Filesmith <no-reply@localhost>', log })
}

test('createMailFolder: writes each mail to one file, readable only by its owner', async () => {
  const sender = openFolder()
  await Promise.all([sender.send(mail), sender.send(mail), sender.send(mail)])
  const names = await readdir(folder)
  expect(names).toHaveLength(3)
  for (const name of names) {
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\da-f-]{36}\.eml$/)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('createMailFolder: the file has a text and an HTML part', async () => {
  await openFolder().send(mail)
  const [name = ''] = await readdir(folder)
  const source = await readFile(join(folder, name), 'utf8')
  expect(source).toMatch(/^To: anna@example\.org\r$/m)
  expect(source).toMatch(/^Subject: Set a new password\r$/m)
  expect(source).toMatch(/text\/plain[\s\S]+text\/html/)
})

test('createMailFolder: includes attachments with their names', async () => {
  const content = Buffer.from('%PDF-1.7 of an invoice')
  const attachments = [{ fileName: 'Filesmith-invoice-7.pdf', contentType: 'application/pdf', content }]
  await openFolder().send({ ...mail, attachments })
  const [name = ''] = await readdir(folder)
  const source = await readFile(join(folder, name), 'utf8')
  expect(source).toMatch(/text\/plain[\s\S]+text\/html/)
  expect(source).toMatch(/^Content-Type: application\/pdf; name=Filesmith-invoice-7\.pdf\r$/m)
  expect(source).toMatch(/^Content-Disposition: attachment; filename=Filesmith-invoice-7\.pdf\r$/m)
  expect(source).toContain(content.toString('base64'))
})

test('CONT-09 mailMessage: a message from a user has Reply-To and is not marked as auto-generated', async () => {
  const replyTo = { name: 'Björn "B." Berg', address: 'bjorn@example.org' }
  await openFolder().send({ ...mail, replyTo })
  const [name = ''] = await readdir(folder)
  const source = await readFile(join(folder, name), 'utf8')
  expect(source).toMatch(/^Reply-To: =\?UTF-8\?.+\?= <bjorn@example\.org>\r$/m)
  expect(source).toMatch(/^From: Filesmith <no-reply@localhost>\r$/m)
  expect(source).not.toMatch(/^(?:Auto-Submitted|X-Auto-Response-Suppress):/m)
})

test('mailMessage: system mail has no Reply-To and is marked as auto-generated', async () => {
  await openFolder().send(mail)
  const [name = ''] = await readdir(folder)
  const source = await readFile(join(folder, name), 'utf8')
  expect(source).not.toMatch(/^Reply-To:/m)
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
})

test('createMailFolder: logs the file path, but neither recipient nor content', async () => {
  await openFolder().send(mail)
  const [name = ''] = await readdir(folder)
  expect(lines.map(line => JSON.parse(line).file)).toEqual([join(folder, name)])
  expect(lines.join('')).not.toMatch(/anna|example|token|password/)
})

test('createMailFolder: a failed write rejects and leaves no file', async () => {
  await openFolder().send(mail)
  const before = await readdir(folder)
  const sender = createMailFolder({
    folder: join(folder, before[0] ?? ''),
    from: 'Filesmith <no-reply@localhost>',
    log: createLog('silent', 'test'),
  })
  await expect(sender.send(mail)).rejects.toMatchObject({ code: 'unavailable', isFault: true })
  expect(await readdir(folder)).toEqual(before)
})
