import type { AdminChat, AdminChatView } from '@filesmith/contract/schemas/chat'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { chatEvent, chatMessage } from '../../../lib/chat/chat.fixture.ts'
import { FakeEventSource } from '../../../lib/job/job-events.fixture.ts'
import {
  answers,
  callsTo,
  noAnswer,
  press,
  refuse,
  reply,
  showSection,
  standInForServer,
  type,
} from '../admin.test-support.tsx'

standInForServer()

const bob: AdminChat = {
  id: 'u_bob',
  username: 'bob',
  plan: 'pro',
  unread: 2,
  lastMessage: { author: 'account', text: 'Anybody there?', createdAt: '2026-11-15T10:00:00.000Z' },
}
const ada: AdminChat = {
  id: 'u_ada',
  username: 'ada',
  plan: 'free',
  unread: 0,
  lastMessage: { author: 'operator', text: 'You are welcome.', createdAt: '2026-11-16T10:00:00.000Z' },
}
const view: AdminChatView = { ...chatEvent([chatMessage(2)]), username: 'bob', plan: 'pro' }

beforeEach(() => {
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  answers['GET /api/admin/chats'] = reply({ chats: [bob, ada], next: null })
  answers['GET /api/admin/chats/u_bob'] = reply(view)
  answers['POST /api/admin/chats/u_bob/messages'] = () => new Response(null, { status: 204 })
  answers['POST /api/admin/chats/u_bob/read'] = () => new Response(null, { status: 204 })
})

const rows = async () => within(await screen.findByRole('list', { name: 'Chats' })).getAllByRole('listitem')
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer')
const receive = (...args: Parameters<typeof chatEvent>) =>
  act(() => FakeEventSource.latest().send(chatEvent(...args)))

async function openBob() {
  showSection('chats', '?chat=u_bob')
  await screen.findByRole('heading', { name: 'Chat with bob' })
}

test('API-35 ChatsSection: lists chats as ordered by the server, with unread messages and plan', async () => {
  showSection('chats')
  const [first, second] = await rows()
  expect(first?.textContent).toMatch(/^bob2 unreadAnybody there\?/)
  expect(second?.textContent).toMatch(/^adaFreeAnswered: You are welcome\./)
  expect(screen.getByRole('link', { name: /^bob/ }).getAttribute('href')).toBe('/admin/chats?chat=u_bob')
})

test('API-35 ChatsSection: an event reloads the list', async () => {
  answers['GET /api/admin/chats'] = reply({ chats: [], next: null })
  showSection('chats')
  expect(await screen.findByText('No chats yet')).toBeTruthy()
  expect(FakeEventSource.latest().url).toBe('/api/admin/chats/events')
  answers['GET /api/admin/chats'] = reply({ chats: [bob], next: null })
  act(() => FakeEventSource.latest().send({ unread: 1 }))
  expect(await rows()).toHaveLength(1)
})

test('API-35 ChatsSection: opens a chat with the focus in the answer box, and returns the focus to the list', async () => {
  showSection('chats')
  fireEvent.click(await screen.findByRole('link', { name: /^bob/ }))
  await screen.findByRole('heading', { name: 'Chat with bob' })
  receive([chatMessage(2)])
  expect(document.activeElement).toBe(box())
  fireEvent.click(screen.getByRole('link', { name: 'All chats' }))
  const list = await screen.findByRole('list', { name: 'Chats' })
  expect(document.activeElement?.contains(list)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('API-35 ChatView: messages appear live, are marked as read, and name the operator who answered', async () => {
  await openBob()
  expect(FakeEventSource.latest().url).toBe('/api/admin/chats/u_bob/events')
  receive([chatMessage(2, { text: 'A question' })])
  await waitFor(() => expect(callsTo('POST', '/api/admin/chats/u_bob/read')).toEqual([{ upTo: 2 }]))
  receive([chatMessage(4, { author: 'operator', operatorName: 'mara', text: 'An answer' })], {
    isContinuation: true,
    readByOperators: 2,
  })
  const log = within(screen.getByRole('log'))
  for (const text of ['bob', 'A question', 'mara', 'An answer']) expect(log.getByText(text)).toBeTruthy()
})

test('API-35 ChatView: Enter sends the answer', async () => {
  await openBob()
  receive([chatMessage(2)])
  type('Your answer', 'Hello bob')
  fireEvent.keyDown(box(), { key: 'Enter' })
  await waitFor(() =>
    expect(callsTo('POST', '/api/admin/chats/u_bob/messages')).toEqual([{ text: 'Hello bob' }]),
  )
  await waitFor(() => expect(box().value).toBe(''))
})

test('API-35 ChatView: a failed answer stays in the box', async () => {
  answers['POST /api/admin/chats/u_bob/messages'] = noAnswer
  await openBob()
  receive([chatMessage(2)])
  type('Your answer', 'Hello bob')
  press('Send')
  expect(await screen.findByText(/could not reach the server/)).toBeTruthy()
  expect(box().value).toBe('Hello bob')
})

test('API-35 ChatView: says that an account without Pro cannot reply', async () => {
  answers['GET /api/admin/chats/u_bob'] = reply({ ...view, plan: 'basic' })
  await openBob()
  expect(screen.getByText('This account is on Basic: it can read your answer, but not reply.')).toBeTruthy()
})

test('API-35 ChatView: shows the reason if the chat does not exist, with a way back', async () => {
  answers['GET /api/admin/chats/u_bob'] = refuse(404, 'chat-not-found', 'Chat not found.')
  showSection('chats', '?chat=u_bob')
  expect(await screen.findByText('Chat not found.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All chats' }).getAttribute('href')).toBe('/admin/chats')
})
