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

test('API-35 the log says who did what, one of a newer version by its name', async () => {
  answers[`GET ${path}`] = reply({
    entries: [auditEntry, { ...auditEntry, id: 'a0', action: 'moon-painted', summary: 'ada moon-painted.' }],
    next: null,
  })
  showSection('audit')
  await screen.findByText('ada suspended bob.')
  expect(entries()[0]).toContain('ada suspended bob.Account suspended')
  expect(entries()[1]).toContain('ada moon-painted.moon-painted')
})

test('API-35 the log is filtered by action, and more is loaded', async () => {
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
  ['on its way', neverAnswer, 'Loading...'],
  ['failed', noAnswer, 'Could not load this page'],
  ['empty', reply({ entries: [], next: null }), 'No entries yet'],
])('API-35 a log that is %s says so', async (_what, answer, words) => {
  answers[`GET ${path}`] = answer
  showSection('audit')
  expect(await screen.findByText(words)).toBeTruthy()
})
