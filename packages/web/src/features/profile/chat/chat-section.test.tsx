import type { User } from '@filesmith/contract/schemas/account'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { chatEvent, chatMessage } from '../../../lib/chat/chat.fixture.ts'
import { FakeEventSource } from '../../../lib/job/job-events.fixture.ts'
import {
  ada,
  address,
  answers,
  callsTo,
  done,
  press,
  refuse,
  showSection,
  standInForServer,
  type,
} from '../profile.test-support.tsx'

standInForServer()

const pro: User = { ...ada, subscriptionPlan: 'pro', subscription: { plan: 'pro', expiryDate: null } }
const basic: User = { ...ada, subscriptionPlan: 'basic', subscription: { plan: 'basic', expiryDate: null } }
const answer = chatMessage(3, { author: 'operator', text: 'Here is\nthe <b>answer</b>.' })

beforeEach(() => {
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  answers['POST /api/user/chat/messages'] = done
  answers['POST /api/user/chat/read'] = done
})

const stream = () => FakeEventSource.latest()
const receive = (...args: Parameters<typeof chatEvent>) => act(() => stream().send(chatEvent(...args)))
const log = () => screen.getByRole('log', { name: 'Messages' })
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Your message')
const sent = () => callsTo('POST', '/api/user/chat/messages')
const marked = () => callsTo('POST', '/api/user/chat/read')

test.each([
  ['Free', ada],
  ['Basic', basic],
])(
  'PLAN-23 ChatSection: on %s it says that chat support is part of Pro, with a link to the plans',
  (_, user) => {
    showSection('chat', user)
    receive([])
    expect(screen.getByRole('heading', { name: 'Chat support is part of Pro' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/plans')
    expect(screen.queryByRole('log')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  },
)

test('ChatSection: the button in the header opens it, beside the four sections', () => {
  showSection('account', pro)
  const link = screen.getByRole('link', { name: 'Chat Support' })
  expect(link.getAttribute('aria-current')).toBeNull()
  fireEvent.click(link)
  expect(address()).toBe('/profile?section=chat')
  expect(link.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('heading', { name: 'Chat Support', level: 2 })).toBeTruthy()
  expect(stream().url).toBe('/api/user/chat/events')
})

test('ChatSection: messages appear live in a log, as text, with who wrote them', () => {
  showSection('chat', pro)
  expect(screen.getByText('Loading messages...')).toBeTruthy()
  receive([chatMessage(2, { text: 'A question' })])
  receive([answer], { isContinuation: true })
  expect(log().getAttribute('aria-live')).toBe('polite')
  expect(within(log()).getByText('A question')).toBeTruthy()
  expect(within(log()).getByText(/Here is\s+the <b>answer<\/b>\./)).toBeTruthy()
  expect(within(log()).getByText('You')).toBeTruthy()
  expect(within(log()).getByText('Support')).toBeTruthy()
})

test('ChatSection: repeated messages are shown once, and a new page replaces the old one', () => {
  showSection('chat', pro)
  receive([chatMessage(2)])
  receive([chatMessage(2), chatMessage(4)], { isContinuation: true })
  expect(
    within(log())
      .getAllByText(/^Message/)
      .map(({ textContent }) => textContent),
  ).toEqual(['Message 2', 'Message 4'])
  receive([chatMessage(90)])
  expect(
    within(log())
      .getAllByText(/^Message/)
      .map(({ textContent }) => textContent),
  ).toEqual(['Message 90'])
})

test('ChatSection: answers are marked as read, but not in a hidden tab', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  showSection('chat', pro)
  receive([chatMessage(2), answer])
  expect(marked()).toEqual([])
  visibility.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(marked()).toEqual([{ upTo: 3 }]))
  receive([], { isContinuation: true, readByAccount: 3 })
  receive([chatMessage(5)], { isContinuation: true, readByAccount: 3 })
  expect(marked()).toEqual([{ upTo: 3 }])
})

test('ChatSection: shows which own message was seen', () => {
  showSection('chat', pro)
  receive([chatMessage(2), chatMessage(4)], { readByOperators: 3 })
  const [first, second] = within(log()).getAllByText(/^Message/)
  expect(first?.parentElement?.textContent).toContain('Seen')
  expect(second?.parentElement?.textContent).not.toContain('Seen')
})

test('ChatSection: Enter sends, Shift+Enter does not, and the focus stays in the emptied box', async () => {
  showSection('chat', pro)
  receive([])
  expect(screen.getByText('Enter sends, Shift+Enter starts a new line.')).toBeTruthy()
  box().focus()
  type('Your message', 'Hello')
  fireEvent.keyDown(box(), { key: 'Enter', shiftKey: true })
  fireEvent.keyDown(box(), { key: 'Enter', isComposing: true })
  expect(sent()).toEqual([])
  fireEvent.keyDown(box(), { key: 'Enter' })
  await waitFor(() => expect(sent()).toEqual([{ text: 'Hello' }]))
  await waitFor(() => expect(box().value).toBe(''))
  expect(document.activeElement).toBe(box())
})

test('ChatSection: a blank message is not sent', async () => {
  showSection('chat', pro)
  receive([])
  type('Your message', ' \n ')
  press('Send')
  expect(await screen.findByText('Please write a message first.')).toBeTruthy()
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
})

test('ChatSection: a rejected message stays in the box, with the reason', async () => {
  answers['POST /api/user/chat/messages'] = refuse(429, 'too-many-attempts', 'Too many attempts.')
  showSection('chat', pro)
  receive([])
  type('Your message', 'Hello')
  press('Send')
  expect(await screen.findByText('Too many attempts.')).toBeTruthy()
  expect(box().value).toBe('Hello')
  answers['POST /api/user/chat/messages'] = () => Promise.reject(new TypeError('Failed to fetch'))
  press('Send')
  expect(await screen.findByText(/could not reach the server/)).toBeTruthy()
  expect(box().value).toBe('Hello')
})

test('PLAN-23 ChatSection: after a downgrade messages can be read, but not written', () => {
  showSection('chat', ada)
  receive([chatMessage(2, { text: 'While on Pro' })])
  expect(within(log()).getByText('While on Pro')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText(/Writing new ones is part of the Pro plan/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See plans' })).toBeTruthy()
})

test('ChatSection: earlier messages are loaded on request', async () => {
  answers['GET /api/user/chat'] = () => Response.json(chatEvent([chatMessage(2), chatMessage(3)]))
  showSection('chat', pro)
  receive([chatMessage(60)], { hasOlder: true })
  press('Show earlier messages')
  expect(await within(log()).findByText('Message 2')).toBeTruthy()
  expect(callsTo('GET', '/api/user/chat')).toEqual(['/api/user/chat?before=60'])
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(log()))
})

test('ChatSection: says that the connection is lost, and recovers', () => {
  showSection('chat', pro)
  receive([chatMessage(2)])
  act(() => void stream().dispatchEvent(new Event('error')))
  expect(screen.getByText('Connection lost. Reconnecting...')).toBeTruthy()
  receive([answer], { isContinuation: true })
  expect(screen.queryByText('Connection lost. Reconnecting...')).toBeNull()
})
