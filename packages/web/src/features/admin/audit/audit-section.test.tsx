import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { auditEntry } from '../admin.fixture.ts'
import {
  answers,
  callsTo,
  neverAnswer,
  noAnswer,
  press,
  reply,
  showSection,
  standInForServer,
  type,
} from '../admin.test-support.tsx'

standInForServer()

const path = '/api/admin/audit'
const entries = () =>
  within(screen.getByRole('list', { name: 'Audit log' }))
    .getAllByRole('listitem')
    .map(entry => entry.textContent)

test('API-35 AuditSection: lists who did what, and shows an unknown action by its id', async () => {
  answers[`GET ${path}`] = reply({
    entries: [auditEntry, { ...auditEntry, id: 'a0', action: 'moon-painted', summary: 'ada moon-painted.' }],
    next: null,
  })
  showSection('audit')
  await screen.findByText('ada suspended bob.')
  expect(entries()[0]).toContain('ada suspended bob.Account suspended')
  expect(entries()[1]).toContain('ada moon-painted.moon-painted')
})

test('API-35 AuditSection: filters by action and loads more entries', async () => {
  answers[`GET ${path}`] = (_, url) =>
    Response.json(
      url.includes('before=')
        ? { entries: [{ ...auditEntry, id: 'a9', summary: 'ada suspended zoe.' }], next: null }
        : { entries: [auditEntry], next: 'a1' },
    )
  showSection('audit')
  await screen.findByText('ada suspended bob.')
  type('Action', 'account-suspended')
  await waitFor(() => expect(callsTo('GET', path).at(-1)).toBe(`${path}?action=account-suspended`))
  const more = screen.getByRole<HTMLButtonElement>('button', { name: 'Show more' })
  await waitFor(() => expect(more.disabled).toBe(false))
  press('Show more')
  expect(await screen.findByText('ada suspended zoe.')).toBeTruthy()
  expect(entries()).toHaveLength(2)
})

test.each([
  ['loading', neverAnswer, 'Loading...'],
  ['failed', noAnswer, 'Could not load this page'],
  ['empty', reply({ entries: [], next: null }), 'No entries yet'],
])('API-35 AuditSection: shows the state %s', async (_what, answer, text) => {
  answers[`GET ${path}`] = answer
  showSection('audit')
  expect(await screen.findByText(text)).toBeTruthy()
})
