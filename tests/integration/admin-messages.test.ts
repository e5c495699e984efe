/** Admin API: contact messages. */
import { randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AdminMessage, AdminMessagePage, Overview } from '@filesmith/contract/schemas/admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo, receiveMail } from '../support/mailbox.ts'
import { createOperator, type Operator } from '../support/operator.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const support = 'help@forge.example'
let filesmith: TestFilesmith
let operator: Operator
beforeAll(async () => {
  filesmith = await startFilesmith({ SUPPORT_EMAIL: support, CONTACTS_PER_HOUR: '1000' })
  operator = await createOperator(filesmith)
})
afterAll(() => filesmith.stop())

const list = async (state: string) =>
  (await operator.json<AdminMessagePage>(`${apiPaths.adminMessages}?state=${state}`)).messages
const subjects = async (state: string) => (await list(state)).map(message => message.subject)
const unread = async () => (await operator.json<Overview>(apiPaths.adminOverview)).unreadMessages
const change = ({ id }: Pick<AdminMessage, 'id'>, body: object) =>
  operator.send('PATCH', apiPaths.adminMessage(id), body)

async function write(subject: string, more: object = {}): Promise<void> {
  const fields = {
    name: 'Anna Berg',
    email: 'anna@example.org',
    subject,
    message: 'How large may a video be?',
  }
  const reply = await createVisitor(filesmith.baseUrl).post(apiPaths.contact, { ...fields, ...more })
  expect(reply.status).toBe(204)
}

test('API-35 contact messages: can be marked as handled and reopened', async () => {
  await write('A question')
  const [message] = await list('open')
  if (!message) throw new Error('no open message')
  expect(message).toMatchObject({
    name: 'Anna Berg',
    email: 'anna@example.org',
    subject: 'A question',
    message: 'How large may a video be?',
    username: null,
    isPriority: false,
    isSuspected: false,
    handledAt: null,
  })
  expect(await unread()).toBe(1)
  const handled = await change(message, { isHandled: true })
  expect(await handled.json()).toMatchObject({ id: message.id, handledAt: expect.any(String) })
  expect([await subjects('open'), await subjects('handled'), await unread()]).toEqual([[], ['A question'], 0])
  await change(message, { isHandled: false })
  expect(await subjects('open')).toEqual(['A question'])
  expect((await operator.audit()).slice(0, 2)).toEqual([
    `${operator.username} reopened the message from Anna Berg.`,
    `${operator.username} marked the message from Anna Berg as handled.`,
  ])
})

test('API-35 contact messages: unmarking suspected spam mails the message', async () => {
  await write('Not spam at all', { website: 'https://example.org' })
  const [message] = await list('suspected')
  if (!message) throw new Error('no suspected message')
  expect(message).toMatchObject({ subject: 'Not spam at all', isSuspected: true, mailedAt: null })
  expect(await subjects('open')).not.toContain('Not spam at all')
  expect((await mailsTo(filesmith.settings.DATA_DIR, support)).map(mail => mail.subject)).not.toContainEqual(
    expect.stringContaining('Not spam at all'),
  )
  expect(await (await change(message, { isSuspected: false })).json()).toMatchObject({ isSuspected: false })
  await receiveMail(filesmith.settings.DATA_DIR, support, /Not spam at all/)
  expect([await subjects('suspected'), await subjects('open')]).toEqual([
    [],
    expect.arrayContaining(['Not spam at all']),
  ])
  expect((await operator.audit())[0]).toBe(
    `${operator.username} marked the message from Anna Berg as not spam.`,
  )
})

test('API-35 contact messages: rejects unknown ids and invalid changes', async () => {
  expect((await change({ id: randomUUID() }, { isHandled: true })).status).toBe(404)
  expect((await change({ id: 'not-an-id' }, { isHandled: true })).status).toBe(404)
  const [message] = await list('open')
  for (const body of [{ isHandled: 'yes' }, { isSuspected: true }, { subject: 'Mine' }])
    expect((await change({ id: message?.id ?? '' }, body)).status).toBe(400)
  expect((await operator.fetch(`${apiPaths.adminMessages}?state=lost`)).status).toBe(400)
})
