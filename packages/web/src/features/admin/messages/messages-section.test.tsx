import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import { message } from '../admin.fixture.ts'
import {
  answers,
  callsTo,
  expandRow,
  neverAnswer,
  noAnswer,
  press,
  refuse,
  reply,
  showSection,
  standInForServer,
} from '../admin.test-support.tsx'
import { replyAddress } from './messages-section.tsx'

standInForServer()

const path = '/api/admin/messages'
const none = { messages: [], next: null }

test('API-35 MessageRow: expands to the full text and has a mailto link to reply', async () => {
  showSection('messages')
  expect(callsTo('GET', path)).toEqual([`${path}?state=open`])
  await expandRow(/HEIC files/)
  expect(screen.getByText('Cleo <cleo@example.com>')).toBeTruthy()
  expect(screen.getByText('None (visitor)')).toBeTruthy()
  expect(screen.getByText('Not emailed')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Reply by email to Cleo' }).getAttribute('href')).toBe(
    'mailto:cleo%40example.com?subject=Re%3A%20HEIC%20files&body=%0D%0A%0D%0A%3E%20Hello%2C%0A%3E%20can%20you%20read%20HEIC%3F',
  )
})

test('API-35 replyAddress: a message cannot inject header fields into the mailto link', () => {
  const address = replyAddress({ ...message, email: 'a@b.example?cc=all@c.example', subject: 'x&bcc=y' })
  expect(new URL(address).searchParams.get('cc')).toBeNull()
  expect([...new URL(address).searchParams.keys()]).toEqual(['subject', 'body'])
})

test('API-35 MessagesSection: a handled message leaves the open list, and the focus stays on the list', async () => {
  showSection('messages')
  await expandRow(/HEIC files/)
  answers['PATCH /api/admin/messages/m1'] = () => {
    answers[`GET ${path}`] = reply(none)
    return Response.json({ ...message, handledAt: '2026-11-15T10:00:00.000Z' })
  }
  await act(async () => press('Mark as handled'))
  expect(callsTo('PATCH', '/api/admin/messages/m1')).toEqual([{ isHandled: true }])
  expect(await screen.findByText('No open messages')).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: 'Marked as handled' })
  expect(document.activeElement?.textContent).toMatch(/^No open messages/)
})

test('API-35 MessageActions: marks a message as not spam and reopens a handled one', async () => {
  answers[`GET ${path}`] = (_, url) =>
    Response.json({
      messages: [
        url.endsWith('suspected')
          ? { ...message, isSuspected: true }
          : { ...message, handledAt: '2026-11-15T10:00:00.000Z' },
      ],
      next: null,
    })
  answers['PATCH /api/admin/messages/m1'] = reply(message)
  showSection('messages')
  fireEvent.click(screen.getByRole('radio', { name: 'Spam' }))
  await waitFor(() => expect(callsTo('GET', path).at(-1)).toBe(`${path}?state=suspected`))
  await expandRow(/Suspected spam/)
  await act(async () => press('Not spam'))
  fireEvent.click(screen.getByRole('radio', { name: 'Handled' }))
  await screen.findByText('Reopen')
  await act(async () => press('Reopen'))
  expect(callsTo('PATCH', '/api/admin/messages/m1')).toEqual([{ isSuspected: false }, { isHandled: false }])
})

test('API-35 MessageActions: shows the error of the server and keeps the message', async () => {
  showSection('messages')
  await expandRow(/HEIC files/)
  answers['PATCH /api/admin/messages/m1'] = refuse(404, 'message-not-found', 'Message not found.')
  await act(async () => press('Mark as handled'))
  expect(toasts.current()).toMatchObject({
    title: 'Nothing was changed',
    description: 'Message not found.',
    variant: 'destructive',
  })
  expect(screen.getByRole('button', { name: /HEIC files/ })).toBeTruthy()
})

test.each([
  ['loading', neverAnswer, 'Loading...'],
  ['failed', noAnswer, 'Could not load this page'],
  ['empty', reply(none), 'No open messages'],
])('API-35 MessagesSection: shows the state %s', async (_what, answer, text) => {
  answers[`GET ${path}`] = answer
  showSection('messages')
  expect(await screen.findByText(text)).toBeTruthy()
})
