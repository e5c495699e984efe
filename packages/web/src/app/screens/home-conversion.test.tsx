import { homeImage } from '@filesmith/contract/tools/home-image'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { sampleVideo } from '../../features/converter/media.fixture.ts'
import { FakeEventSource, runningConversion } from '../../lib/job/job-events.fixture.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  conversionCalls,
  fetchStub,
  goTo,
  openWithUpload,
  press,
  server,
  standInForServer,
} from './home-screen.test-support.tsx'

standInForServer()

async function convertAs(tab: string, toolId: string, button: string) {
  server.plan = 'pro'
  await openWithUpload(tab, toolId)
  await screen.findByText(/Deleted after 30 days/)
  press(button)
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
}

const result = {
  status: 'succeeded',
  percent: 100,
  downloadUrl: '/api/download/c1',
  resultSize: 400,
} as const

test('CONV-05 ConversionOverlay: switches the video caption above 70 percent', async () => {
  await convertAs('Video', 'home-video', 'Convert Video')
  const dialog = await screen.findByRole('dialog', { name: 'Converting your video' })
  const caption = () => within(dialog).getByRole('status').textContent
  act(() => FakeEventSource.latest().say('state', { percent: 70 }))
  expect(caption()).toBe('Processing your video...')
  act(() => FakeEventSource.latest().say('state', { percent: 71 }))
  expect(caption()).toBe('Finalizing conversion...')
})

test('CONV-06 ConversionOverlay: shows the reported percentage', async () => {
  await convertAs('Audio', 'home-audio', 'Convert Audio')
  for (const percent of [12, 57, 95]) {
    act(() => FakeEventSource.latest().say('state', { percent }))
    const bar = await screen.findByRole('progressbar', { name: 'Conversion progress' })
    expect(bar.getAttribute('aria-valuenow')).toBe(String(percent))
  }
})

test.each([
  ['Video', 'home-video', 'Convert Video', 'Your video has been converted successfully.'],
  ['Audio', 'home-audio', 'Convert Audio', 'Your audio has been converted successfully.'],
])(
  'CONV-10 CONV-12 HomeScreen: %s success shows a toast and starts the download immediately',
  async (tab, toolId, button, text) => {
    await convertAs(tab, toolId, button)
    vi.useFakeTimers()
    act(() => FakeEventSource.latest().say('state', result))
    expect(toasts.current()).toMatchObject({ title: 'Success!', description: text, variant: 'default' })
    act(() => vi.advanceTimersByTime(0))
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/download/c1')
    act(() => vi.advanceTimersByTime(2499))
    expect(screen.getByRole('dialog')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test.each([
  ['CONV-16', 'Video', 'home-video', 'Convert Video', 'There was an error converting your video.'],
  ['CONV-17', 'Audio', 'home-audio', 'Convert Audio', 'There was an error converting your audio.'],
])(
  '%s HomeScreen: %s failure shows the message of the server, or the default text',
  async (_id, tab, toolId, button, defaultText) => {
    await convertAs(tab, toolId, button)
    const message = 'This file took too long to process and was stopped.'
    act(() =>
      FakeEventSource.latest().say('state', { status: 'failed', error: { code: 'took-too-long', message } }),
    )
    expect(toasts.current()).toMatchObject({
      title: 'Conversion failed',
      description: message,
      variant: 'destructive',
    })
    press('Close')
    fetchStub.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    press(button)
    await waitFor(() => expect(toasts.current()?.description).toBe(defaultText))
  },
)

test('CONV-07 CONV-08 Converter: keeps the overlay open for 2500 ms after success, then shows the result', async () => {
  await convertAs('Image', 'home-image', 'Convert Image')
  vi.useFakeTimers()
  act(() => FakeEventSource.latest().say('state', result))
  act(() => vi.advanceTimersByTime(2499))
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Your file is ready' })).toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('group', { name: 'Your file is ready' })).toBeTruthy()
})

test('CONV-13 CONV-18 Converter: a failure keeps its percentage for 3 s, and its reason after the overlay closes', async () => {
  await convertAs('Image', 'home-image', 'Convert Image')
  vi.useFakeTimers()
  const message = 'This JPG file is damaged or incomplete and cannot be read.'
  act(() => FakeEventSource.latest().say('state', { percent: 49 }))
  act(() =>
    FakeEventSource.latest().say('state', { status: 'failed', error: { code: 'file-damaged', message } }),
  )
  act(() => vi.advanceTimersByTime(2999))
  const dialog = screen.getByRole('dialog', { name: 'Conversion failed' })
  expect(within(dialog).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('49')
  expect(screen.queryByText(message)).toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText(message)).toBeTruthy()
})

test('CONV-20 Converter: a result restored after a reload does not open the overlay', async () => {
  const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
  const answer = fetchStub.getMockImplementation()
  fetchStub.mockImplementation(async (url, init) => {
    if (url === job.statusUrl) return Response.json({ ...runningConversion, ...result })
    return (await answer?.(url, init)) ?? new Response()
  })
  await openWithUpload('Image', 'home-image', { job })
  expect(await screen.findByRole('group', { name: 'Your file is ready' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('HOME-27 API-12 HomeScreen: extract mode is sent in the request and shown in the overlay', async () => {
  await convertAs('Audio', 'home-extract', 'Extract Audio')
  const form = conversionCalls()[0]?.[1]?.body as FormData
  expect(conversionCalls()[0]?.[0]).toBe('/api/convert/audio')
  expect([...form.entries()]).toEqual([
    ['uploadId', 'u1'],
    ['outputFormat', 'mp3'],
    ['quality', '256'],
    ['isExtraction', 'true'],
  ])
  expect(screen.getByRole('dialog', { name: 'Extracting the audio from your video' })).toBeTruthy()
})

test('ConversionResultCard: shows input, output and what was done', async () => {
  await convertAs('Video', 'home-video', 'Convert Video')
  vi.useFakeTimers()
  const after = {
    ...sampleVideo,
    durationSeconds: 31,
    audio: sampleVideo.audio && { ...sampleVideo.audio, codec: 'MP3' },
  }
  const media = { before: sampleVideo, after, video: 'copied', audio: 'encoded' } as const
  act(() => FakeEventSource.latest().say('state', { ...result, media }))
  act(() => vi.advanceTimersByTime(2500))
  const resultCard = screen.getByRole('group', { name: 'Your file is ready' })
  const sides = within(resultCard).getAllByText('640 × 360')
  expect(sides).toHaveLength(2)
  expect(within(resultCard).getByText('H.264 · AAC')).toBeTruthy()
  expect(within(resultCard).getByText('H.264 · MP3')).toBeTruthy()
  expect(within(resultCard).getAllByText('0:31')).toHaveLength(2)
  expect(within(resultCard).getByText('Video copied, audio converted.')).toBeTruthy()
})

test('HomeScreen: AVIF, TIFF, ICO and further formats are offered after the other image formats on request', async () => {
  server.plan = 'pro'
  const panel = within(await openWithUpload('Image', 'home-image'))
  await screen.findByText(/Deleted after 30 days/)
  const formats = () =>
    within(panel.getByRole('group', { name: 'Output format' }))
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ value }) => value)
  expect(formats()).toEqual(['png', 'jpg', 'webp', 'gif', 'bmp'])
  press('More formats')
  expect(formats()).toEqual([...homeImage.outputs, ...homeImage.moreOutputs])
  expect(formats().slice(5, 10)).toEqual(['avif', 'heic', 'tiff', 'ico', 'jxl'])
  expect(document.activeElement).toBe(panel.getByRole('radio', { name: 'AVIF' }))
  fireEvent.click(panel.getByRole('radio', { name: 'AVIF' }))
  press('Convert Image')
  await waitFor(() => expect(conversionCalls()).toHaveLength(1))
  const body = conversionCalls()[0]?.[1]?.body
  expect(body instanceof FormData && body.get('outputFormat')).toBe('avif')
})

describe('an image with several pages', () => {
  const openScan = async () => {
    Object.assign(server, {
      plan: 'pro',
      details: { format: 'tiff', media: null, pages: 10, previewUrl: null, problem: null },
    })
    const panel = await openWithUpload('Image', 'home-image')
    await screen.findByText(/Deleted after 30 days/)
    await within(panel).findByRole('radio', { name: 'All 10 pages' })
    return within(panel)
  }
  const sentPage = async () => {
    press('Convert Image')
    await waitFor(() => expect(conversionCalls()).toHaveLength(1))
    const body = conversionCalls()[0]?.[1]?.body
    return body instanceof FormData ? body.get('page') : undefined
  }

  test('HomeScreen: shows the number of pages and what becomes of them, and converts all', async () => {
    const panel = await openScan()
    expect(panel.getByText(/^10 pages · /)).toBeTruthy()
    expect(panel.getByText('10 numbered PNG files in a ZIP file.')).toBeTruthy()
    fireEvent.click(panel.getByRole('radio', { name: 'GIF' }))
    expect(panel.getByText(/One animated GIF/)).toBeTruthy()
    expect(await sentPage()).toBeNull()
  })

  test('HomeScreen: converts one page only when it is chosen', async () => {
    const panel = await openScan()
    fireEvent.click(panel.getByRole('radio', { name: 'One page' }))
    fireEvent.change(panel.getByRole('combobox', { name: 'Page' }), { target: { value: '7' } })
    expect(panel.getByText('Only page 7 is converted.')).toBeTruthy()
    expect(await sentPage()).toBe('7')
  })
})
