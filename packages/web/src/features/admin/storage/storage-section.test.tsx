import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storage } from '../admin.fixture.ts'
import {
  answers,
  neverAnswer,
  noAnswer,
  reply,
  showSection,
  standInForServer,
} from '../admin.test-support.tsx'

standInForServer()

const path = 'GET /api/admin/storage'

test('API-35 StorageSection: shows location, free space and stored bytes', async () => {
  showSection('storage')
  expect(await screen.findByText('/var/lib/filesmith/files')).toBeTruthy()
  expect(screen.getByText('60 GB of 100 GB free')).toBeTruthy()
  expect(screen.getByRole('meter', { name: 'Disk usage' }).getAttribute('aria-valuetext')).toBe('40% used')
  const kept = screen.getByRole('region', { name: 'Stored files' })
  expect(kept.textContent).toBe('Stored filesUploads3 MB3 filesResults1 MB1 fileDatabase40 MB')
})

test('API-35 StorageSection: shows expiry by day and the largest owners', async () => {
  answers[path] = reply({
    ...storage,
    byDay: [
      { day: new Date().toISOString().slice(0, 10), bytes: 1024 },
      { day: '2099-01-31', bytes: 2048 },
    ],
  })
  showSection('storage')
  const leaving = await screen.findByRole('table', { name: 'Upcoming expiry' })
  const cells = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(row => [...row.children].map(cell => cell.textContent))
  expect(cells(leaving)[0]).toEqual(['Today', '1 KB'])
  expect(cells(leaving)[1]?.[0]).toContain('31')
  expect(cells(screen.getByRole('table', { name: 'Top owners by size' }))).toEqual([['ada', '4', '4 MB']])
})

test('API-35 StorageSection: a bucket has no size limit; an empty one shows empty states', async () => {
  answers[path] = reply({
    ...storage,
    kind: 's3',
    place: 'files',
    freeBytes: null,
    totalBytes: null,
    byDay: [],
    largestOwners: [],
  })
  showSection('storage')
  expect(await screen.findByText('Free space is unknown for S3.')).toBeTruthy()
  expect(screen.getByText('No files stored.')).toBeTruthy()
  expect(screen.getByText('No files stored')).toBeTruthy()
})

test.each([
  ['loading', neverAnswer, 'Loading...'],
  ['failed', noAnswer, 'Could not load this page'],
])('API-35 StorageSection: shows the state %s', async (_what, answer, text) => {
  answers[path] = answer
  showSection('storage')
  expect(await screen.findByText(text)).toBeTruthy()
})
