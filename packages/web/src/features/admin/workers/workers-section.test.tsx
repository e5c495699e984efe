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

test('API-35 WorkerBlock: shows host, start time and why an engine is missing', async () => {
  answers['GET /api/admin/workers'] = () => Response.json([{ ...worker, seenAt: new Date().toISOString() }])
  showSection('workers')
  const block = await screen.findByRole('region', { name: 'forge-1' })
  for (const text of ['4711', '0.1.0', 'Short, Long', '2 conversions', 'Just now', '1 of 2'])
    expect(within(block).getByText(text)).toBeTruthy()
  expect(block.textContent).toContain('MissingSpeech (Whisper)No model is installed.')
})

test('API-35 WorkerBlock: an older worker shows which details are unknown', async () => {
  answers['GET /api/admin/workers'] = reply([
    { ...worker, host: null, processId: null, version: null, startedAt: null, running: 0 },
  ])
  showSection('workers')
  const block = await screen.findByRole('region', { name: 'Unnamed host' })
  expect(within(block).getAllByText('Unknown')).toHaveLength(3)
})

test('API-35 WorkersSection: without workers explains how to start one', async () => {
  answers['GET /api/admin/workers'] = reply([])
  showSection('workers')
  expect(await screen.findByText('No worker is running')).toBeTruthy()
})

test('API-35 WorkersSection: shows the loading and the failed state', async () => {
  answers['GET /api/admin/workers'] = neverAnswer
  showSection('workers')
  expect(screen.getByText('Loading...')).toBeTruthy()
})

test('API-35 WorkersSection: a load failure can be retried', async () => {
  answers['GET /api/admin/workers'] = noAnswer
  showSection('workers')
  expect(await screen.findByText('Could not load this page')).toBeTruthy()
  answers['GET /api/admin/workers'] = reply([worker])
  press('Try again')
  expect(await screen.findByRole('region', { name: 'forge-1' })).toBeTruthy()
})
