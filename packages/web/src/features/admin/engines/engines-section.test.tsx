import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import { ffmpeg } from '../admin.fixture.ts'
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
  type,
} from '../admin.test-support.tsx'

standInForServer()

const list = 'GET /api/admin/engines'
const change = 'PUT /api/admin/engines/ffmpeg'
const off = {
  ...ffmpeg,
  isOff: true,
  offReason: 'A patch is due.',
  offBy: 'ada',
  offSince: '2026-11-15T10:00:00.000Z',
}
const changes = () => callsTo('PUT', '/api/admin/engines/ffmpeg')
const theSwitch = () => screen.getByRole('switch', { name: 'Video and audio (FFmpeg) is on' })
const dialog = () => screen.getByRole('dialog')
const confirm = () => act(async () => within(dialog()).getByRole('button', { name: 'Turn off' }).click())

test('API-35 DisableEngineDialog: lists the affected operations and requires a reason', async () => {
  showSection('engines')
  await screen.findByText('On 2 workers · Sandbox: bubblewrap')
  fireEvent.click(theSwitch())
  expect(
    within(dialog())
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(['Video conversion', 'Audio conversion'])
  await confirm()
  expect(await within(dialog()).findByText('Please enter a reason.')).toBeTruthy()
  expect(changes()).toEqual([])

  answers[change] = () => {
    answers[list] = reply([off])
    return Response.json(off)
  }
  type('Reason', ' A patch is due. ')
  await confirm()
  expect(changes()).toEqual([{ isOff: true, reason: 'A patch is due.' }])
  await waitFor(() => expect(theSwitch().getAttribute('aria-checked')).toBe('false'))
  expect(screen.getByText(/by ada: A patch is due\./)).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: 'Video and audio (FFmpeg) is off' })
  await waitFor(() => expect(document.activeElement).toBe(theSwitch()))
})

test('API-35 DisableEngineDialog: canceling keeps the engine on', async () => {
  showSection('engines')
  await screen.findByText('On 2 workers · Sandbox: bubblewrap')
  fireEvent.click(theSwitch())
  press('Keep it on')
  await waitFor(() => expect(document.activeElement).toBe(theSwitch()))
  expect(changes()).toEqual([])
})

test('API-35 EngineRow: switches on without confirmation', async () => {
  answers[list] = reply([off])
  answers[change] = () => {
    answers[list] = reply([ffmpeg])
    return Response.json(ffmpeg)
  }
  showSection('engines')
  await screen.findByText('On 2 workers · Sandbox: bubblewrap')
  await act(async () => theSwitch().click())
  expect(changes()).toEqual([{ isOff: false, reason: '' }])
  await waitFor(() => expect(theSwitch().getAttribute('aria-checked')).toBe('true'))
})

test('API-35 EngineRow: shows an error of the server and keeps the switch unchanged', async () => {
  answers[list] = reply([off])
  answers[change] = refuse(404, 'engine-not-found', 'Engine not found.')
  showSection('engines')
  await screen.findByText('On 2 workers · Sandbox: bubblewrap')
  await act(async () => theSwitch().click())
  expect(toasts.current()).toMatchObject({ description: 'Engine not found.', variant: 'destructive' })
  expect(theSwitch().getAttribute('aria-checked')).toBe('false')
})

test('API-35 EngineRow: an engine that is missing on every worker shows the reason', async () => {
  answers[list] = reply([{ ...ffmpeg, workers: 0, missingReasons: ['ffmpeg is not installed.'] }])
  showSection('engines')
  expect(await screen.findByText('Missing')).toBeTruthy()
  expect(screen.getByText('ffmpeg is not installed.')).toBeTruthy()
})

test('EngineRow: an engine without a sandbox carries a warning', async () => {
  answers[list] = reply([{ ...ffmpeg, isUnsandboxed: true }])
  showSection('engines')
  expect(await screen.findByText('No sandbox')).toBeTruthy()
  expect(screen.getByText(/a malicious file can access everything/)).toBeTruthy()
})

test.each([
  ['loading', neverAnswer, 'Loading...'],
  ['failed', noAnswer, 'Could not load this page'],
  ['empty', reply([]), 'No engines reported'],
])('API-35 EnginesSection: shows the state %s', async (_what, answer, text) => {
  answers[list] = answer
  showSection('engines')
  expect(await screen.findByText(text)).toBeTruthy()
})
