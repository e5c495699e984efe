import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { worker } from '../admin.fixture.ts'
import {
  answers,
  neverAnswer,
  noAnswer,
  press,
  reply,
  showSection,
  standInForServer,
} from '../admin.test-support.tsx'

standInForServer()

test('API-35 a worker says where it runs, since when, and why an engine is missing', async () => {
  answers['GET /api/admin/workers'] = () => Response.json([{ ...worker, seenAt: new Date().toISOString() }])
  showSection('workers')
  const block = await screen.findByRole('region', { name: 'forge-1' })
  for (const words of ['4711', '0.1.0', 'Short, Long', '2 conversions', 'Just now', '1 of 2'])
    expect(within(block).getByText(words)).toBeTruthy()
  expect(block.textContent).toContain('MissingSpeech (Whisper)No model is installed.')
})

test('API-35 of an older worker less is known, and that is said', async () => {
  answers['GET /api/admin/workers'] = reply([
    { ...worker, host: null, processId: null, version: null, startedAt: null, running: 0 },
  ])
  showSection('workers')
  const block = await screen.findByRole('region', { name: 'Unnamed host' })
  expect(within(block).getAllByText('Unknown')).toHaveLength(3)
})

test('API-35 without workers there is a way to start one', async () => {
  answers['GET /api/admin/workers'] = reply([])
  showSection('workers')
  expect(await screen.findByText('No worker is running')).toBeTruthy()
})

test('API-35 workers that are on their way, and that could not be loaded', async () => {
  answers['GET /api/admin/workers'] = neverAnswer
  showSection('workers')
  expect(screen.getByText('Loading...')).toBeTruthy()
})

test('API-35 a list that could not be loaded is tried again', async () => {
  answers['GET /api/admin/workers'] = noAnswer
  showSection('workers')
  expect(await screen.findByText('Could not load this page')).toBeTruthy()
  answers['GET /api/admin/workers'] = reply([worker])
  press('Try again')
  expect(await screen.findByRole('region', { name: 'forge-1' })).toBeTruthy()
})
