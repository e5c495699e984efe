import type { RecentConversion } from '@filesmith/contract/schemas/conversion'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toast-store.ts'
import { RecentConversions } from './recent-conversions.tsx'

const conversion: RecentConversion = {
  id: 'c7',
  fileName: 'harbour at dusk.heic',
  fileType: 'image',
  originalFormat: 'heic',
  convertedFormat: 'webp',
  fileSize: 1536,
  createdAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  isExpired: false,
  expiresAt: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
}

afterEach(() => {
  // Otherwise the next test would start with its hidden entries.
  undo()
  toasts.dismissCurrent()
  cleanup()
  vi.unstubAllGlobals()
})

function undo(): void {
  const action = toasts.current()?.action
  if (action?.label === 'Undo' && 'onSelect' in action) act(action.onSelect)
}

const closeToast = () => act(() => toasts.dismissCurrent())

function showPanel(answer: typeof fetch) {
  const visitor = Response.json({ authenticated: false, user: null })
  const standIn: typeof fetch = async (url, init) =>
    url === '/api/auth/status' ? visitor.clone() : answer(url, init)
  vi.stubGlobal('fetch', standIn)
  const queryClient = createQueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      <RecentConversions />
    </QueryClientProvider>,
  )
  return queryClient
}

test('REC-01 RecentConversions: the panel opens and closes', async () => {
  showPanel(async () => Response.json([]))
  const button = screen.getByRole('button', { name: 'Recent Conversions' })
  expect(await screen.findByText('No recent conversions found.')).toBeTruthy()
  fireEvent.click(button)
  expect(screen.queryByText('No recent conversions found.')).toBeNull()
  fireEvent.click(button)
  expect(screen.getByText('No recent conversions found.')).toBeTruthy()
})

test('REC-02 REC-03 RecentConversions: shows the loading and the empty state', async () => {
  showPanel(async () => Response.json([]))
  expect(screen.getByText('Loading recent conversions...')).toBeTruthy()
  expect(await screen.findByText('No recent conversions found.')).toBeTruthy()
})

test('REC-04 RecentConversions: a load failure is shown and can be retried', async () => {
  let isBroken = true
  showPanel(async () => (isBroken ? new Response('', { status: 500 }) : Response.json([conversion])))
  expect(await screen.findByText('Failed to fetch recent conversions')).toBeTruthy()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByTitle('harbour at dusk.heic')).toBeTruthy()
})

test('REC-04 RecentConversions: a response that is not a list is a failure', async () => {
  showPanel(async () => Response.json({ surprise: true }))
  expect(await screen.findByText('Failed to fetch recent conversions')).toBeTruthy()
})

test('REC-05 REC-06 RecentEntry: shows name, formats, size and time, and downloads by navigation', async () => {
  showPanel(async () => Response.json([conversion]))
  const entry = await screen.findByRole('listitem')
  expect(within(entry).getByTitle('harbour at dusk.heic').textContent).toBe('harbour at dusk.heic')
  for (const words of ['HEIC', 'WEBP', '1.5 KB', '5 minutes ago'])
    expect(within(entry).getByText(words)).toBeTruthy()
  const link = within(entry).getByRole('link', { name: 'Download harbour at dusk.heic as WEBP' })
  expect(link.getAttribute('href')).toBe('/api/download/c7')
})

test('REC-07 RecentConversions: a new conversion appears when the query is invalidated', async () => {
  const list: RecentConversion[] = []
  const queryClient = showPanel(async () => Response.json(list))
  await screen.findByText('No recent conversions found.')
  list.push(conversion)
  await queryClient.invalidateQueries({ queryKey: ['/api/conversions/recent'] })
  expect(await screen.findByTitle('harbour at dusk.heic')).toBeTruthy()
})

const second = { ...conversion, id: 'c8', fileName: 'song.wav', fileType: 'audio' } as const
const third = { ...conversion, id: 'c9', fileName: 'video.mp4', fileType: 'video' } as const

/** Serves the list, and lets the test respond to each deletion. */
function showRows(...rows: readonly RecentConversion[]) {
  const deletions: { url: string; answer: (response: Response) => void }[] = []
  const queryClient = showPanel((url, init) => {
    if (init?.method !== 'DELETE') return Promise.resolve(Response.json(rows))
    const { promise, resolve } = Promise.withResolvers<Response>()
    deletions.push({ url: String(url), answer: resolve })
    return promise
  })
  return { deletions, queryClient }
}

const shownNames = () => screen.queryAllByRole('listitem').map(row => row.querySelector('p')?.textContent)
const deleteButton = (name: string) => screen.getByRole('button', { name: `Delete ${name}` })

test('REC-10 useDeleteConversion: removes the entry immediately and deletes it when the toast closes', async () => {
  const { deletions, queryClient } = showRows(conversion, second)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete harbour at dusk.heic' }))
  expect(shownNames()).toEqual(['song.wav'])
  expect(toasts.current()).toMatchObject({ title: 'Removed from the list', action: { label: 'Undo' } })
  expect(deletions).toEqual([])
  closeToast()
  await waitFor(() => expect(deletions).toHaveLength(1))
  expect(deletions.map(({ url }) => url)).toEqual(['/api/conversions/c7'])
  await act(async () => deletions[0]?.answer(new Response(null, { status: 204 })))
  await waitFor(() => expect(toasts.current()?.title).toBe('Deleted'))
  expect(shownNames()).toEqual(['song.wav'])
  expect(queryClient.getQueryData(['/api/conversions/recent'])).toEqual([second])
})

test('useDeleteConversion: Undo restores the entry in its place, and nothing is deleted', async () => {
  const { deletions } = showRows(conversion, second, third)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete song.wav' }))
  undo()
  closeToast()
  expect(shownNames()).toEqual(['harbour at dusk.heic', 'song.wav', 'video.mp4'])
  fireEvent.click(deleteButton('video.mp4'))
  closeToast()
  await waitFor(() => expect(deletions.map(({ url }) => url)).toEqual(['/api/conversions/c9']))
  await act(async () => deletions[0]?.answer(new Response(null, { status: 204 })))
})

test('useDeleteConversion: the next deletion carries out the one before and keeps its own Undo', async () => {
  const { deletions } = showRows(conversion, second)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete harbour at dusk.heic' }))
  fireEvent.click(deleteButton('song.wav'))
  await waitFor(() => expect(deletions.map(({ url }) => url)).toEqual(['/api/conversions/c7']))
  await act(async () => deletions[0]?.answer(new Response(null, { status: 204 })))
  expect(toasts.current()).toMatchObject({ title: 'Removed from the list', isOpen: true })
  undo()
  closeToast()
  expect(shownNames()).toEqual(['song.wav'])
})

test('REC-10 useDeleteConversion: restores the entry in its place and shows the reason when the deletion fails', async () => {
  const { deletions } = showRows(conversion, second, third)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete song.wav' }))
  expect(shownNames()).toEqual(['harbour at dusk.heic', 'video.mp4'])
  closeToast()
  await waitFor(() => expect(deletions).toHaveLength(1))
  const body = { code: 'unavailable', message: 'Not at the moment.' }
  await act(async () => deletions[0]?.answer(Response.json(body, { status: 503 })))
  await waitFor(() => expect(shownNames()).toEqual(['harbour at dusk.heic', 'song.wav', 'video.mp4']))
  expect(toasts.current()).toMatchObject({
    title: 'Could not delete',
    description: 'Not at the moment.',
    variant: 'destructive',
  })
})

test('REC-10 useDeleteConversion: treats a conversion that is already deleted as deleted', async () => {
  const { deletions } = showRows(conversion)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete harbour at dusk.heic' }))
  closeToast()
  await waitFor(() => expect(deletions).toHaveLength(1))
  const body = { code: 'conversion-not-found', message: 'This conversion does not exist or has expired.' }
  await act(async () => deletions[0]?.answer(Response.json(body, { status: 404 })))
  await waitFor(() => expect(toasts.current()?.title).toBe('Deleted'))
  expect(screen.getByText('No recent conversions found.')).toBeTruthy()
})

test('REC-10 RecentConversions: moves the focus to the next row, else to the previous one, else to the heading', async () => {
  const { deletions } = showRows(conversion, second, third)
  await screen.findByTitle('song.wav')
  fireEvent.click(deleteButton('song.wav'))
  expect(document.activeElement).toBe(deleteButton('video.mp4'))
  fireEvent.click(deleteButton('video.mp4'))
  expect(document.activeElement).toBe(deleteButton('harbour at dusk.heic'))
  fireEvent.click(deleteButton('harbour at dusk.heic'))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Recent Conversions' }))
  await waitFor(() => expect(deletions).toHaveLength(2))
  await act(async () => {
    for (const { answer } of deletions) answer(new Response(null, { status: 204 }))
  })
})

test.each([
  ['reported by the server', { isExpired: true }],
  ['expired since it was loaded', { expiresAt: new Date(Date.now() - 1000).toISOString() }],
])('RecentEntry: an expired conversion (%s) has no download but can be deleted', async (_why, change) => {
  showRows({ ...conversion, ...change })
  const entry = await screen.findByRole('listitem')
  expect(within(entry).getByText('Expired')).toBeTruthy()
  expect(within(entry).queryByRole('link')).toBeNull()
  fireEvent.click(within(entry).getByRole('button', { name: 'Delete harbour at dusk.heic' }))
  expect(shownNames()).toEqual([])
})

test('RecentEntry: documents and archives show their formats and their own icon', async () => {
  const row = (id: string, change: Partial<RecentConversion>) => ({ ...conversion, id, ...change })
  showPanel(async () =>
    Response.json([
      row('a', {
        fileName: 'plan.pdf',
        fileType: 'document',
        originalFormat: 'pdf',
        convertedFormat: 'docx',
      }),
      row('b', {
        fileName: 'pages.pdf',
        fileType: 'document',
        originalFormat: 'pdf',
        convertedFormat: 'zip',
      }),
      row('c', { fileName: 'trip.rar', fileType: 'archive', originalFormat: 'zip', convertedFormat: '7z' }),
    ]),
  )
  await screen.findByTitle('plan.pdf')
  const rows = screen.getAllByRole('listitem')
  expect(rows.map(item => item.querySelector('svg')?.classList[1])).toEqual([
    'lucide-file-text',
    'lucide-file-text',
    'lucide-archive',
  ])
  for (const words of ['plan.pdf as DOCX', 'pages.pdf as ZIP', 'trip.rar as 7Z'])
    expect(screen.getByRole('link', { name: `Download ${words}` })).toBeTruthy()
})
