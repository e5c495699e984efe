/** For tests of Video to Text: a film, the work on it, and what comes of it. */
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
export const stampedText =
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

export function acceptVideos() {
  beforeEach(() => {
    sessionStorage.clear()
    revoke.mockReset()
    let made = 0
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      made += 1
      return `blob:film-${made}`
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke)
    answers.set(`POST ${path}`, json(job, 202))
    answers.set('GET /api/translate/pairs', json({ pairs: [] }))
    answerWith(stampedText)
  })
  afterEach(() => vi.useRealTimers())
}

/** What the server has to say about the film. */
export function answerWith(text: string, lines: Transcript = transcript) {
  answers.set('GET /api/download/c1', () => new Response(text))
  answers.set('GET /api/conversions/c1/parts/transcript.json', json(lines))
}

export const videoOf = (name = 'holiday.clip.mp4', sizeBytes = 10, type = 'video/mp4') =>
  fileOf(name, sizeBytes, type)

export async function showWithVideo() {
  const shown = show(<VideoToText isActive />)
  await dropFiles(videoOf())
  await screen.findByText('Audio Language')
  return shown
}

export const extract = () => act(async () => press('Extract Text from Video'))

/** As far as the text on the page. */
export async function showWithText() {
  const shown = await showWithVideo()
  await extract()
  say(succeeded)
  await screen.findByLabelText('Extracted Text', { selector: 'textarea' })
  return shown
}

export const textArea = () =>
  screen.getByLabelText<HTMLTextAreaElement>('Extracted Text', { selector: 'textarea' })
// By their text: looking for roles takes long on a page of this size, and is done where a role is the point.
export const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
/** Radix opens a tab when the mouse goes down on it. */
export const openTab = (name: string) =>
  fireEvent.mouseDown(screen.getByText(name, { selector: '[role=tab]' }), { button: 0 })
export const shownTab = (list = 'Steps') =>
  document.querySelector(`[role=tablist][aria-label="${list}"] [aria-selected=true]`)?.textContent
export const players = () => [...document.querySelectorAll('video')]
