import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  answers,
  dropFiles,
  json,
  listedNames,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  boundsOf,
  clip,
  create,
  image,
  panel,
  path,
  press,
  setUpGifMaker,
  showVideo,
  showWith,
  slide,
  slider,
  succeed,
} from './gif-maker.test-support.tsx'
import { GifFeatures, GifMaker } from './gif-maker.tsx'

standInForServer()
setUpGifMaker()

const delayField = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(`Duration of ${name} in milliseconds`)
function typeDelay(name: string, text: string) {
  fireEvent.change(delayField(name), { target: { value: text } })
  fireEvent.blur(delayField(name))
}

const media = {
  durationSeconds: 42.5,
  video: { codec: 'MPEG-4', width: 640, height: 480, framesPerSecond: 25, isHdr: false },
  audio: null,
  audioTracks: 0,
  subtitleTracks: 0,
}
const details = { format: 'avi', media, previewUrl: '/api/uploads/u1/preview', problem: null }

test('GifMaker: sends images in list order, each with its own delay', async () => {
  await showWith(image('a.png'), image('b.png'), image('c.png'))
  expect(delayField('a.png').placeholder).toBe('100')
  typeDelay('b.png', '750')
  typeDelay('c.png', '5')
  fireEvent.click(screen.getByLabelText('Move c.png up'))
  expect(listedNames()).toEqual(['a.png', 'c.png', 'b.png'])
  expect(panel('GIF Preview').getByText('0.9 s')).toBeTruthy()
  slide('Frame rate', 5)
  await create()
  expect(sentTo(path)).toMatchObject([
    { delays: '200,20,750', files: [{ uploadId: 'u1' }, { uploadId: 'u3' }, { uploadId: 'u2' }] },
  ])
})

test('GifMaker: a cleared delay follows the frame rate again and is not sent', async () => {
  await showWith(image('a.png'), image('b.png'))
  typeDelay('a.png', '500')
  typeDelay('a.png', '')
  await create()
  expect(sentTo(path)).toMatchObject([{ delays: '' }])
})

test('GifMaker: images cannot be changed while the job runs', async () => {
  await showWith(image('a.png'), image('b.png'))
  await create()
  expect(listedNames()).toEqual(['a.png', 'b.png'])
  expect(screen.queryByLabelText('Remove a.png')).toBeNull()
  expect(screen.queryByText('Start Over')).toBeNull()
})

test('GifMaker: shows preview and duration from the server for a video the browser cannot play', async () => {
  answers.set('GET /api/uploads/u1/details', json(details))
  await showWith(clip())
  fireEvent.error(screen.getByLabelText('Preview of clip.mp4'))
  expect(await screen.findByText(/Your browser cannot play this video/)).toBeTruthy()
  expect(screen.getByAltText('Preview of clip.mp4').getAttribute('src')).toBe('/api/uploads/u1/preview')
  expect(boundsOf('Start time')).toEqual([0, 42.4, 0.1, 0])
  expect(boundsOf('Duration')).toEqual([0.1, 30, 0.1, 10])
  expect(panel('GIF Preview').getByText('480 x 360')).toBeTruthy()
})

test('GifMaker: reports a damaged video before the job is started', async () => {
  const problem = { code: 'file-damaged', message: 'This file is damaged.' }
  answers.set('GET /api/uploads/u1/details', json({ ...details, problem }))
  await showWith(clip())
  expect(await screen.findByText('This file is damaged.')).toBeTruthy()
})

test('GifMaker: treats a single animated GIF as a video and uses all of it', async () => {
  answers.set('GET /api/uploads/u1/details', json({ ...details, format: 'gif' }))
  await showWith(new File(['x'], 'dance.gif', { type: 'image/gif', lastModified: 1 }))
  expect(await screen.findByLabelText('Duration')).toBeTruthy()
  await create()
  expect(sentTo(path)).toMatchObject([{ startTime: 0, duration: 10 }])
})

test('GifMaker: restores video, settings and part after a reload', async () => {
  answers.set('GET /api/uploads/u1/details', json(details))
  await showVideo(42.5)
  slide('Start time', 12.5)
  slide('Frame rate', 24)
  slide('Duration', 3)
  cleanup()
  show(<GifMaker isActive />)
  expect(await screen.findByText(/Uploaded on an earlier visit/)).toBeTruthy()
  await waitFor(() => expect(boundsOf('Start time')[1]).toBe(42.4))
  expect(['Start time', 'Duration', 'Frame rate'].map(name => slider(name).value)).toEqual([
    '12.5',
    '3',
    '24',
  ])
})

test('GifMaker: restores order and delays of images after a reload', async () => {
  await showWith(image('a.png'), image('b.png'))
  fireEvent.click(screen.getByLabelText('Move b.png up'))
  typeDelay('a.png', '900')
  await waitFor(() => expect(localStorage.getItem('filesmith.work.gif')).toContain('900'))
  cleanup()
  show(<GifMaker isActive />)
  await screen.findByText('GIF Settings')
  expect(listedNames()).toEqual(['b.png', 'a.png'])
  expect([delayField('a.png').value, delayField('b.png').value]).toEqual(['900', ''])
})

test('GifResult: shows the notes of the server', async () => {
  await showVideo(12)
  await create()
  succeed({ notes: ['It could not be made smaller than 700 KB.'] })
  const resultCard = panel('Your file is ready')
  expect(resultCard.getByText('It could not be made smaller than 700 KB.')).toBeTruthy()
  press('Create another')
  expect(screen.getByText('Drop a video or images here')).toBeTruthy()
})

test('GifMaker: does not start a job while a video is uploading', async () => {
  show(<GifMaker isActive />)
  tusServer.hold()
  await dropFiles(clip())
  await vi.waitFor(() => expect(tusServer.heldCount()).toBe(1))
  press('Create GIF')
  expect(screen.getByText('Some files are still uploading')).toBeTruthy()
  expect(sentTo(path)).toEqual([])
})

test('GIF-24 GifFeatures: renders three cards', () => {
  show(<GifFeatures />)
  expect([...document.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    'Video to GIF',
    'Images to GIF',
    'Small and Sharp',
  ])
})
