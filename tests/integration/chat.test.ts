/** Chat support: plan, both directions live by the event stream, mails about unread messages, limits, deletion. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Overview } from '@filesmith/contract/schemas/admin'
import type { AdminChatPage, AdminChatView, ChatEvent, ChatPage } from '@filesmith/contract/schemas/chat'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChatStore } from '../../packages/server/src/database/chat-store.ts'
import { mailUnreadChats } from '../../packages/server/src/domain/chat/chat.ts'
import { mailsTo, receiveMail } from '../support/mailbox.ts'
import { createMember, type Member, putOnPlan, runSql } from '../support/member.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'
import { createOperator, type Operator } from '../support/operator.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { settableClock } from '../support/test-clocks.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

const support = 'help@forge.example'
const { clock, setClock } = settableClock('2031-05-10T10:00:00Z')
let filesmith: TestFilesmith
/** Another web process of the same installation. */
let secondWeb: TestFilesmith
let stores: TestStores
let operator: Operator

beforeAll(async () => {
  // The sweep is run by the tests, at the time they set.
  const env = {
    SUPPORT_EMAIL: support,
    COOKIE_SECRET: 'one secret for both web processes',
    SWEEP_INTERVAL_SECONDS: '86400',
  }
  filesmith = await startFilesmith(env, { clock })
  secondWeb = await startFilesmith(
    { ...env, DATABASE_URL: filesmith.databaseUrl },
    { hasWorker: false, clock },
  )
  stores = await openStores({ databaseUrl: filesmith.databaseUrl })
  operator = await createOperator(filesmith)
})
afterAll(async () => {
  await stores.close()
  await secondWeb.stop()
  await filesmith.stop()
})

const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  runSql<Row>(filesmith.databaseUrl, text, values)
const write = (who: Visitor, text: unknown) => who.post(apiPaths.chatMessages, { text })
const markRead = (who: Visitor, upTo: number) => who.post(apiPaths.chatRead, { upTo })
const readChat = (who: Visitor, query = '') => who.json<ChatPage>(apiPaths.chat + query)
const textsOf = ({ messages }: Pick<ChatPage, 'messages'>) => messages.map(({ text }) => text)
const lastPosition = ({ messages }: Pick<ChatPage, 'messages'>) => messages.at(-1)?.position ?? 0
const sweep = () => mailUnreadChats({ chats: createChatStore(stores.database), now: clock.now })

async function createProMember(): Promise<Member & { readonly id: string }> {
  const member = await createMember(filesmith.baseUrl)
  await putOnPlan(filesmith, member, 'pro')
  return { ...member, id: (await operator.find(member)).id }
}

const answer = async (id: string, text: string) => {
  const reply = await operator.post(apiPaths.adminChatMessages(id), { text })
  expect(reply.status).toBe(204)
}

const listed = async () => (await operator.json<AdminChatPage>(apiPaths.adminChats)).chats

/** Reads the event stream one event at a time. */
async function openStream<Event = ChatEvent>(who: Visitor, url: string, lastEventId?: string) {
  const abort = new AbortController()
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = await who.fetch(url, { signal: abort.signal, headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  return {
    close: () => abort.abort(),
    /** Rejects if the stream ended. */
    async next(): Promise<{ readonly id: string; readonly event: Event }> {
      for (;;) {
        const found = /id: (\d+)\ndata: (.*)\n\n/.exec(received)
        if (found) {
          received = received.slice(found.index + found[0].length)
          return { id: found[1] ?? '', event: JSON.parse(found[2] ?? '') }
        }
        const chunk = await reader?.read()
        if (chunk?.value === undefined) throw new Error('the stream ended')
        received += chunk.value
      }
    },
  }
}

test('PLAN-23 chat: only accounts on Pro can write', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  expect((await write(visitor, 'Hello')).status).toBe(401)
  const member = await createMember(filesmith.baseUrl)
  for (const plan of ['free', 'basic'] as const) {
    await putOnPlan(filesmith, member, plan)
    const refused = await write(member, 'Hello')
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { code: 'pro-plan-needed', message: 'Chat support requires the Pro plan.' },
    ])
  }
  const { id } = await operator.find(member)
  expect(await sql('select 1 from chats where account_id = $1', [id])).toEqual([])
  await putOnPlan(filesmith, member, 'pro')
  expect((await write(member, 'Hello')).status).toBe(204)
  expect(await readChat(member)).toEqual({
    messages: [
      {
        position: expect.any(Number),
        author: 'account',
        operatorName: null,
        text: 'Hello',
        createdAt: clock.now().toISOString(),
      },
    ],
    hasOlder: false,
    readByAccount: 0,
    readByOperators: 0,
  })
})

test('chat: both sides get messages and read marks live, from any web process', async () => {
  const member = await createProMember()
  const atMember = await openStream(member, apiPaths.chatEvents)
  expect((await atMember.next()).event).toMatchObject({ messages: [], isContinuation: false })
  const atList = await openStream<{ unread: number }>(
    operator,
    new URL(apiPaths.adminChatsEvents, secondWeb.baseUrl).href,
  )
  const before = (await atList.next()).event.unread

  await write(member, 'The first question')
  const own = await atMember.next()
  expect([textsOf(own.event), own.event.isContinuation]).toEqual([['The first question'], true])
  expect((await atList.next()).event.unread).toBe(before + 1)

  // The operator follows the chat on the other web process.
  const atOperator = await openStream(
    operator,
    new URL(apiPaths.adminChatEvents(member.id), secondWeb.baseUrl).href,
  )
  const first = await atOperator.next()
  expect([textsOf(first.event), first.event.isContinuation]).toEqual([['The first question'], false])
  await answer(member.id, 'The answer')
  const answered = await atMember.next()
  expect(answered.event.messages).toMatchObject([
    { author: 'operator', operatorName: null, text: 'The answer' },
  ])
  expect((await atOperator.next()).event.messages).toMatchObject([
    { author: 'operator', operatorName: operator.username, text: 'The answer' },
  ])

  await markRead(member, lastPosition(answered.event))
  expect((await atOperator.next()).event).toMatchObject({
    messages: [],
    readByAccount: lastPosition(answered.event),
  })
  await write(member, 'Thank you')
  expect(textsOf((await atOperator.next()).event)).toEqual(['Thank you'])

  const resumed = await openStream(member, apiPaths.chatEvents, answered.id)
  const missed = await resumed.next()
  expect([textsOf(missed.event), missed.event.isContinuation]).toEqual([['Thank you'], true])
  for (const stream of [atMember, atList, atOperator, resumed]) stream.close()
})

test('chat: a stream ends for an operator who lost the role, before the next message is sent', async () => {
  const member = await createProMember()
  await write(member, 'Before')
  const former = await createOperator(filesmith)
  const stream = await openStream(former, apiPaths.adminChatEvents(member.id))
  expect(textsOf((await stream.next()).event)).toEqual(['Before'])
  await sql('update users set operator_since = null where username = $1', [former.username])
  await write(member, 'Afterwards')
  await expect(stream.next()).rejects.toThrow()
})

test('chat: unread messages are mailed to the operators after five minutes, once until they are read', async () => {
  setClock('2031-05-10T11:00:00Z')
  const member = await createProMember()
  await write(member, 'Is <b>anybody</b> there?')
  setClock('2031-05-10T11:04:59Z')
  await sweep()
  const waiting = async () =>
    (await mailsTo(filesmith.settings.DATA_DIR, support)).filter(({ subject }) =>
      subject.includes(member.username),
    )
  const mailed = () =>
    sql<{ mailed: boolean }>(
      'select operators_mailed_at is not null as mailed from chats where account_id = $1',
      [member.id],
    )
  expect(await mailed()).toEqual([{ mailed: false }])
  setClock('2031-05-10T11:05:00Z')
  await sweep()
  const mail = await receiveMail(filesmith.settings.DATA_DIR, support, new RegExp(member.username))
  expect(mail.subject).toBe(`${member.username} is waiting in the chat`)
  expect(mail.body).toContain('> Is <b>anybody</b> there?')
  expect(mail.body).toContain('Is &lt;b&gt;anybody&lt;/b&gt; there?')
  expect(mail.body).toContain(`/admin/chats?chat=${member.id}`)

  await write(member, 'Hello?')
  setClock('2031-05-10T12:00:00Z')
  expect(await sweep()).toBe(0)

  // Read, then unread again: a new mail.
  const page = await operator.json<AdminChatView>(apiPaths.adminChat(member.id))
  expect((await operator.post(apiPaths.adminChatRead(member.id), { upTo: lastPosition(page) })).status).toBe(
    204,
  )
  expect(await sweep()).toBe(0)
  await write(member, 'One more thing')
  setClock('2031-05-10T12:05:00Z')
  expect(await sweep()).toBe(1)
  // Mails are sent in order: those before have arrived.
  await write(await createProMember(), 'Another chat')
  setClock('2031-05-10T12:10:00Z')
  expect(await sweep()).toBe(1)
  await expect.poll(async () => (await waiting()).length, { timeout: 15_000 }).toBe(2)
})

test('chat: messages that an operator reads in time are not mailed', async () => {
  setClock('2031-05-10T13:00:00Z')
  const member = await createProMember()
  await write(member, 'Quick question')
  const page = await operator.json<AdminChatView>(apiPaths.adminChat(member.id))
  await operator.post(apiPaths.adminChatRead(member.id), { upTo: lastPosition(page) })
  setClock('2031-05-10T13:30:00Z')
  expect(await sweep()).toBe(0)
})

test('chat: unread answers are mailed to the account without their text, once until they are read', async () => {
  setClock('2031-05-10T14:00:00Z')
  const member = await createProMember()
  await write(member, 'Question')
  const page = await operator.json<AdminChatView>(apiPaths.adminChat(member.id))
  await operator.post(apiPaths.adminChatRead(member.id), { upTo: lastPosition(page) })
  await answer(member.id, 'The secret answer')
  setClock('2031-05-10T14:05:00Z')
  expect(await sweep()).toBe(1)
  const mail = await receiveMail(filesmith.settings.DATA_DIR, member.email, /answer/)
  expect(mail.subject).toBe('You have an answer from Filesmith support')
  expect(mail.body).toContain('/profile?section=chat')
  expect(mail.body).not.toContain('secret')
  await answer(member.id, 'And more')
  setClock('2031-05-10T15:00:00Z')
  expect(await sweep()).toBe(0)
  await markRead(member, lastPosition(await readChat(member)))
  await answer(member.id, 'Even more')
  setClock('2031-05-10T15:05:00Z')
  expect(await sweep()).toBe(1)
})

test('PLAN-23 chat: after a downgrade it can be read, but not written', async () => {
  const member = await createProMember()
  await write(member, 'While on Pro')
  await putOnPlan(filesmith, member, 'pro', new Date(clock.now().getTime() - 1000))
  expect((await write(member, 'Afterwards')).status).toBe(403)
  await answer(member.id, 'A late answer')
  expect(textsOf(await readChat(member))).toEqual(['While on Pro', 'A late answer'])
  const stream = await openStream(member, apiPaths.chatEvents)
  expect(textsOf((await stream.next()).event)).toEqual(['While on Pro', 'A late answer'])
  stream.close()
  expect((await operator.json<AdminChatView>(apiPaths.adminChat(member.id))).plan).toBe('free')
})

test('chat: blank and long messages are rejected, control characters removed, lines kept', async () => {
  const member = await createProMember()
  for (const text of ['', ' \n\t ', '\u0007'])
    expect(await (await write(member, text)).json()).toEqual({
      code: 'invalid-request',
      message: 'Please write a message first.',
    })
  expect(await (await write(member, 'm'.repeat(4001))).json()).toEqual({
    code: 'invalid-request',
    message: 'Message must be at most 4,000 characters.',
  })
  expect((await write(member, 'm'.repeat(200_000))).status).toBe(413)
  await write(member, '  one\r\ntwo\u0007 <script>  ')
  expect(textsOf(await readChat(member))).toEqual(['one\ntwo <script>'])
})

test('chat: at most 20 messages per minute and account', async () => {
  const member = await createProMember()
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1) statuses.push((await write(member, `Message ${count}`)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), 429])
  expect((await write(await createProMember(), 'Another account')).status).toBe(204)
})

test('chat: no other account can read it or mark it as read', async () => {
  const member = await createProMember()
  const other = await createProMember()
  await write(member, 'Between us')
  await answer(member.id, 'Only for you')
  expect((await readChat(other)).messages).toEqual([])
  await markRead(other, 1000)
  expect((await readChat(member)).readByAccount).toBe(0)
  for (const path of [
    apiPaths.adminChats,
    apiPaths.adminChat(member.id),
    apiPaths.adminChatEvents(member.id),
  ])
    expect((await other.fetch(path)).status).toBe(403)
  const stream = await openStream(other, apiPaths.chatEvents)
  expect((await stream.next()).event.messages).toEqual([])
  await write(member, 'Still between us')
  await write(other, 'My own')
  expect(textsOf((await stream.next()).event)).toEqual(['My own'])
  stream.close()
})

test('API-35 chat: operators see unread chats first, and answers are in the audit log', async () => {
  setClock('2031-05-10T16:00:00Z')
  const read = await createProMember()
  const unread = await createProMember()
  await write(unread, 'Still waiting')
  setClock('2031-05-10T16:01:00Z')
  await write(read, 'Newer, but read')
  await operator.post(apiPaths.adminChatRead(read.id), { upTo: 1000 })
  const chats = await listed()
  const names = chats.map(({ username }) => username)
  expect(names.indexOf(unread.username)).toBeLessThan(names.indexOf(read.username))
  expect(chats.find(({ id }) => id === unread.id)).toEqual({
    id: unread.id,
    username: unread.username,
    plan: 'pro',
    unread: 1,
    lastMessage: { author: 'account', text: 'Still waiting', createdAt: '2031-05-10T16:00:00.000Z' },
  })
  expect(chats.find(({ id }) => id === read.id)?.unread).toBe(0)
  const { unreadChats } = await operator.json<Overview>(apiPaths.adminOverview)
  expect(unreadChats).toBe(chats.filter(chat => chat.unread > 0).length)
  await answer(unread.id, 'Here we are')
  expect((await operator.audit())[0]).toBe(`${operator.username} answered ${unread.username} in the chat.`)
})

test('API-35 chat: operators cannot open or answer a chat that does not exist', async () => {
  const { id } = await operator.find(await createMember(filesmith.baseUrl))
  for (const unknown of [id, 'u_unknown'])
    expect([
      (await operator.fetch(apiPaths.adminChat(unknown))).status,
      (await operator.fetch(apiPaths.adminChatEvents(unknown))).status,
      (await operator.post(apiPaths.adminChatMessages(unknown), { text: 'Hello' })).status,
      (await operator.post(apiPaths.adminChatRead(unknown), { upTo: 1 })).status,
    ]).toEqual([404, 404, 404, 404])
})

test('chat: pages of 50 messages, newest first', async () => {
  const member = await createProMember()
  await write(member, 'Message 0')
  for (let count = 1; count <= 60; count += 1) await answer(member.id, `Message ${count}`)
  const newest = await readChat(member)
  expect([textsOf(newest)[0], textsOf(newest).at(-1), newest.hasOlder]).toEqual([
    'Message 11',
    'Message 60',
    true,
  ])
  const older = await readChat(member, `?before=${newest.messages[0]?.position}`)
  expect([textsOf(older)[0], textsOf(older).at(-1), older.hasOlder]).toEqual([
    'Message 0',
    'Message 10',
    false,
  ])
})

test('chat: messages are exported and deleted with the account', async () => {
  const member = await createProMember()
  await write(member, 'Keep this')
  await answer(member.id, 'Certainly')
  const archive = await member.fetch(apiPaths.userExport)
  const files = await readZip(Buffer.from(await archive.arrayBuffer()))
  expect(JSON.parse(files.get('account.json')?.toString() ?? '').chatMessages).toEqual([
    { author: 'account', text: 'Keep this', createdAt: clock.now().toISOString() },
    { author: 'operator', text: 'Certainly', createdAt: clock.now().toISOString() },
  ])
  expect((await member.fetch(apiPaths.user, { method: 'DELETE' })).status).toBe(204)
  for (const table of ['chats', 'chat_messages'])
    expect(await sql(`select 1 from ${table} where account_id = $1`, [member.id])).toEqual([])
  expect((await operator.fetch(apiPaths.adminChat(member.id))).status).toBe(404)
})
