import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failurePage } from '../admin.fixture.ts'
import {
  answers,
  callsTo,
  expandRow,
  neverAnswer,
  noAnswer,
  press,
  reply,
  showSection,
  standInForServer,
  type,
} from '../admin.test-support.tsx'

standInForServer()

const path = '/api/admin/failures'
const lastCall = () => callsTo('GET', path).at(-1)

test('API-35 FailureRow: shows operation and cause, and expands to the engine output', async () => {
  showSection('failures')
  const list = await screen.findByRole('list', { name: 'Failed conversions' })
  const [ours, theirs] = within(list).getAllByRole('button')
  expect(ours?.textContent).toContain('Video conversionAVI to MP4Server')
  expect(ours?.textContent).toContain('Something went wrong on our side.2 KBada')
  expect(theirs?.textContent).toContain('Visitor')
  expect(screen.queryByText(/Conversion failed!/)).toBeNull()
  await expandRow(/Video conversion/)
  expect(screen.getByText(/ffmpeg: Conversion failed!/)).toBeTruthy()
  expect(screen.getByText('ada, 5 attempts')).toBeTruthy()
  await expandRow(/Image conversion/)
  expect(screen.getByText('No engine output.')).toBeTruthy()
})

test('API-35 FailureCodes: an error code toggles a filter', async () => {
  showSection('failures')
  const reason = await screen.findByRole('button', { name: 'file-damaged Input 12 times' })
  expect(screen.getByRole('button', { name: 'internal Server 1 time' })).toBeTruthy()
  fireEvent.click(reason)
  await waitFor(() => expect(lastCall()).toBe(`${path}?code=file-damaged`))
  expect(reason.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(reason)
  await waitFor(() => expect(reason.getAttribute('aria-pressed')).toBe('false'))
})

test('API-35 FailuresSection: filters by cause and operation, and clears a filter without matches', async () => {
  showSection('failures')
  await screen.findByRole('list', { name: 'Failed conversions' })
  answers[`GET ${path}`] = (_, url) =>
    Response.json(url.includes('?') ? { ...failurePage, failures: [] } : failurePage)
  type('Cause', 'true')
  type('Operation', 'convert-pdf')
  await waitFor(() => expect(lastCall()).toBe(`${path}?operation=convert-pdf&isFault=true`))
  expect(await screen.findByText('No matches')).toBeTruthy()
  press('Clear filters')
  expect(await screen.findByRole('list', { name: 'Failed conversions' })).toBeTruthy()
})

test('API-35 FailuresSection: loads more failures', async () => {
  answers[`GET ${path}`] = (_, url) =>
    Response.json(
      url.includes('before=')
        ? { ...failurePage, failures: [{ ...failurePage.failures[0], id: 'c9', ownerName: 'zoe' }] }
        : { ...failurePage, next: 'c2' },
    )
  showSection('failures')
  await screen.findByRole('list', { name: 'Failed conversions' })
  press('Show more')
  expect(await screen.findByText('zoe')).toBeTruthy()
  expect(lastCall()).toBe(`${path}?before=c2`)
  expect(screen.getByText('No more results')).toBeTruthy()
})

test('API-35 FailuresSection: has an empty state', async () => {
  answers[`GET ${path}`] = reply({ failures: [], byCode: [], next: null })
  showSection('failures')
  expect(await screen.findByText('No failures')).toBeTruthy()
})

test.each([
  ['loading', neverAnswer, 'Loading...'],
  ['failed', noAnswer, 'Could not load this page'],
])('API-35 FailuresSection: shows the state %s', async (_what, answer, text) => {
  answers[`GET ${path}`] = answer
  showSection('failures')
  expect(await screen.findByText(text)).toBeTruthy()
})
