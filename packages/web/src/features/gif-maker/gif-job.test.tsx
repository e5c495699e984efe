import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answers,
  conversionOf,
  dropFiles,
  goTo,
  json,
  say,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  choose,
  create,
  image,
  path,
  press,
  setUpGifMaker,
  showVideo,
  slide,
  slider,
  succeed,
} from './gif-maker.test-support.tsx'

standInForServer()
setUpGifMaker()

test('GIF-16 GIF-17 GifMaker: button shows progress and a toast reports the start', async () => {
  await showVideo(12)
  await create()
  expect(toasts.current()).toMatchObject({
    title: 'Processing...',
    description: 'Creating your GIF. This may take a moment.',
  })
  expect(screen.getByText<HTMLButtonElement>('Creating GIF...').disabled).toBe(true)
  say(conversionOf({ percent: 50 }))
  expect(screen.getByText('Rendering frames...')).toBeTruthy()
})

test('GIF-18 GifMaker: on success shows a toast, downloads, resets the settings and keeps the files', async () => {
  await showVideo(20)
  slide('Frame rate', 20)
  slide('Start time', 4)
  await create()
  succeed()
  expect(toasts.current()).toMatchObject({
    title: 'Success!',
    description: 'Your GIF has been created successfully.',
  })
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/download/c1')
  expect(screen.getByAltText('Your GIF').getAttribute('src')).toBe('/api/download/c1')
  press('Change settings')
  expect(screen.getByTitle('clip.mp4')).toBeTruthy()
  expect([slider('Frame rate').value, slider('Start time').value, slider('Duration').value]).toEqual([
    '10',
    '0',
    '5',
  ])
})

test('GIF-19 GifMaker: reports a result without a download URL', async () => {
  await showVideo(12)
  await create()
  succeed({ downloadUrl: null })
  expect(toasts.current()).toMatchObject({
    title: 'Download Error',
    description: "Couldn't download the created GIF",
    variant: 'destructive',
  })
  expect(goTo).not.toHaveBeenCalled()
})

test.each([
  ['a message', json({ code: 'x', message: 'Not now.' }, 503), 'Not now.'],
  ['a bare status', () => new Response('', { status: 502 }), 'Server responded with status: 502'],
  ['no response', () => Promise.reject(new TypeError('gone')), 'There was an error creating your GIF.'],
])(
  'GIF-20 GIF-21 GifMaker: reports a rejected request with %s and keeps the settings',
  async (_what, answer, description) => {
    answers.set(`POST ${path}`, answer)
    await showVideo(12)
    slide('Frame rate', 20)
    await create()
    expect(toasts.current()).toMatchObject({
      title: 'GIF creation failed',
      description,
      variant: 'destructive',
    })
    expect(slider('Frame rate').value).toBe('20')
  },
)

test('GIF-20 GIF-21 GifMaker: reports a failed job with the message of the server', async () => {
  await showVideo(12)
  slide('Width', 320)
  await create()
  say(conversionOf({ status: 'failed', error: { code: 'file-damaged', message: 'It is damaged.' } }))
  expect(toasts.current()).toMatchObject({ title: 'GIF creation failed', description: 'It is damaged.' })
  expect(slider('Width').value).toBe('320')
})

test('GIF-22 GifMaker: Start Over clears the files and resets the settings', async () => {
  await showVideo(20)
  slide('Frame rate', 20)
  slide('Start time', 4)
  choose('Low')
  press('Start Over')
  expect(screen.getByText('Drop a video or images here')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'GIF Preview' })).toBeNull()
  expect(tusServer.received()).toHaveLength(1)
  await dropFiles(image('a.png'))
  await screen.findByText('GIF Settings')
  expect([slider('Frame rate').value, slider('Width').value]).toEqual(['10', '480'])
  expect(screen.getByLabelText<HTMLInputElement>('Medium').checked).toBe(true)
})
