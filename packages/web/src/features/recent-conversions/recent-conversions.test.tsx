import type { RecentConversion } from '@filesmith/contract/schemas/conversion'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
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
  cleanup()
  vi.unstubAllGlobals()
})

function showPanel(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  const queryClient = createQueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      <RecentConversions />
    </QueryClientProvider>,
  )
  return queryClient
}

test('REC-01 the panel opens and closes', async () => {
  showPanel(async () => Response.json([]))
  const button = screen.getByRole('button', { name: 'Recent Conversions' })
  expect(await screen.findByText('No recent conversions found.')).toBeTruthy()
  fireEvent.click(button)
  expect(screen.queryByText('No recent conversions found.')).toBeNull()
  fireEvent.click(button)
  expect(screen.getByText('No recent conversions found.')).toBeTruthy()
})

test('REC-02 REC-03 while loading and when empty it says so', async () => {
  showPanel(async () => Response.json([]))
  expect(screen.getByText('Loading recent conversions...')).toBeTruthy()
  expect(await screen.findByText('No recent conversions found.')).toBeTruthy()
})

test('REC-04 when loading fails it says so, and can be tried again', async () => {
  let isBroken = true
  showPanel(async () => (isBroken ? new Response('', { status: 500 }) : Response.json([conversion])))
  expect(await screen.findByText('Failed to fetch recent conversions')).toBeTruthy()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('harbour at dusk.heic')).toBeTruthy()
})

test('REC-04 an answer that is no list counts as a failure', async () => {
  showPanel(async () => Response.json({ surprise: true }))
  expect(await screen.findByText('Failed to fetch recent conversions')).toBeTruthy()
})

test('REC-05 REC-06 an entry shows name, formats, size and time, and downloads by navigation', async () => {
  showPanel(async () => Response.json([conversion]))
  const entry = await screen.findByRole('listitem')
  for (const words of ['harbour at dusk.heic', 'HEIC', 'WEBP', '1.5 KB', '5 minutes ago'])
    expect(within(entry).getByText(words)).toBeTruthy()
  const link = within(entry).getByRole('link', { name: 'Download harbour at dusk.heic as WEBP' })
  expect(link.getAttribute('href')).toBe('/api/download/c7')
})

test('REC-07 a new conversion appears when the list is invalidated', async () => {
  const list: RecentConversion[] = []
  const queryClient = showPanel(async () => Response.json(list))
  await screen.findByText('No recent conversions found.')
  list.push(conversion)
  await queryClient.invalidateQueries({ queryKey: ['/api/conversions/recent'] })
  expect(await screen.findByText('harbour at dusk.heic')).toBeTruthy()
})
