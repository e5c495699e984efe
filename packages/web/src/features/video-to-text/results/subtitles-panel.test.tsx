import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  answers,
  callsTo,
  conversionOf,
  goTo,
  json,
  onPlan,
  say,
  sentTo,
  standInForServer,
} from '../../../lib/file-tools.test-support.tsx'
import { toasts } from '../../../lib/toast-store.ts'
import {
  press,
  setUpVideoToText,
  showWithText,
  textArea,
  timestampedText,
} from '../video-text.test-support.tsx'

standInForServer()
setUpVideoToText()

const path = '/api/subtitle/video'
const job = { id: 's1', statusUrl: '/api/conversions/s1', eventsUrl: '/api/conversions/s1/events' }

beforeEach(() => {
  answers.set(`POST ${path}`, json(job, 202))
})

const add = () => act(async () => press('Add Subtitles'))
const bar = () => screen.getByLabelText('Subtitle progress')

test('SubtitlesPanel: sends the current lines, burned in by default', async () => {
  await showWithText()
  fireEvent.change(textArea(), { target: { value: timestampedText.replace('rained', 'poured') } })
  await screen.findByDisplayValue(/poured/)
  await add()
  expect(sentTo(path)).toEqual([
    {
      uploadId: 'u1',
      way: 'burn',
      subtitles: [
        '1\n00:00:00,400 --> 00:00:03,100\nThe tide was out.\n',
        '2\n00:00:03,200 --> 00:00:05,900\nWe walked to the island.\n',
        '3\n00:01:02,000 --> 00:01:04,000\nThen it poured.\n',
      ].join('\n'),
    },
  ])
})

test('SubtitlesPanel: as a track shows progress and downloads the video', async () => {
  await showWithText()
  fireEvent.click(screen.getByLabelText('Subtitle track'))
  await add()
  expect(sentTo(path)).toMatchObject([{ way: 'track' }])
  say(conversionOf({ id: 's1', percent: 40 }))
  expect(bar().getAttribute('aria-valuenow')).toBe('40')
  say(conversionOf({ id: 's1', status: 'succeeded', percent: 100, downloadUrl: '/api/download/s1' }))
  expect(toasts.current()).toMatchObject({ title: 'Success!', description: 'Your video now has subtitles.' })
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/download/s1')
  expect(screen.getByText('Download Video').getAttribute('href')).toBe('/api/download/s1')
  press('Create another')
  expect(screen.getByText('Add Subtitles', { selector: 'button' })).toBeTruthy()
})

test('SubtitlesPanel: Cancel keeps the text', async () => {
  await showWithText()
  await add()
  answers.set('DELETE /api/conversions/s1', () => new Response(null, { status: 204 }))
  await act(async () => press('Cancel'))
  expect(callsTo('DELETE', '/api/conversions/s1')).toBe(1)
  expect(toasts.current()?.description).toBe('No subtitles were added.')
  expect(textArea().value).toBe(timestampedText)
})

test('SubtitlesPanel: reports a failed job with the server’s message', async () => {
  await showWithText()
  await add()
  const message = 'This file took too long to process and was stopped.'
  say(conversionOf({ id: 's1', status: 'failed', error: { code: 'took-too-long', message } }))
  expect(toasts.current()).toMatchObject({ title: 'Adding subtitles failed', description: message })
  expect(screen.getByText(message)).toBeTruthy()
})

test('SubtitlesPanel: shows why it is unavailable', async () => {
  onPlan('free')
  const operations = { 'add-subtitles': { isAvailable: false, reason: 'Subtitles need ffmpeg.' } }
  answers.set('GET /api/capabilities', json({ operations, plan: 'free', signInWith: [] }))
  await showWithText()
  expect(await screen.findByText('Subtitles need ffmpeg.')).toBeTruthy()
  expect(screen.queryByText('Add Subtitles', { selector: 'button' })).toBeNull()
})
