import type { PastConversion } from '@filesmith/contract/schemas/conversion-history'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '../../../lib/job/job-events.fixture.ts'
import { toasts } from '../../../lib/toast-store.ts'
import {
  ago,
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
beforeEach(() => {
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
})

const hourSeconds = 60 * 60
const photo: PastConversion = {
  id: 'c7',
  fileName: 'harbour.heic',
  fileType: 'image',
  originalFormat: 'heic',
  convertedFormat: 'webp',
  originalSize: 4 * 1024 * 1024,
  fileSize: 1536,
  status: 'succeeded',
  errorMessage: null,
  createdAt: ago(5 * 60),
  expiresAt: ago(-24 * hourSeconds),
  canRepeat: true,
}
const broken: PastConversion = {
  ...photo,
  id: 'c8',
  fileName: 'broken.gif',
  status: 'failed',
  fileSize: null,
  errorMessage: 'This GIF file is damaged or incomplete and cannot be read.',
}
const video: PastConversion = {
  ...photo,
  id: 'c9',
  fileName: 'clip.mov',
  fileType: 'video',
  status: 'running',
  fileSize: null,
}

function showRows(rows: readonly PastConversion[], next: string | null = null) {
  answers['GET /api/conversions'] = () => Response.json({ conversions: rows, next })
  showSection('usage')
  return screen.findByRole('list', { name: 'Past conversions' })
}

const rows = () =>
  within(screen.getByRole('list', { name: 'Past conversions' }))
    .getAllByRole('listitem')
    .map(row => row.querySelector('.truncate')?.textContent)
const rowOf = (name: string) => screen.getByText(name).closest('li') as HTMLElement
const accepted = (id: string) => () =>
  Response.json(
    { id, statusUrl: `/api/conversions/${id}`, eventsUrl: `/api/conversions/${id}/events` },
    { status: 202 },
  )

test('PastConversionRow: shows name, formats, sizes, time and outcome, and downloads by navigation', async () => {
  await showRows([photo])
  const row = within(rowOf('harbour.heic'))
  for (const text of ['Completed', 'HEIC', 'WEBP', '4 MB', '1.5 KB', '5 minutes ago'])
    expect(row.getByText(text)).toBeTruthy()
  const link = row.getByRole('link', { name: 'Download harbour.heic as WEBP' })
  expect(link.getAttribute('href')).toBe('/api/download/c7')
})

test('PastConversionRow: a failed conversion shows the reason; an expired one has no download', async () => {
  const past = ago(60)
  const gone = { ...photo, id: 'c4', fileName: 'gone.png', status: 'expired', canRepeat: false } as const
  await showRows([broken, { ...photo, fileName: 'late.heic', expiresAt: past }, gone])
  expect(
    within(rowOf('broken.gif')).getByText('This GIF file is damaged or incomplete and cannot be read.'),
  ).toBeTruthy()
  for (const name of ['late.heic', 'gone.png']) {
    expect(within(rowOf(name)).getByText('Expired')).toBeTruthy()
    expect(within(rowOf(name)).queryByRole('link')).toBeNull()
  }
  expect(within(rowOf('gone.png')).queryByRole('button', { name: /Repeat/ })).toBeNull()
})

test('HistoryFilters: kind, status and name filter on the server', async () => {
  await showRows([photo])
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'image' } })
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'succeeded' } })
  type('Search by name', ' harbour ')
  await waitFor(() =>
    expect(callsTo('GET', '/api/conversions').at(-1)).toBe(
      '/api/conversions?fileType=image&status=succeeded&search=harbour',
    ),
  )
})

test('PastConversions: without matches, the filters can be cleared', async () => {
  await showRows([photo])
  answers['GET /api/conversions'] = (_body, url) =>
    Response.json({ conversions: url.includes('?') ? [] : [photo], next: null })
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'audio' } })
  expect(await screen.findByText('No matching conversions')).toBeTruthy()
  press('Clear filters')
  expect(await screen.findByText('harbour.heic')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('')
})

test('PastConversions: loads older rows page by page until the end', async () => {
  await showRows([photo], 'page2')
  answers['GET /api/conversions'] = () => Response.json({ conversions: [broken], next: null })
  press('Show more')
  await waitFor(() => expect(rows()).toEqual(['harbour.heic', 'broken.gif']))
  expect(callsTo('GET', '/api/conversions').at(-1)).toBe('/api/conversions?before=page2')
  expect(screen.getByText('No more results')).toBeTruthy()
})

test('useHistoryActions: a repeated conversion is added at the top and followed until it finishes', async () => {
  await showRows([broken, photo])
  answers['POST /api/conversions/c7/repeat'] = accepted('c10')
  press('Repeat harbour.heic')
  await waitFor(() => expect(rows()).toEqual(['harbour.heic', 'broken.gif', 'harbour.heic']))
  const top = within(screen.getAllByText('harbour.heic')[0]?.closest('li') as HTMLElement)
  expect(top.getByText('Waiting')).toBeTruthy()
  expect(FakeEventSource.latest().url).toBe('/api/conversions/c10/events')
  act(() => FakeEventSource.latest().say('state', { id: 'c10', percent: 40 }))
  expect(
    top.getByRole('progressbar', { name: 'Progress of harbour.heic' }).getAttribute('aria-valuenow'),
  ).toBe('40')
  const end = {
    id: 'c10',
    status: 'succeeded',
    percent: 100,
    resultSize: 2048,
    expiresAt: photo.expiresAt,
  } as const
  act(() => FakeEventSource.latest().say('state', end))
  expect(await top.findByText('Completed')).toBeTruthy()
  expect(top.getByText('2 KB')).toBeTruthy()
  expect(top.getByRole('link').getAttribute('href')).toBe('/api/download/c10')
  await waitFor(() => expect(callsTo('GET', '/api/usage').length).toBeGreaterThan(1))
})

test('ALLOW-14 useHistoryActions: shows the error and a link to the plans when the allowance is used up', async () => {
  await showRows([photo])
  const message = "You've used all 10 of today's conversions. Your limit resets in 5 hours, at midnight UTC."
  answers['POST /api/conversions/c7/repeat'] = refuse(429, 'allowance-used', message)
  press('Repeat harbour.heic')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Could not convert again',
      description: message,
      action: { to: '/premium/plans' },
    }),
  )
  expect(rows()).toEqual(['harbour.heic'])
})

test('useHistoryActions: a retried conversion keeps its row', async () => {
  await showRows([photo, broken])
  answers['POST /api/conversions/c8/retry'] = accepted('c8')
  press('Try again: broken.gif')
  expect(await within(rowOf('broken.gif')).findByText('Waiting')).toBeTruthy()
  expect(rows()).toEqual(['harbour.heic', 'broken.gif'])
  expect(FakeEventSource.latest().url).toBe('/api/conversions/c8/events')
})

test('useHistoryActions: a running conversion can be canceled, and shows when it has stopped', async () => {
  await showRows([video])
  answers['DELETE /api/conversions/c9'] = done
  press('Cancel clip.mov')
  await waitFor(() => expect(callsTo('DELETE', '/api/conversions/c9')).toHaveLength(1))
  act(() => FakeEventSource.latest().say('state', { id: 'c9', status: 'cancelled' }))
  expect(await within(rowOf('clip.mov')).findByText('Canceled')).toBeTruthy()
})

test('useHistoryActions: canceling a conversion that has just finished removes its row, since its result is deleted', async () => {
  await showRows([video, photo])
  answers['DELETE /api/conversions/c9'] = (body, url) => {
    // The event of its end arrives before the response.
    FakeEventSource.latest().say('state', { id: 'c9', status: 'succeeded', percent: 100, resultSize: 2048 })
    return done(body, url)
  }
  answers['GET /api/conversions/c9'] = refuse(404, 'conversion-not-found', 'No such conversion.')
  press('Cancel clip.mov')
  await waitFor(() => expect(rows()).toEqual(['harbour.heic']))
})

test('PastConversions: follows only the three oldest running conversions', async () => {
  const waiting = [1, 2, 3, 4, 5].map(number => ({ ...video, id: `w${number}`, fileName: `${number}.mov` }))
  await showRows(waiting)
  expect(FakeEventSource.opened.map(({ url }) => url)).toEqual([
    '/api/conversions/w3/events',
    '/api/conversions/w4/events',
    '/api/conversions/w5/events',
  ])
  const oldest = FakeEventSource.opened[2]
  act(() => oldest?.say('state', { id: 'w5', status: 'failed', error: { code: 'x', message: 'No.' } }))
  expect(await screen.findByText('No.')).toBeTruthy()
  await waitFor(() => expect(FakeEventSource.latest().url).toBe('/api/conversions/w2/events'))
})

test('useHistoryActions: a deleted conversion disappears immediately, and the next row gets the focus', async () => {
  await showRows([photo, broken])
  answers['DELETE /api/conversions/c7'] = done
  press('Delete harbour.heic')
  expect(rows()).toEqual(['broken.gif'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete broken.gif' }))
  await waitFor(() => expect(toasts.current()?.title).toBe('Deleted'))
  expect(rows()).toEqual(['broken.gif'])
})

test('useHistoryActions: a conversion that cannot be deleted is restored with the reason', async () => {
  await showRows([photo, broken])
  answers['DELETE /api/conversions/c7'] = refuse(503, 'unavailable', 'Not at the moment.')
  press('Delete harbour.heic')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({ title: 'Could not delete', description: 'Not at the moment.' }),
  )
  await waitFor(() => expect(rows()).toEqual(['harbour.heic', 'broken.gif']))
})

test('PastConversions: an empty history links to the converter', async () => {
  showSection('usage')
  expect(await screen.findByText('No conversions yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Convert a file' }).getAttribute('href')).toBe('/')
})

test('PastConversions: a load failure can be retried', async () => {
  answers['GET /api/conversions'] = () => new Response('', { status: 500 })
  showSection('usage')
  expect(await screen.findByText('Could not load your past conversions')).toBeTruthy()
  answers['GET /api/conversions'] = () => Response.json({ conversions: [photo], next: null })
  press('Try again')
  expect(await screen.findByText('harbour.heic')).toBeTruthy()
})
