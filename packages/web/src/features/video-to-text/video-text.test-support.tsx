/** Test support of Video to Text: a video, its job, and server responses. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { Transcript } from '@filesmith/contract/schemas/transcript'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import {
  answers,
  conversionOf,
  dropFiles,
  fileOf,
  json,
  say,
  show,
} from '../../lib/file-tools.test-support.tsx'
import { VideoToText } from './video-to-text.tsx'

export const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
export const path = '/api/extract/video-text'

export const segments = [
  { startSeconds: 0.4, endSeconds: 3.1, text: 'The tide was out.', words: [] },
  { startSeconds: 3.2, endSeconds: 5.9, text: 'We walked to the island.', words: [] },
  { startSeconds: 62, endSeconds: 64, text: 'Then it rained.', words: [] },
]
const transcript: Transcript = { language: 'en', durationSeconds: 75, segments }
export const timestampedText =
  '[00:00:00] The tide was out.\n[00:00:03] We walked to the island.\n[00:01:02] Then it rained.'

export const succeeded: ConversionState = conversionOf({
  status: 'succeeded',
  percent: 100,
  fileName: 'holiday.clip.mp4',
  originalSize: 10,
  resultSize: 90,
  downloadUrl: '/api/download/c1',
  parts: [
    {
      name: 'transcript.json',
      format: 'json',
      sizeBytes: 9,
      url: '/api/conversions/c1/parts/transcript.json',
    },
  ],
})

export const revoke = vi.fn<(url: string) => void>()

export function setUpVideoToText() {
  beforeEach(() => {
    sessionStorage.clear()
    revoke.mockReset()
    let made = 0
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      made += 1
      return `blob:video-${made}`
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke)
    answers.set(`POST ${path}`, json(job, 202))
    answers.set('GET /api/translate/pairs', json({ pairs: [] }))
    respondWith(timestampedText)
  })
  afterEach(() => vi.useRealTimers())
}

/** Stubs the transcript of the server. */
export function respondWith(text: string, lines: Transcript = transcript) {
  answers.set('GET /api/download/c1', () => new Response(text))
  answers.set('GET /api/conversions/c1/parts/transcript.json', json(lines))
}

export const videoFile = (name = 'holiday.clip.mp4', sizeBytes = 10, type = 'video/mp4') =>
  fileOf(name, sizeBytes, type)

export async function showWithVideo() {
  const shown = show(<VideoToText isActive />)
  await dropFiles(videoFile())
  await screen.findByText('Audio Language')
  return shown
}

export const extract = () => act(async () => press('Extract Text from Video'))

/** Uploads a video and extracts its text. */
export async function showWithText() {
  const shown = await showWithVideo()
  await extract()
  say(succeeded)
  await screen.findByLabelText('Extracted Text', { selector: 'textarea' })
  return shown
}

export const textArea = () =>
  screen.getByLabelText<HTMLTextAreaElement>('Extracted Text', { selector: 'textarea' })
// By text: role queries are slow on a page of this size and are used only where the role is under test.
export const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
/** Radix activates a tab on mousedown. */
export const openTab = (name: string) =>
  fireEvent.mouseDown(screen.getByText(name, { selector: '[role=tab]' }), { button: 0 })
export const shownTab = (list = 'Steps') =>
  document.querySelector(`[role=tablist][aria-label="${list}"] [aria-selected=true]`)?.textContent
export const players = () => [...document.querySelectorAll('video')]
