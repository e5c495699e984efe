import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '../../lib/job/job-events.fixture.ts'
import { toasts } from '../../lib/toast-store.ts'
import { FakeTusXhr, tusServer } from '../../lib/tus.fixture.ts'
import {
  choose,
  openWithUpload,
  openWorkspace,
  press,
  sentForms,
  server,
  standInForServer,
} from '../screens/tools-screen.test-support.tsx'

standInForServer()
beforeEach(() => {
  tusServer.reset()
  vi.stubGlobal('XMLHttpRequest', FakeTusXhr)
})

const megabyte = 1024 * 1024
const sectionOf = (heading: string) => screen.getByLabelText(heading, { selector: 'section' })
const picker = (section: HTMLElement) => within(section).getByLabelText<HTMLInputElement>(/Choose a file/)
const timer = () => document.querySelector('[role=timer]')?.textContent
const values = (section: HTMLElement) =>
  [...section.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(({ value }) => value)
const checked = (section: HTMLElement) =>
  [...section.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')].map(({ value }) => value)

function fileOf(name: string, type: string, sizeBytes = 10): File {
  const file = new File(['x'.repeat(10)], name, { type, lastModified: 1 })
  Object.defineProperty(file, 'size', { value: sizeBytes })
  return file
}
const video = () => fileOf('holiday.mp4', 'video/mp4')

async function selectFile(section: HTMLElement, file: File) {
  await act(async () => {
    fireEvent.change(picker(section), { target: { files: [file] } })
  })
}

async function openExtractor() {
  await openWorkspace('/tools/audio', 'Convert Audio')
  return sectionOf('Extract Audio from Video')
}

test('HUB-12 AUD-01 AudioPanel: has converter and editor tabs in this order, and an extractor below', async () => {
  const converter = await openWorkspace('/tools/audio', 'Convert Audio')
  expect(within(converter).getByText('Convert Audio', { selector: 'button' })).toBeTruthy()
  const tabs = document.querySelectorAll('[role=tablist][aria-label="Audio tools"] [role=tab]')
  expect([...tabs].map(tab => tab.textContent)).toEqual(['Audio Converter', 'Audio Editor'])
  choose('Audio Editor')
  expect(within(sectionOf('Edit Audio')).getByText('Process Audio')).toBeTruthy()
  expect(within(sectionOf('Extract Audio from Video')).getByText('Drop a video here')).toBeTruthy()
})

test('AudioPanel: comes back with the editor open if a file is being edited', async () => {
  await openWithUpload('/tools/audio', 'Edit Audio', 'hub-audio-editor')
  const selected = document.querySelector('[aria-label="Audio tools"] [role=tab][aria-selected=true]')
  expect(selected?.textContent).toBe('Audio Editor')
})

test('AudioPanel: shows one extractor: in its extract mode the converter replaces the panel below', async () => {
  await openWorkspace('/tools/audio', 'Convert Audio')
  const panel = sectionOf('Extract Audio from Video').parentElement
  const isHidden = () => panel?.classList.contains('hidden')
  expect(isHidden()).toBe(false)
  fireEvent.click(screen.getByRole('switch', { name: /extract audio from video/i }))
  expect(isHidden()).toBe(true)
  choose('Audio Editor')
  expect(isHidden()).toBe(false)
})

test('TOOL-01 AudioPanel: the extractor handles drops on itself; other drops go to the tool above', async () => {
  const converter = await openWorkspace('/tools/audio', 'Convert Audio')
  const extractor = sectionOf('Extract Audio from Video')
  const dataTransfer = { types: ['Files'], files: [fileOf('notes.txt', 'text/plain')] }
  fireEvent.drop(within(extractor).getByText('Drop a video here'), { dataTransfer })
  const [refusal, ownRefusal] = [/"notes.txt" cannot be used here/, 'Please upload an audio file']
  expect(within(extractor).getByText(refusal)).toBeTruthy()
  expect(within(converter).queryByText(ownRefusal)).toBeNull()
  fireEvent.drop(document.body, { dataTransfer })
  expect(within(converter).getByText(ownRefusal)).toBeTruthy()
  choose('Audio Editor')
  fireEvent.drop(document.body, { dataTransfer })
  expect(within(sectionOf('Edit Audio')).getByText(ownRefusal)).toBeTruthy()
})

test('AUD-02 AUD-03 AUD-14 AudioPanel: shows formats, bitrates and the MP3 note of the converter', async () => {
  const converter = await openWithUpload('/tools/audio', 'Convert Audio', 'hub-audio')
  expect(values(converter)).toEqual(['mp3', 'wav', 'aac', 'ogg', 'flac', 'm4a', '320', '256', '192', '128'])
  expect(checked(converter)).toEqual(['mp3', '256'])
  expect(within(converter).getByText(/MP3 conversions are at 320kbps/)).toBeTruthy()
})

test('AUD-04 AUD-05 AudioPanel: extract mode accepts videos, and Start Over leaves it', async () => {
  const converter = await openWorkspace('/tools/audio', 'Convert Audio')
  const container = converter.parentElement as HTMLElement
  press('Extract audio from video')
  const extracting = within(container).getByLabelText('Extract Audio from Video', { selector: 'section' })
  expect(picker(extracting).accept).toBe('video/*')
  expect(within(extracting).getByText('Extract Audio', { selector: 'button' })).toBeTruthy()
  expect(within(extracting).getByText(/, up to 200\sMB/)).toBeTruthy()
  fireEvent.click(within(extracting).getByText('Start Over', { selector: 'button' }))
  const back = within(container).getByLabelText('Convert Audio', { selector: 'section' })
  expect(picker(back).accept).toBe('audio/*')
  expect(within(back).getByText('Convert Audio', { selector: 'button' })).toBeTruthy()
})

test('AUD-07 AUD-08 AudioPanel: rejects other types and oversized files with the specified messages', async () => {
  const alert = vi.fn<(message: string) => void>()
  vi.stubGlobal('alert', alert)
  const converter = await openWorkspace('/tools/audio', 'Convert Audio')
  expect(within(converter).getByText(/, up to 50\sMB/)).toBeTruthy()
  const refused = (title: string) => {
    expect(toasts.current()).toMatchObject({ title, variant: 'destructive' })
    expect(within(converter).getByRole('alert').textContent).toBe(title)
  }
  await selectFile(converter, fileOf('photo.png', 'image/png'))
  refused('Please upload an audio file')
  await selectFile(converter, fileOf('long.mp3', 'audio/mpeg', 50 * megabyte + 1))
  refused('Please upload an audio file smaller than 50MB')
  expect(alert).not.toHaveBeenCalled()
})

test('EXTR-01 EXTR-02 EXTR-03 AudioPanel: the extractor accepts videos up to 200 MB and requires one', async () => {
  const alert = vi.fn<(message: string) => void>()
  vi.stubGlobal('alert', alert)
  const extractor = await openExtractor()
  expect(picker(extractor).accept).toBe('video/*')
  expect(within(extractor).getByText(/, up to 200\sMB/)).toBeTruthy()
  fireEvent.click(within(extractor).getByText('Extract Audio', { selector: 'button' }))
  expect(toasts.current()).toMatchObject({ title: 'Please select a video file first' })
  await selectFile(extractor, fileOf('long.mp4', 'video/mp4', 200 * megabyte + 1))
  expect(alert).toHaveBeenCalledExactlyOnceWith('File is too large. Maximum size is 200MB.')
  expect(sentForms()).toEqual([])
})

test('EXTR-04 EXTR-05 AudioPanel: shows a 5 s wait screen after the upload, then the options', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const extractor = await openExtractor()
  await selectFile(extractor, video())
  await waitFor(() => expect(timer()).toBe('5'))
  expect(values(extractor)).toEqual([])
  const continueButton = () => screen.getByText<HTMLButtonElement>('Continue', { selector: 'button' })
  expect(continueButton().disabled).toBe(true)
  // Time that also advances by itself is never caught up with on a busy machine.
  vi.setTimerTickMode('manual')
  await act(() => vi.advanceTimersByTimeAsync(5100))
  expect(values(extractor)).toEqual([])
  fireEvent.click(continueButton())
  expect(timer()).toBeUndefined()
  expect(values(extractor)).toContain('mp3')
  expect(sentForms()).toEqual([])
  await act(async () => {
    fireEvent.click(within(extractor).getByText('Extract Audio', { selector: 'button' }))
  })
  expect(timer()).toBeUndefined()
  expect(sentForms()).toHaveLength(1)
})

test('EXTR-05 AudioPanel: shows the wait screen again before the options when it was left', async () => {
  const extractor = await openWithUpload('/tools/audio', 'Extract Audio from Video', 'hub-extract')
  expect(values(extractor)).toEqual([])
  press('Extract Audio')
  await waitFor(() => expect(timer()).toBe('5'))
  press('Not now')
  expect(timer()).toBeUndefined()
  expect(values(extractor)).toEqual([])
  expect(sentForms()).toEqual([])
})

test.each(['basic', 'pro'])(
  'EXTR-06 AudioPanel: on %s shows the options right after the upload',
  async plan => {
    server.plan = plan
    const extractor = await openExtractor()
    await within(extractor).findByText(plan === 'pro' ? /, up to 2\sGB/ : /, up to 250\sMB/)
    await selectFile(extractor, video())
    await waitFor(() => expect(values(extractor)).toContain('mp3'))
    expect(timer()).toBeUndefined()
  },
)

test('EXTR-07 EXTR-08 AudioPanel: a failed extraction shows its card and toast', async () => {
  server.plan = 'basic'
  const extractor = await openWithUpload('/tools/audio', 'Extract Audio from Video', 'hub-extract')
  await waitFor(() => expect(values(extractor)).toContain('mp3'))
  await act(async () => press('Extract Audio'))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  const message = 'This file has no audio track to extract.'
  act(() =>
    FakeEventSource.latest().say('state', { status: 'failed', error: { code: 'no-audio-track', message } }),
  )
  expect(toasts.current()).toMatchObject({
    title: 'Extraction failed',
    description: message,
    variant: 'destructive',
  })
  const text = 'There was a problem extracting the audio. Please try again or use a different file.'
  expect(screen.getByRole('dialog').textContent).toContain(text)
  press('Close')
  const card = within(extractor).getByText(text).parentElement
  expect(card?.getAttribute('role')).toBe('alert')
  expect(card?.textContent).toContain(message)
})

test('AudioPanel: a used-up allowance shows a link to the plans instead of the failure card', async () => {
  server.plan = 'basic'
  const message = "You've used all 50 of today's conversions. Your limit resets in 12 hours, at midnight UTC."
  server.convert = () => Response.json({ code: 'allowance-used', message }, { status: 429 })
  const extractor = await openWithUpload('/tools/audio', 'Extract Audio from Video', 'hub-extract')
  await waitFor(() => expect(values(extractor)).toContain('mp3'))
  await act(async () => press('Extract Audio'))
  expect(await within(extractor).findByText(message, { exact: false })).toBeTruthy()
  expect(within(extractor).getByText('See plans')).toBeTruthy()
  expect(within(extractor).queryByText(/There was a problem extracting/)).toBeNull()
})
