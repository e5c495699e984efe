import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  answers,
  callsTo,
  conversionOf,
  goTo,
  json,
  say,
  show,
  standInForServer,
} from '../../../lib/file-tools.test-support.tsx'
import { saveWork } from '../../../lib/job/saved-work.ts'
import * as blobs from '../../../lib/save-blob.ts'
import { toasts } from '../../../lib/toast-store.ts'
import {
  extract,
  job,
  openTab,
  path,
  players,
  press,
  respondWith,
  segments,
  setUpVideoToText,
  shownTab,
  showWithText,
  showWithVideo,
  succeeded,
  textArea,
  timestampedText,
  videoFile,
} from '../video-text.test-support.tsx'
import { VideoToText } from '../video-to-text.tsx'

standInForServer()
setUpVideoToText()

function results() {
  const panel = document.querySelector<HTMLElement>('[role=tabpanel][data-state=active]')
  if (!panel) throw new Error('no tab is open')
  return within(panel)
}
const caption = () => results().getByRole('status').textContent
const bar = () => screen.getByLabelText('Extraction progress')
const percent = () => Number(bar().getAttribute('aria-valuenow'))
const report = (value: number) => say(conversionOf({ percent: value }))

test('V2T-14 V2T-15 TranscriptionProgress: follows the job, never decreases, and stays at 95 until the text is loaded', async () => {
  await showWithVideo()
  await extract()
  const captions: [number, string][] = []
  for (const value of [0, 29, 30, 12, 59, 60, 89, 90, 99]) {
    report(value)
    captions.push([percent(), caption() ?? ''])
  }
  expect(captions).toEqual([
    [0, 'Analyzing audio track...'],
    [29, 'Analyzing audio track...'],
    [30, 'Converting speech to text...'],
    [30, 'Converting speech to text...'],
    [59, 'Converting speech to text...'],
    [60, 'Formatting transcript...'],
    [89, 'Formatting transcript...'],
    [90, 'Almost done...'],
    [95, 'Almost done...'],
  ])
})

test('TranscriptionProgress: shows waiting in the queue', async () => {
  await showWithVideo()
  await extract()
  say(conversionOf({ status: 'queued', percent: 0 }))
  expect(caption()).toBe('Waiting in the queue')
})

test('V2T-16 V2T-19 ResultsTab: on success fills the bar and shows the text without downloading it', async () => {
  const { invalidate } = await showWithVideo()
  await extract()
  report(50)
  say(succeeded)
  expect(percent()).toBe(100)
  await screen.findByLabelText('Extracted Text', { selector: 'textarea' })
  expect(toasts.current()).toMatchObject({
    title: 'Text extraction complete',
    description: 'Text has been extracted from your video',
  })
  expect(goTo).not.toHaveBeenCalled()
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['/api/conversions/recent'] })
})

test('V2T-16 V2T-20 ResultsTab: on failure resets the bar to 0 and shows the reason', async () => {
  await showWithVideo()
  await extract()
  report(50)
  const message = 'This video has no audio, so there is nothing to transcribe.'
  say(conversionOf({ status: 'failed', error: { code: 'no-speech-track', message } }))
  expect(toasts.current()).toMatchObject({
    title: 'Text extraction failed',
    description: message,
    variant: 'destructive',
  })
  expect(shownTab()).toBe('Extracted Text')
  expect(percent()).toBe(0)
  expect(results().getByRole('alert').textContent).toContain(message)
  await act(async () => press('Try again'))
  expect(callsTo('POST', path)).toBe(2)
})

test.each([
  ['a message of the server', json({ code: 'x', message: 'Not now.' }, 503), 'Not now.'],
  ['a bare status', () => new Response('', { status: 502 }), 'Error: 502'],
  [
    'a network error',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'An error occurred during extraction',
  ],
])('V2T-20 V2T-21 ResultsTab: reports a rejected request with %s', async (_what, answer, description) => {
  answers.set(`POST ${path}`, answer)
  await showWithVideo()
  await extract()
  expect(toasts.current()).toMatchObject({ title: 'Text extraction failed', description })
  expect(percent()).toBe(0)
})

test('ResultsTab: Cancel stops the job and returns to the upload tab', async () => {
  await showWithVideo()
  await extract()
  answers.set('DELETE /api/conversions/c1', () => new Response(null, { status: 204 }))
  await act(async () => press('Cancel'))
  expect(callsTo('DELETE', '/api/conversions/c1')).toBe(1)
  expect(toasts.current()?.description).toBe('No text was extracted. Your video is still here.')
  await waitFor(() => expect(shownTab()).toBe('Extract Text'))
  expect(document.activeElement?.textContent).toBe('Extract Text from Video')
})

test('V2T-17 TranscriptView: shows an editable text with Copy, Download and Back', async () => {
  await showWithText()
  expect(textArea().value).toBe(timestampedText)
  expect(textArea().readOnly).toBe(false)
  expect(screen.getByText('Copy', { selector: 'button' })).toBeTruthy()
  expect(screen.getByText('Download', { selector: 'button' })).toBeTruthy()
  press('Back to Video Upload')
  expect(shownTab()).toBe('Extract Text')
  openTab('Extracted Text')
  expect(textArea().value).toBe(timestampedText)
})

const change = (text: string) => fireEvent.change(textArea(), { target: { value: text } })

test('V2T-22 V2T-23 TranscriptActions: copies the edited text and reports success or failure', async () => {
  const clipboard = { writeText: vi.fn(async () => undefined) }
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard)
  await showWithText()
  change('My own words')
  await act(async () => press('Copy'))
  expect(clipboard.writeText).toHaveBeenCalledWith('My own words')
  expect(toasts.current()).toMatchObject({
    title: 'Copied to clipboard',
    description: 'Text has been copied to your clipboard',
  })
  clipboard.writeText.mockRejectedValue(new Error('not allowed'))
  await act(async () => press('Copy'))
  expect(toasts.current()).toMatchObject({
    title: 'Copy failed',
    description: 'Failed to copy text to clipboard',
    variant: 'destructive',
  })
})

test('V2T-24 V2T-25 TranscriptActions: downloads the edited text under the name of the video', async () => {
  const save = vi.spyOn(blobs, 'saveBlob').mockImplementation(() => undefined)
  await showWithText()
  change('My own words')
  press('Download')
  const [name, blob] = save.mock.calls[0] ?? []
  expect(name).toBe('holiday.clip_transcript.txt')
  expect(await blob?.text()).toBe('My own words')
  expect(toasts.current()).toMatchObject({
    title: 'Download started',
    description: 'Text file is being downloaded',
  })
})

test('ResultsTab: reports a video without speech and gives advice', async () => {
  respondWith('', { language: 'en', durationSeconds: 9, segments: [] })
  await showWithVideo()
  await extract()
  say({ ...succeeded, resultSize: 0 })
  expect(await screen.findByText('No speech found')).toBeTruthy()
  expect(toasts.current()?.title).toBe('No speech found')
  expect(screen.getByText(/choose its language and try again/)).toBeTruthy()
  press('Back to Video Upload')
  expect(shownTab()).toBe('Extract Text')
})

test('ResultsTab: offers to load the text again after a failure', async () => {
  answers.set('GET /api/download/c1', () => new Response('', { status: 502 }))
  await showWithVideo()
  await extract()
  say(succeeded)
  expect(await screen.findByText('The text is ready but could not be loaded.')).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: 'Text extraction failed', description: 'Error: 502' })
  respondWith(timestampedText)
  press('Try again')
  expect(
    (await screen.findByLabelText<HTMLTextAreaElement>('Extracted Text', { selector: 'textarea' })).value,
  ).toBe(timestampedText)
})

test('TranscriptView: a text without lines can be read and edited', async () => {
  await showWithVideo()
  await extract()
  respondWith('Only words.')
  say({ ...succeeded, parts: [] })
  expect(
    (await screen.findByLabelText<HTMLTextAreaElement>('Extracted Text', { selector: 'textarea' })).value,
  ).toBe('Only words.')
  expect(screen.queryByText('Lines')).toBeNull()
  expect(screen.queryByText(/SRT/)).toBeNull()
})

test('TranscriptView: restores text and edits after a reload, and the video when it is selected again', async () => {
  await showWithText()
  change(`${timestampedText} Hard.`)
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('Hard.'))
  document.body.replaceChildren()
  saveWork('video2text', { files: [{ uploadId: 'u1', path: 'holiday.clip.mp4', sizeBytes: 10 }], job })
  answers.set('GET /api/conversions/c1', json(succeeded))
  toasts.show({ title: 'An older toast' })
  show(<VideoToText isActive />)
  expect(shownTab()).toBe('Extracted Text')
  expect(
    (await screen.findByLabelText<HTMLTextAreaElement>('Extracted Text', { selector: 'textarea' })).value,
  ).toBe(`${timestampedText} Hard.`)
  expect(toasts.current()?.title).toBe('An older toast')
  expect(players()).toEqual([])
  expect(screen.getByText(/Your browser does not keep the video/)).toBeTruthy()

  const picker = document.querySelector<HTMLInputElement>('input[type=file][hidden]')
  if (!picker) throw new Error('no file picker found')
  fireEvent.change(picker, { target: { files: [videoFile('other.mp4', 99)] } })
  expect(toasts.current()?.title).toBe('Different video')
  fireEvent.change(picker, { target: { files: [videoFile()] } })
  await waitFor(() => expect(players().length).toBeGreaterThan(0))
})

test('TranscriptView: Delete now removes the text from the server and the edits from the browser', async () => {
  await showWithText()
  change('My own words')
  answers.set('DELETE /api/conversions/c1', () => new Response(null, { status: 204 }))
  await act(async () => press('Delete now'))
  expect(callsTo('DELETE', '/api/conversions/c1')).toBe(1)
  expect(screen.getByText('No Extracted Text Yet')).toBeTruthy()
  expect(sessionStorage).toHaveLength(0)
})

test('TranscriptView: summarizes language, duration and lines', async () => {
  await showWithText()
  expect(screen.getByText(`English · 1:15 · ${segments.length} lines`)).toBeTruthy()
})
