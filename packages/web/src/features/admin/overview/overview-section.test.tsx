import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { quietOverview } from '../admin.fixture.ts'
import {
  answers,
  callsTo,
  neverAnswer,
  noAnswer,
  press,
  refuse,
  reply,
  showSection,
  standInForServer,
} from '../admin.test-support.tsx'

standInForServer()

const byHour = quietOverview.lastDay.byHour.map((hour, index) =>
  index === 23 ? { ...hour, succeeded: 4, failed: 1 } : hour,
)
const busy = {
  ...quietOverview,
  queue: [
    {
      queueClass: 'short',
      engines: ['sharp'],
      waiting: 4,
      running: 1,
      oldestWaitSeconds: 75,
      isStranded: false,
    },
    {
      queueClass: 'long',
      engines: ['speech'],
      waiting: 1,
      running: 0,
      oldestWaitSeconds: 7,
      isStranded: true,
    },
  ],
  lastDay: { succeeded: 4, failed: 1, cancelled: 0, medianSeconds: 0.4, p95Seconds: 65, byHour },
}

test('API-35 OverviewSection: a healthy installation shows an all-clear and its key figures', async () => {
  showSection('overview')
  expect(await screen.findByText('Nothing needs attention.')).toBeTruthy()
  expect(screen.getByText('Queue is empty.')).toBeTruthy()
  expect(screen.getByText('No conversions in the last 24 hours.')).toBeTruthy()
  expect(screen.getAllByText('No data yet')).toHaveLength(2)
  expect(screen.getByText('5 MB')).toBeTruthy()
})

test('API-35 QueueBlock: groups the queue by class and engines; stranded jobs come first', async () => {
  answers['GET /api/admin/overview'] = reply(busy)
  showSection('overview')
  const attention = await screen.findByRole('region', { name: 'Needs attention' })
  expect(attention.textContent).toContain(
    '1 conversion blocked: Speech (Whisper) not available on any worker.',
  )
  const rows = within(screen.getByRole('region', { name: 'Queue' }))
    .getAllByRole('row')
    .slice(1)
  expect(
    rows.map(row =>
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ),
  ).toEqual([
    ['4', '1', '1 min 15 s'],
    ['1', '0', '7 s'],
  ])
  expect(rows[1]?.textContent).toContain('Blocked')
})

test('API-35 LastDayBlock: has a bar chart and a table for screen readers', async () => {
  answers['GET /api/admin/overview'] = reply(busy)
  showSection('overview')
  const table = await screen.findByRole('table', { name: 'Last 24 hours' })
  // The class has no effect on the height of a table, which would leave an empty space below the page.
  expect([table.className, table.parentElement?.className]).toEqual(['', 'sr-only'])
  const rows = within(table).getAllByRole('row')
  expect(rows).toHaveLength(25)
  expect(rows.at(-1)?.textContent).toBe('This hour41')
  expect(screen.getByRole('slider', { name: 'Hour' }).getAttribute('aria-valuetext')).toBe(
    'This hour: 4 succeeded, 1 failed',
  )
  expect(screen.getByText('Under 1 s')).toBeTruthy()
  expect(screen.getByText('1 min 05 s')).toBeTruthy()
})

/** Fake time that also advances by itself would never be caught up with on a busy machine. */
async function showWithFakeTime() {
  vi.useFakeTimers()
  showSection('overview')
  await act(() => vi.dynamicImportSettled())
  await advance(0)
}
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('API-35 OverviewSection: refreshes while visible, keeps the focus and reports a failed refresh', async () => {
  await showWithFakeTime()
  const slider = screen.getByRole('slider', { name: 'Hour' })
  slider.focus()
  answers['GET /api/admin/overview'] = reply({ ...quietOverview, users: 41 })
  await advance(5100)
  expect(screen.getByText('41')).toBeTruthy()
  expect(document.activeElement).toBe(slider)
  answers['GET /api/admin/overview'] = noAnswer
  await advance(5100)
  expect(screen.getByText(/Could not refresh/)).toBeTruthy()
  expect(screen.getByText('41')).toBeTruthy()
  answers['GET /api/admin/overview'] = reply(quietOverview)
  await advance(5100)
  expect(screen.queryByText(/Could not refresh/)).toBeNull()
})

test('API-35 useAdminQuery: does not poll in a hidden tab and refetches when it becomes visible', async () => {
  await showWithFakeTime()
  expect(screen.getByText('Nothing needs attention.')).toBeTruthy()
  const isSeen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const asked = callsTo('GET', '/api/admin/overview').length
  await advance(20_000)
  expect(callsTo('GET', '/api/admin/overview')).toHaveLength(asked)
  isSeen.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await advance(0)
  expect(callsTo('GET', '/api/admin/overview').length).toBeGreaterThan(asked)
})

test('API-35 Loaded: shows a skeleton while loading, and a failure that can be retried', async () => {
  answers['GET /api/admin/overview'] = neverAnswer
  showSection('overview')
  expect(screen.getByText('Loading...')).toBeTruthy()
})

test('API-35 Loaded: shows the error message of the server', async () => {
  answers['GET /api/admin/overview'] = refuse(503, 'unavailable', 'The database is away.')
  showSection('overview')
  expect(await screen.findByText('The database is away.')).toBeTruthy()
  answers['GET /api/admin/overview'] = reply(quietOverview)
  press('Try again')
  expect(await screen.findByText('Nothing needs attention.')).toBeTruthy()
})
