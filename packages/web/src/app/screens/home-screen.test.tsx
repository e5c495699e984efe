import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleVideo } from '../../features/converter/media.fixture.ts'
import { readSavedWork } from '../../features/converter/saved-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  comeBackTo,
  fetchStub,
  noDetails,
  openTab,
  press,
  server,
  showHome,
  standInForServer,
} from './home-screen.test-support.tsx'

standInForServer()

const fileInput = (panel: HTMLElement) => within(panel).getByLabelText<HTMLInputElement>(/Choose a file/)
const values = (panel: HTMLElement, group: string) =>
  within(within(panel).getByRole('group', { name: group }))
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ value, checked }) => (checked ? `${value}*` : value))

test('HOME-14 HOME-15 the Video tab takes videos up to 500 MB and names the formats', () => {
  showHome()
  const panel = openTab('Video')
  expect(fileInput(panel).accept).toBe('video/*')
  expect(within(panel).getByText('Takes MP4, AVI, MOV, WMV or MKV files of up to 500 MB.')).toBeTruthy()
})

test('HOME-19 HOME-20 the Audio tab takes audio up to 200 MB and names the formats', () => {
  showHome()
  const panel = openTab('Audio')
  expect(fileInput(panel).accept).toBe('audio/*')
  expect(within(panel).getByText('Takes MP3, WAV, AAC, OGG, FLAC or M4A files of up to 200 MB.')).toBeTruthy()
})

test('plans raise the limits and the time that files are kept', async () => {
  server.plan = 'pro'
  showHome()
  expect(await screen.findByText(/of up to 2\sGB\./)).toBeTruthy()
  expect(screen.getByText('Only you see your files. Deleted after 30 days.')).toBeTruthy()
})

test('HOME-16 HOME-17 video formats and qualities in order, with their defaults', async () => {
  const panel = await comeBackTo('Video', 'home-video')
  expect(values(panel, 'Output format')).toEqual(['mp4*', 'mov', 'avi', 'webm', 'mkv'])
  expect(values(panel, 'Quality')).toEqual(['1080p', '720p*', '480p', '360p'])
})

test('HOME-21 HOME-22 audio formats and bitrates in order, with their defaults', async () => {
  const panel = await comeBackTo('Audio', 'home-audio')
  expect(values(panel, 'Output format')).toEqual(['mp3*', 'wav', 'aac', 'ogg', 'flac', 'm4a'])
  expect(values(panel, 'Bitrate')).toEqual(['320', '256*', '192', '128'])
})

test.each([
  ['HOME-18', 'Video', 'Convert Video', 'Please select a video file first'],
  ['HOME-23', 'Audio', 'Convert Audio', 'Please select an audio file first'],
])('%s on the %s tab, %s without a file asks for one and sends nothing', (_id, tab, button, words) => {
  showHome()
  openTab(tab)
  press(button)
  expect(screen.getByText(words)).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: words, variant: 'destructive' })
  expect(fetchStub.mock.calls.filter(([, init]) => init?.method !== 'GET')).toEqual([])
})

test.each([
  ['Video', 'home-video', 'Drop a video here'],
  ['Audio', 'home-audio', 'Drop an audio file here'],
])('HOME-24 on the %s tab both ways lead back to no file', async (tab, toolId, prompt) => {
  for (const button of ['Choose another file', 'Start Over']) {
    await comeBackTo(tab, toolId)
    press(button)
    expect(screen.getByText(prompt)).toBeTruthy()
    expect(readSavedWork(toolId)).toEqual({})
    cleanup()
  }
})

test('the figures of a file stand below its name', async () => {
  server.details = { ...noDetails, media: sampleVideo }
  await comeBackTo('Video', 'home-video')
  const figures = '0:31 · 640\u00a0×\u00a0360 · H.264 · AAC · 24.1\u00a0MB'
  await waitFor(() =>
    expect(screen.getByText('holiday.mp4').parentElement?.textContent).toBe(`holiday.mp4${figures}`),
  )
})

test('what is wrong with a file is said before anybody presses the button, and does not block it', async () => {
  const message = 'This MP4 file is damaged or incomplete and cannot be read.'
  server.details = { ...noDetails, problem: { code: 'file-damaged', message } }
  await comeBackTo('Video', 'home-video')
  expect((await screen.findByText(message)).getAttribute('role')).toBe('alert')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Convert Video' }).disabled).toBe(false)
})

test('for a lossless format the bitrate is out of use, for a lossy one the file’s own is named', async () => {
  server.details = { ...noDetails, media: { ...sampleVideo, video: null } }
  const panel = await comeBackTo('Audio', 'home-audio')
  const bitrate = within(panel).getByRole<HTMLFieldSetElement>('group', { name: 'Bitrate' })
  expect(await within(panel).findByText('Never above the bitrate of the file itself: 128 kbps.')).toBeTruthy()
  expect(bitrate.disabled).toBe(false)
  fireEvent.click(within(panel).getByRole('radio', { name: 'FLAC' }))
  expect(within(panel).getByText('Lossless: the bitrate is not used.')).toBeTruthy()
  expect(bitrate.disabled).toBe(true)
})

test.each(['video', 'audio'])('a %s that was shared with the app opens its tab', kind => {
  window.history.replaceState(null, '', `/?shared=${kind}`)
  showHome()
  expect(screen.getByRole('tab', { selected: true }).textContent?.toLowerCase()).toBe(kind)
  window.history.replaceState(null, '', '/')
})
