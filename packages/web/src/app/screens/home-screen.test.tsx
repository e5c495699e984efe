import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleVideo } from '../../features/converter/media.fixture.ts'
import { readSavedWork } from '../../lib/job/saved-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  fetchStub,
  noDetails,
  openTab,
  openWithUpload,
  press,
  renderHome,
  server,
  standInForServer,
} from './home-screen.test-support.tsx'

standInForServer()

const fileInput = (panel: HTMLElement) => within(panel).getByLabelText<HTMLInputElement>(/Choose a file/)
const values = (panel: HTMLElement, group: string) =>
  within(within(panel).getByRole('group', { name: group }))
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ value, checked }) => (checked ? `${value}*` : value))

test('HOME-14 HOME-15 HomeScreen: the Video tab accepts videos up to 500 MB and names the formats', () => {
  renderHome()
  const panel = openTab('Video')
  expect(fileInput(panel).accept).toBe('video/*')
  expect(within(panel).getByText('Accepts MP4, AVI, MOV, WMV and MKV, up to 500 MB.')).toBeTruthy()
})

test('HOME-19 HOME-20 HomeScreen: the Audio tab accepts audio up to 200 MB and names the formats', () => {
  renderHome()
  const panel = openTab('Audio')
  expect(fileInput(panel).accept).toBe('audio/*')
  expect(within(panel).getByText('Accepts MP3, WAV, AAC, OGG, FLAC and M4A, up to 200 MB.')).toBeTruthy()
})

test('HomeScreen: shows the size limit and retention time of the plan', async () => {
  server.plan = 'pro'
  renderHome()
  expect(await screen.findByText(/, up to 2\sGB\./)).toBeTruthy()
  expect(screen.getByText('Only you can see your files. Deleted after 30 days.')).toBeTruthy()
})

test('HOME-16 HOME-17 HomeScreen: shows video formats and qualities in order with their defaults', async () => {
  const panel = await openWithUpload('Video', 'home-video')
  expect(values(panel, 'Output format')).toEqual(['mp4*', 'mov', 'avi', 'webm', 'mkv'])
  expect(values(panel, 'Quality')).toEqual(['1080p', '720p*', '480p', '360p'])
})

test('HOME-21 HOME-22 HomeScreen: shows audio formats and bitrates in order with their defaults', async () => {
  const panel = await openWithUpload('Audio', 'home-audio')
  expect(values(panel, 'Output format')).toEqual(['mp3*', 'wav', 'aac', 'ogg', 'flac', 'm4a'])
  expect(values(panel, 'Bitrate')).toEqual(['320', '256*', '192', '128'])
})

test.each([
  ['HOME-18', 'Video', 'Convert Video', 'Please select a video file first'],
  ['HOME-23', 'Audio', 'Convert Audio', 'Please select an audio file first'],
])(
  '%s HomeScreen: on the %s tab, %s without a file asks for one and sends nothing',
  (_id, tab, button, text) => {
    renderHome()
    openTab(tab)
    press(button)
    expect(screen.getByText(text)).toBeTruthy()
    expect(toasts.current()).toMatchObject({ title: text, variant: 'destructive' })
    expect(fetchStub.mock.calls.filter(([, init]) => init?.method !== 'GET')).toEqual([])
  },
)

test.each([
  ['Video', 'home-video', 'Drop a video here'],
  ['Audio', 'home-audio', 'Drop an audio file here'],
])(
  'HOME-24 HomeScreen: on the %s tab "Choose another file" and "Start Over" remove the file',
  async (tab, toolId, prompt) => {
    for (const button of ['Choose another file', 'Start Over']) {
      await openWithUpload(tab, toolId)
      press(button)
      expect(screen.getByText(prompt)).toBeTruthy()
      expect(readSavedWork(toolId)).toEqual({ files: [], options: {} })
      cleanup()
    }
  },
)

test('UploadCard: shows the media details below the file name', async () => {
  server.details = { ...noDetails, media: sampleVideo }
  await openWithUpload('Video', 'home-video')
  const details = '0:31 · 640\u00a0×\u00a0360 · H.264 · AAC · 24.1\u00a0MB'
  await waitFor(() =>
    expect(screen.getByText('holiday.mp4').parentElement?.textContent).toBe(`holiday.mp4${details}`),
  )
})

test('UploadCard: shows a problem with the file before the conversion, without blocking it', async () => {
  const message = 'This MP4 file is damaged or incomplete and cannot be read.'
  server.details = { ...noDetails, problem: { code: 'file-damaged', message } }
  await openWithUpload('Video', 'home-video')
  expect((await screen.findByText(message)).getAttribute('role')).toBe('alert')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Convert Video' }).disabled).toBe(false)
})

test('OptionsPanel: disables the bitrate for lossless formats and shows the source bitrate for lossy ones', async () => {
  server.details = { ...noDetails, media: { ...sampleVideo, video: null } }
  const panel = await openWithUpload('Audio', 'home-audio')
  const bitrate = within(panel).getByRole<HTMLFieldSetElement>('group', { name: 'Bitrate' })
  expect(await within(panel).findByText('Never higher than the original bitrate: 128 kbps.')).toBeTruthy()
  expect(bitrate.disabled).toBe(false)
  fireEvent.click(within(panel).getByRole('radio', { name: 'FLAC' }))
  expect(within(panel).getByText('Lossless: bitrate does not apply.')).toBeTruthy()
  expect(bitrate.disabled).toBe(true)
})

test.each(['video', 'audio'])('HomeScreen: a shared %s opens its tab', kind => {
  window.history.replaceState(null, '', `/?shared=${kind}`)
  renderHome()
  expect(screen.getByRole('tab', { selected: true }).textContent?.toLowerCase()).toBe(kind)
  window.history.replaceState(null, '', '/')
})
