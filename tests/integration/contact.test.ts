/** Messages to the people behind the site: kept, mailed, limited, and forgotten in time. */
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
    CONTACT_ADDRESS: 'Forge Ltd|7 Anvil Lane | Springfield',
  })
})
afterAll(() => filesmith.stop())

/** Somebody at an address of their own. */
const newVisitor = () => {
  addressCount += 1
  return createVisitor(filesmith.baseUrl, { 'x-forwarded-for': `192.0.2.${addressCount}` })
}
const words = {
  name: 'Anna Berg',
  email: 'anna@example.org',
  subject: 'A question',
  message: 'Hello,\nhow large may a video be?',
}
/** Every message with an address and a subject of its own, unless the test says which. */
const someMessage = (subject: string, change: object = {}) => ({
  ...words,
  email: `${subject.toLowerCase().replaceAll(' ', '-')}@example.org`,
  subject,
  ...change,
})
const send = (body: object, who = newVisitor()) => who.post(apiPaths.contact, body)
const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  runSql<Row & Record<string, unknown>>(filesmith.databaseUrl, text, values)
const kept = (subject: string) => sql('select * from contact_messages where subject = $1', [subject])
const mailed = (subject: string) => receiveMail(filesmith.settings.DATA_DIR, support, new RegExp(subject))

test('CONT-09 CONT-12 a message is kept and mailed to the support address, with the sender to reply to', async () => {
  const reply = await send(words)
  expect([reply.status, await reply.text()]).toEqual([204, ''])
  expect(await kept('A question')).toMatchObject([
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
    addressLines: ['Forge Ltd', '7 Anvil Lane', 'Springfield'],
  })
})

test.each([
  ['CONT-03 a short name', { name: 'A' }, 'Name must be at least 2 characters.'],
  ['CONT-04 a wrong address', { email: 'anna' }, 'Please enter a valid email address.'],
  ['CONT-05 a short subject', { subject: 'Hey' }, 'Subject must be at least 5 characters.'],
  ['CONT-06 a short message', { message: 'Hello' }, 'Message must be at least 10 characters.'],
  ['CONT-07 a missing message', { message: undefined }, 'Required'],
  [
    'a message that is too long',
    { message: 'm'.repeat(10_001) },
    'Message must be at most 10,000 characters.',
  ],
])('%s is refused with its sentence, and nothing is kept', async (_what, change, message) => {
  const email = 'refused@example.org'
  const reply = await send({ ...words, email, ...change })
  expect([reply.status, await reply.json()]).toEqual([400, { code: 'invalid-request', message }])
  expect(await sql('select 1 from contact_messages where email = $1', [email])).toEqual([])
})

test('a message without end is refused before it is read', async () => {
  const reply = await send({ ...words, message: 'm'.repeat(1_000_000) })
  expect(reply.status).toBe(413)
})

test('an address can send only so many in an hour, from wherever; a network too, whatever the address', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1)
    statuses.push((await send(someMessage('Over and over', { email: 'LOUD@example.org' }))).status)
  expect(statuses).toEqual([204, 204, 204, 429])
  const refused = await send(someMessage('Over and over', { email: 'loud@example.org' }))
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refused.json()).toEqual({
    code: 'too-many-attempts',
    message: expect.stringMatching(/^Too many attempts\. Please try again in .+\.$/),
  })

  const office = newVisitor()
  const ofOffice = await Promise.all(
    Array.from({ length: 14 }, (_, index) => send(someMessage(`From the office ${index}`), office)),
  )
  expect(ofOffice.filter(reply => reply.status === 204)).toHaveLength(12)
  expect(ofOffice.filter(reply => reply.status === 429)).toHaveLength(2)
  expect((await send(someMessage('From elsewhere'))).status).toBe(204)
})

test('what looks like spam is answered alike, kept with a mark and not mailed', async () => {
  const bots = [
    someMessage('Hidden field', { website: 'https://pills.example' }),
    someMessage('Too quick', { filledInMs: 12 }),
    someMessage('Only links', { message: 'https://pills.example/cheap https://pills.example/more' }),
  ]
  for (const bot of bots) {
    const reply = await send(bot)
    expect([reply.status, await reply.text()]).toEqual([204, ''])
    expect(await kept(bot.subject)).toMatchObject([{ is_suspected: true, mailed_at: null }])
  }
  // Mails go one after the other: when this one has come, theirs would have.
  await send(someMessage('From a person', { filledInMs: 9000, website: '' }))
  await mailed('From a person')
  const subjects = (await mailsTo(filesmith.settings.DATA_DIR, support)).map(mail => mail.subject)
  expect(subjects.join()).not.toMatch(/Hidden field|Too quick|Only links/)
})

test('CONT-15 priority is for Pro: for everybody else the message is a regular one', async () => {
  const free = await createMember(filesmith.baseUrl)
  const pro = await createMember(filesmith.baseUrl)
  await putOnPlan(filesmith, pro, 'pro')
  await send(someMessage('Visitor in a hurry', { isPriority: true }))
  await send(someMessage('Free in a hurry', { isPriority: true }), free)
  // A form that was filled in beforehand is quick to send.
  await send(someMessage('Pro in a hurry', { isPriority: true, filledInMs: 300 }), pro)
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

test('what was sent while signed in is in one’s data and goes with the account; the rest is nobody’s', async () => {
  const credentials = newCredentials()
  const visitor = newVisitor()
  await send(someMessage('Before signing in', { email: credentials.email }), visitor)
  const member = await createMember(filesmith.baseUrl, credentials, visitor)
  await send(someMessage('While signed in', { email: member.email }), member)
  const archive = await member.fetch(apiPaths.userExport)
  const files = await readZip(Buffer.from(await archive.arrayBuffer()))
  expect(JSON.parse(files.get('account.json')?.toString() ?? '').contactMessages).toEqual([
    {
      id: expect.any(String),
      name: 'Anna Berg',
      email: member.email,
      subject: 'While signed in',
      message: words.message,
      isPriority: false,
      createdAt: expect.any(String),
    },
  ])
  expect((await member.fetch(apiPaths.user, { method: 'DELETE' })).status).toBe(204)
  expect(await kept('While signed in')).toEqual([])
  expect(await kept('Before signing in')).toHaveLength(1)
})

test('CONT-11 a message that could not be kept is answered with an error and mailed to nobody', async () => {
  await sql('alter table contact_messages rename to contact_messages_away')
  const reply = await send(someMessage('Lost on the way'))
  await sql('alter table contact_messages_away rename to contact_messages')
  expect([reply.status, await reply.json()]).toMatchObject([500, { code: 'internal' }])
  await send(someMessage('Sent afterwards'))
  await mailed('Sent afterwards')
  const subjects = (await mailsTo(filesmith.settings.DATA_DIR, support)).map(mail => mail.subject)
  expect(subjects.join()).not.toContain('Lost on the way')
})

test('a message whose mail was given up is mailed later, once', async () => {
  await send(someMessage('The mail server was away'))
  await mailed('The mail server was away')
  const isMailed = async () => (await kept('The mail server was away'))[0]?.mailed_at !== null
  await waitUntil('the message to be mailed', isMailed, { timeoutMs: 15_000 })
  await sql(
    `update contact_messages set mailed_at = null, queued_at = now() - interval '3 hours' where subject = $1`,
    ['The mail server was away'],
  )
  await waitUntil('the message to be mailed again', isMailed, { timeoutMs: 15_000 })
  const subjects = (await mailsTo(filesmith.settings.DATA_DIR, support)).map(mail => mail.subject)
  expect(subjects.filter(subject => subject.includes('was away'))).toHaveLength(2)
})

test('messages are forgotten after their time', async () => {
  await send(someMessage('Long ago'))
  await send(someMessage('Only yesterday'))
  await sql(`update contact_messages set created_at = now() - interval '366 days' where subject = 'Long ago'`)
  await waitUntil('the sweep of old messages', async () => (await kept('Long ago')).length === 0, { timeoutMs: 15_000 })
  expect(await kept('Only yesterday')).toHaveLength(1)
})
