/** Contact form: storage, mail delivery, rate limits, spam detection and retention. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo, receiveMail } from '../support/mailbox.ts'
import { createMember, newCredentials, putOnPlan, runSql } from '../support/member.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

const support = 'help@forge.example'
let filesmith: TestFilesmith
let addressCount = 0

beforeAll(async () => {
  filesmith = await startFilesmith({
    BEHIND_PROXY: 'true',
    SWEEP_INTERVAL_SECONDS: '1',
    CONTACTS_PER_HOUR: '3',
    SUPPORT_EMAIL: support,
    INFO_EMAIL: 'hello@forge.example',
    CONTACT_PHONE: '+1 415 555 0100',
    CONTACT_ADDRESS: 'Forge Ltd|7 Anvil Street | Springfield',
  })
})
afterAll(() => filesmith.stop())

/** A visitor with a separate IP address. */
const newVisitor = () => {
  addressCount += 1
  return createVisitor(filesmith.baseUrl, { 'x-forwarded-for': `192.0.2.${addressCount}` })
}
const fields = {
  name: 'Anna Berg',
  email: 'anna@example.org',
  subject: 'A question',
  message: 'Hello,\nhow large may a video be?',
}
/** A message with a unique sender address. */
const messageWith = (subject: string, change: object = {}) => ({
  ...fields,
  email: `${subject.toLowerCase().replaceAll(' ', '-')}@example.org`,
  subject,
  ...change,
})
const send = (body: object, who = newVisitor()) => who.post(apiPaths.contact, body)
const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  runSql<Row & Record<string, unknown>>(filesmith.databaseUrl, text, values)
const stored = (subject: string) => sql('select * from contact_messages where subject = $1', [subject])
const mailed = (subject: string) => receiveMail(filesmith.settings.DATA_DIR, support, new RegExp(subject))

test('CONT-09 CONT-12 contact: stores the message and mails it to support with Reply-To', async () => {
  const reply = await send(fields)
  expect([reply.status, await reply.text()]).toEqual([204, ''])
  expect(await stored('A question')).toMatchObject([
    {
      name: 'Anna Berg',
      email: 'anna@example.org',
      subject: 'A question',
      message: 'Hello,\nhow large may a video be?',
      account_id: null,
      is_priority: false,
      is_suspected: false,
    },
  ])
  const mail = await mailed('A question')
  expect(mail).toMatchObject({
    subject: 'A question (Filesmith contact form)',
    replyTo: 'Anna Berg <anna@example.org>',
  })
  expect(mail.body).toContain('> how large may a video be?')
  expect(await newVisitor().json(apiPaths.contact)).toEqual({
    supportEmail: support,
    infoEmail: 'hello@forge.example',
    phone: '+1 415 555 0100',
    addressLines: ['Forge Ltd', '7 Anvil Street', 'Springfield'],
  })
})

test.each([
  ['a short name', { name: 'A' }, 'Name must be at least 2 characters.'],
  ['a wrong address', { email: 'anna' }, 'Please enter a valid email address.'],
  ['a short subject', { subject: 'Hey' }, 'Subject must be at least 5 characters.'],
  ['a short message', { message: 'Hello' }, 'Message must be at least 10 characters.'],
  ['a missing message', { message: undefined }, 'Required'],
  [
    'a message that is too long',
    { message: 'm'.repeat(10_001) },
    'Message must be at most 10,000 characters.',
  ],
])(
  'CONT-03 CONT-04 CONT-05 CONT-06 CONT-07 contact: rejects %s with its message and stores nothing',
  async (_what, change, message) => {
    const email = 'refused@example.org'
    const reply = await send({ ...fields, email, ...change })
    expect([reply.status, await reply.json()]).toEqual([400, { code: 'invalid-request', message }])
    expect(await sql('select 1 from contact_messages where email = $1', [email])).toEqual([])
  },
)

test('contact: rejects an oversized body before reading it', async () => {
  const reply = await send({ ...fields, message: 'm'.repeat(1_000_000) })
  expect(reply.status).toBe(413)
})

test('contact: rate limits per sender address and per network', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1)
    statuses.push((await send(messageWith('Over and over', { email: 'LOUD@example.org' }))).status)
  expect(statuses).toEqual([204, 204, 204, 429])
  const refused = await send(messageWith('Over and over', { email: 'loud@example.org' }))
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refused.json()).toEqual({
    code: 'too-many-attempts',
    message: expect.stringMatching(/^Too many attempts\. Please try again in .+\.$/),
  })

  const office = newVisitor()
  const officeReplies = await Promise.all(
    Array.from({ length: 14 }, (_, index) => send(messageWith(`From the office ${index}`), office)),
  )
  expect(officeReplies.filter(reply => reply.status === 204)).toHaveLength(12)
  expect(officeReplies.filter(reply => reply.status === 429)).toHaveLength(2)
  expect((await send(messageWith('From elsewhere'))).status).toBe(204)
})

test('contact: suspected spam gets the same response, is stored as suspected and not mailed', async () => {
  const bots = [
    messageWith('Hidden field', { website: 'https://pills.example' }),
    messageWith('Too quick', { filledInMs: 12 }),
    messageWith('Only links', { message: 'https://pills.example/cheap https://pills.example/more' }),
  ]
  for (const bot of bots) {
    const reply = await send(bot)
    expect([reply.status, await reply.text()]).toEqual([204, ''])
    expect(await stored(bot.subject)).toMatchObject([{ is_suspected: true, mailed_at: null }])
  }
  // Mails are sent in order: once this one has arrived, theirs would have, too.
  await send(messageWith('From a person', { filledInMs: 9000, website: '' }))
  await mailed('From a person')
  const subjects = (await mailsTo(filesmith.settings.DATA_DIR, support)).map(mail => mail.subject)
  expect(subjects.join()).not.toMatch(/Hidden field|Too quick|Only links/)
})

test('CONT-15 contact: priority is ignored unless the sender is on Pro', async () => {
  const free = await createMember(filesmith.baseUrl)
  const pro = await createMember(filesmith.baseUrl)
  await putOnPlan(filesmith, pro, 'pro')
  await send(messageWith('Visitor in a hurry', { isPriority: true }))
  await send(messageWith('Free in a hurry', { isPriority: true }), free)
  // A prefilled form is submitted quickly, which must not count as spam.
  await send(messageWith('Pro in a hurry', { isPriority: true, filledInMs: 300 }), pro)
  const mail = await mailed('Pro in a hurry')
  expect(mail.subject).toMatch(/^Priority: Pro in a hurry/)
  expect(mail.body).toContain(`- Account: ${pro.username}, Pro`)
  expect((await mailed('Free in a hurry')).subject).not.toContain('Priority')
  const rows = await sql<{ subject: string; is_priority: boolean }>(
    `select subject, is_priority from contact_messages where subject like '%in a hurry' order by subject`,
  )
  expect(rows.map(row => [row.subject, row.is_priority])).toEqual([
    ['Free in a hurry', false],
    ['Pro in a hurry', true],
    ['Visitor in a hurry', false],
  ])
})

test('contact: messages sent while signed in are exported and deleted with the account, others are not', async () => {
  const credentials = newCredentials()
  const visitor = newVisitor()
  await send(messageWith('Before signing in', { email: credentials.email }), visitor)
  const member = await createMember(filesmith.baseUrl, credentials, visitor)
  await send(messageWith('While signed in', { email: member.email }), member)
  const archive = await member.fetch(apiPaths.userExport)
  const files = await readZip(Buffer.from(await archive.arrayBuffer()))
  expect(JSON.parse(files.get('account.json')?.toString() ?? '').contactMessages).toEqual([
    {
      id: expect.any(String),
      name: 'Anna Berg',
      email: member.email,
      subject: 'While signed in',
      message: fields.message,
      isPriority: false,
      createdAt: expect.any(String),
    },
  ])
  expect((await member.fetch(apiPaths.user, { method: 'DELETE' })).status).toBe(204)
  expect(await stored('While signed in')).toEqual([])
  expect(await stored('Before signing in')).toHaveLength(1)
})

test('CONT-11 contact: a message that cannot be stored answers 500 and is not mailed', async () => {
  await sql('alter table contact_messages rename to contact_messages_away')
  const reply = await send(messageWith('Lost on the way'))
  await sql('alter table contact_messages_away rename to contact_messages')
  expect([reply.status, await reply.json()]).toMatchObject([500, { code: 'internal' }])
  await send(messageWith('Sent afterwards'))
  await mailed('Sent afterwards')
  const subjects = (await mailsTo(filesmith.settings.DATA_DIR, support)).map(mail => mail.subject)
  expect(subjects.join()).not.toContain('Lost on the way')
})

test('contact: the sweep mails a message again whose mail was given up', async () => {
  await send(messageWith('The mail server was away'))
  await mailed('The mail server was away')
  const isMailed = async () => (await stored('The mail server was away'))[0]?.mailed_at !== null
  await waitUntil('the message to be mailed', isMailed, { timeoutMs: 15_000 })
  await sql(
    `update contact_messages set mailed_at = null, queued_at = now() - interval '3 hours' where subject = $1`,
    ['The mail server was away'],
  )
  await waitUntil('the message to be mailed again', isMailed, { timeoutMs: 15_000 })
  const subjects = (await mailsTo(filesmith.settings.DATA_DIR, support)).map(mail => mail.subject)
  expect(subjects.filter(subject => subject.includes('was away'))).toHaveLength(2)
})

test('sweep: deletes contact messages after their retention time', async () => {
  await send(messageWith('Long ago'))
  await send(messageWith('Only yesterday'))
  await sql(`update contact_messages set created_at = now() - interval '366 days' where subject = 'Long ago'`)
  await waitUntil('the sweep of old messages', async () => (await stored('Long ago')).length === 0, {
    timeoutMs: 15_000,
  })
  expect(await stored('Only yesterday')).toHaveLength(1)
})
