import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  dropFiles,
  fileOf,
  listedNames,
  onPlan,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  alertStub,
  boundsOf,
  choose,
  clip,
  create,
  image,
  openMore,
  panel,
  path,
  press,
  setUpGifMaker,
  showVideo,
  showWith,
  slide,
  slider,
} from './gif-maker.test-support.tsx'
import { GifMaker } from './gif-maker.tsx'
import { formatResolution, heightFor } from './gif-metrics.ts'

standInForServer()
setUpGifMaker()

const megabyte = 1024 * 1024
const invalid = {
  title: 'Invalid files',
  description: 'Please upload either a single video file or multiple image files.',
  variant: 'destructive',
}

test('GIF-01 GifMaker: accepts a single video or multiple images up to exactly 200MB, and alerts about larger files', async () => {
  show(<GifMaker isActive />)
  expect(screen.getByText('Accepts a single video or multiple images, up to 200MB per file.')).toBeTruthy()
  const input = screen.getByLabelText<HTMLInputElement>('Choose files: Drop a video or images here')
  expect([input.multiple, input.accept.startsWith('video/*,image/*,')]).toEqual([true, true])
  tusServer.hold()
  await dropFiles(clip('huge.mp4', 200 * megabyte + 1))
  expect(alertStub).toHaveBeenCalledWith('File is too large. Maximum size is 200MB.')
  expect(screen.queryByTitle('huge.mp4')).toBeNull()
  await dropFiles(clip('exact.mp4', 200 * megabyte))
  expect(screen.getByTitle('exact.mp4')).toBeTruthy()
})

test('GIF-01 GifMaker: accepts larger files on the Pro plan', async () => {
  onPlan('pro')
  show(<GifMaker isActive />)
  expect(await screen.findByText(/up to 2GB per file\./)).toBeTruthy()
})

test.each([
  ['a video and an image', [clip(), image('a.png')]],
  ['two videos', [clip('one.mp4'), clip('two.mp4')]],
  ['something else', [fileOf('letter.pdf', 10, 'application/pdf')]],
])('GIF-02 GifMaker: rejects %s and uploads nothing', async (_what, files) => {
  show(<GifMaker isActive />)
  await dropFiles(...files)
  expect(toasts.current()).toMatchObject(invalid)
  expect(tusServer.received()).toEqual([])
})

test('GIF-02 GifMaker: checks added files together with the selected ones', async () => {
  await showWith(image('a.png'))
  await dropFiles(clip())
  expect(toasts.current()).toMatchObject(invalid)
  expect(listedNames()).toEqual(['a.png'])
  await dropFiles(image('b.png'))
  expect(listedNames()).toEqual(['a.png', 'b.png'])
})

test('GIF-03 GifMaker: Create without files asks for files and sends nothing', () => {
  show(<GifMaker isActive />)
  press('Create GIF')
  expect(toasts.current()).toMatchObject({
    title: 'Error',
    description: 'Please add files to create a GIF',
    variant: 'destructive',
  })
  expect(sentTo(path)).toEqual([])
})

test('GIF-04 GIF-05 GifMaker: shows player, settings and preview of a video', async () => {
  await showVideo(12)
  const player = screen.getByLabelText('Preview of clip.mp4')
  expect([player.tagName, player.getAttribute('src')]).toEqual(['VIDEO', 'blob:file-1'])
  expect(screen.getByRole('group', { name: 'GIF Settings' })).toBeTruthy()
  expect(screen.getByRole('group', { name: 'GIF Preview' })).toBeTruthy()
})

test('GIF-04 GifMaker: shows the image that is first in the list', async () => {
  await showWith(image('a.png'), image('b.png'))
  expect(screen.getByAltText('Preview of a.png').tagName).toBe('IMG')
  fireEvent.click(screen.getByLabelText('Move b.png up'))
  expect(await screen.findByAltText('Preview of b.png')).toBeTruthy()
})

test('GIF-06 GIF-07 GifSettingsPanel: frame rate ranges from 1 to 30 with a label for its effect', async () => {
  await showVideo(12)
  expect(boundsOf('Frame rate')).toEqual([1, 30, 1, 10])
  for (const [fps, label] of [
    [1, 'Slower & Smaller'],
    [5, 'Slower & Smaller'],
    [6, 'Balanced'],
    [24, 'Balanced'],
    [25, 'Smoother & Larger'],
    [30, 'Smoother & Larger'],
  ] as const) {
    slide('Frame rate', fps)
    expect(panel('GIF Settings').getByText(label)).toBeTruthy()
  }
})

test('GIF-08 GIF-09 GifSettingsPanel: width in steps of 16, three qualities', async () => {
  await showVideo(12)
  expect(boundsOf('Width')).toEqual([160, 1280, 16, 480])
  const radios = within(screen.getByRole('group', { name: 'Quality' })).getAllByRole<HTMLInputElement>(
    'radio',
  )
  expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
    ['low', false],
    ['medium', true],
    ['high', false],
  ])
})

test('GIF-08 RangeField: rounds a typed width to the nearest step within the limits', async () => {
  await showVideo(12)
  const field = screen.getByLabelText<HTMLInputElement>('Width (px)')
  for (const [typed, taken] of [
    ['500', 496],
    ['9999', 1280],
    ['3', 160],
    ['wide', 160],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.blur(field)
    expect(Number(slider('Width').value)).toBe(taken)
  }
})

test.each([
  [4.2, 4.2],
  [25, 10],
])('GIF-12 GifMaker: a video of %d s starts with a duration of %d s', async (length, duration) => {
  await showVideo(length)
  expect(boundsOf('Duration')[3]).toBe(duration)
  expect(boundsOf('Start time')[3]).toBe(0)
})

test('GIF-10 GIF-11 GifSettingsPanel: limits start and duration to the video, and duration to 30 s', async () => {
  await showVideo(60)
  expect(boundsOf('Start time')).toEqual([0, 59.9, 0.1, 0])
  expect(boundsOf('Duration')).toEqual([0.1, 30, 0.1, 10])
  slide('Start time', 57.5)
  expect(boundsOf('Duration')).toEqual([0.1, 2.5, 0.1, 2.5])
  slide('Start time', 59.9)
  expect(boundsOf('Duration')).toEqual([0.1, 0.1, 0.1, 0.1])
})

test('GIF-13 GifMaker: offers and sends neither start nor duration for images', async () => {
  await showWith(image('a.png'), image('b.png'))
  expect(screen.queryByLabelText('Start time')).toBeNull()
  expect(screen.queryByLabelText('Duration')).toBeNull()
  await create()
  const [sent] = sentTo(path) as [Record<string, unknown>]
  expect(Object.keys(sent)).not.toContain('startTime')
  expect(Object.keys(sent)).not.toContain('duration')
  expect(sent.files).toEqual([{ uploadId: 'u1' }, { uploadId: 'u2' }])
})

test('GIF-13 API-32 GifMaker: sends the part of a video with all other settings', async () => {
  await showVideo(20)
  slide('Start time', 2.5)
  slide('Duration', 3)
  slide('Frame rate', 15)
  slide('Width', 320)
  choose('High')
  openMore()
  choose('WEBP')
  fireEvent.click(screen.getByText('Play backwards'))
  fireEvent.change(screen.getByLabelText('Loop'), { target: { value: '3' } })
  fireEvent.change(screen.getByLabelText('Caption'), { target: { value: 'Ahoy' } })
  fireEvent.change(screen.getByLabelText('Maximum file size (KB)'), { target: { value: '500 KB' } })
  await create()
  expect(sentTo(path)).toEqual([
    {
      files: [{ uploadId: 'u1' }],
      fps: 15,
      width: 320,
      quality: 'high',
      startTime: 2.5,
      duration: 3,
      outputFormat: 'webp',
      loopCount: 3,
      isReversed: true,
      caption: 'Ahoy',
      maxKilobytes: 500,
    },
  ])
  expect(tusServer.received()).toMatchObject([{ purpose: 'create-gif' }])
})

test('GIF-15 PreviewStats: shows one resolution: that of the source, or 16:9 while it is unknown', async () => {
  await showVideo(12, 1080, 1920)
  const preview = panel('GIF Preview')
  const shown = () => preview.getAllByText(/^\d+ x \d+$/).map(({ textContent }) => textContent)
  expect(shown()).toEqual(['480 x 853'])
  slide('Width', 640)
  expect(shown()).toEqual(['640 x 1138'])
  expect(formatResolution({ width: 480, height: heightFor(480) })).toBe('480 x 270')
})

test('GIF-23 GifMaker: recommends short GIFs, and again when a long duration is selected', async () => {
  await showVideo(40)
  expect(screen.getByText(/keep your GIFs under 10 seconds/)).toBeTruthy()
  expect(screen.queryByText(/Longer than 10 seconds/)).toBeNull()
  slide('Duration', 10.1)
  expect(screen.getByText(/Longer than 10 seconds/)).toBeTruthy()
})
