import type { BatchState } from '@filesmith/contract/schemas/batch'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  answers,
  choose,
  conversionOf,
  dropFiles,
  fileOf,
  goTo,
  inspected,
  json,
  onPlan,
  press,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { FakeEventSource } from '../../lib/job/job-events.fixture.ts'
import { toasts } from '../../lib/toast-store.ts'
import { ImageResizer, ResizeFeatures } from './image-resizer.tsx'

standInForServer()

const path = '/api/convert/image'
const job = { id: 'b1', statusUrl: '/api/batches/b1', eventsUrl: '/api/batches/b1/events' }

/** Dimensions the fake Image reports for every image. */
const dimensions = { width: 1200, height: 800 }

beforeEach(() => {
  answers.set(`POST ${path}`, json(job, 202))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:image')
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      naturalWidth = dimensions.width
      naturalHeight = dimensions.height
      decode = async () => {}
    },
  )
})
afterEach(() => vi.useRealTimers())

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

async function withImages(...names: string[]) {
  show(<ImageResizer isActive />)
  await dropFiles(...names.map(name => fileOf(name, 2048)))
  await screen.findByText(names.length === 1 ? 'Upload complete!' : `${names.length} files ready to process`)
  await waitFor(() => expect(screen.getAllByText('1200 x 800').length).toBe(Math.min(8, names.length)))
}

const stateOf = (change: Partial<BatchState>): BatchState => ({
  id: 'b1',
  status: 'running',
  percent: 20,
  downloadUrl: null,
  files: [conversionOf({ id: 'c1', percent: 20, fileName: 'a.png' })],
  ...change,
})
const ready = conversionOf({
  id: 'c1',
  fileName: 'a.png',
  status: 'succeeded',
  percent: 100,
  originalSize: 2048,
  resultSize: 1024,
  downloadUrl: '/api/download/c1',
})
const done = stateOf({
  status: 'succeeded',
  percent: 100,
  downloadUrl: '/api/batches/b1/download',
  files: [ready],
})

async function resize() {
  await act(async () => press('Resize Images'))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
}

test('SIZE-01 SIZE-13 SIZE-22 ImageResizer: states its limits and premium features, and asks for an image', async () => {
  show(<ImageResizer isActive />)
  expect(screen.getByText('Accepts one or more images, up to 50MB each.')).toBeTruthy()
  expect(
    screen.getByText(
      'Smart cropping, bulk processing and image optimization require a premium subscription.',
    ),
  ).toBeTruthy()
  press('Resize Images')
  expect(toasts.current()).toMatchObject({
    title: 'Error',
    description: 'Please select at least one image first',
    variant: 'destructive',
  })
  expect(sentTo(path)).toEqual([])
})

test('SIZE-05 SIZE-06 SIZE-07 SIZE-08 SIZE-09 ResizeOptions: shows all options with their defaults', async () => {
  await withImages('a.png')
  const options = within(screen.getByRole('group', { name: 'Resize Options' }))
  expect([field('Width').value, field('Height').value]).toEqual(['800', '600'])
  expect(field('Maintain aspect ratio').checked).toBe(true)
  const radios = (name: string) =>
    within(options.getByRole('group', { name })).getAllByRole<HTMLInputElement>('radio')
  expect(radios('Output Format').map(({ value }) => value)).toEqual(['original', 'jpg', 'png', 'webp'])
  expect(radios('Output Format').find(({ checked }) => checked)?.value).toBe('original')
  expect(radios('Quality').map(({ value }) => value)).toEqual(['high', 'medium', 'low'])
  expect(radios('Quality').find(({ checked }) => checked)?.value).toBe('high')
})

test('SIZE-02 SIZE-03 SIZE-04 ImagePreviewList: shows eight thumbnails with both dimensions, and the number of further images', async () => {
  await withImages(...Array.from({ length: 10 }, (_, index) => `${index}.png`))
  expect(screen.getByText('Image Preview')).toBeTruthy()
  expect(screen.getAllByText('2 KB')).toHaveLength(8)
  expect(screen.getByText('+2 more')).toBeTruthy()
  expect(screen.getAllByText('800 x 533')).toHaveLength(8)
  press('Show all 10')
  expect(screen.getAllByText('2 KB')).toHaveLength(10)
})

test('SIZE-10 SIZE-11 SizeFields: fills empty fields from the first image, and reads letters as 0', async () => {
  await withImages('a.png')
  field('Height').focus()
  type('Width', '')
  type('Height', '')
  expect(field('Width').value).toBe('')
  act(() => field('Height').blur())
  expect([field('Width').value, field('Height').value]).toEqual(['1200', '800'])
  type('Width', 'wide')
  expect(field('Width').value).toBe('0')
  press('Use original size')
  expect([field('Width').value, field('Height').value]).toEqual(['1200', '800'])
  type('Width', '300')
  expect(field('Height').value).toBe('200')
})

test('SIZE-12 SIZE-14 SIZE-15 SIZE-16 ImageResizer: sends the request, reports success and downloads 800 ms later', async () => {
  await withImages('a.png')
  await resize()
  expect(sentTo(path)).toMatchObject([
    {
      files: [{ uploadId: 'u1' }],
      width: 800,
      height: 600,
      maintainAspectRatio: true,
      mode: 'fit',
      outputFormat: 'original',
      quality: 'high',
    },
  ])
  expect(toasts.current()).toMatchObject({
    title: 'Resizing Images...',
    description: 'Your files are being processed.',
  })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resizing...' }).disabled).toBe(true)
  vi.useFakeTimers()
  say(done)
  expect(toasts.current()).toMatchObject({
    title: 'Success!',
    description: 'Your image has been resized successfully.',
  })
  vi.advanceTimersByTime(799)
  expect(goTo).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/batches/b1/download')
})

test('SIZE-17 SIZE-18 ImageResizer: reports a missing download URL, a failed job and an unreachable server', async () => {
  await withImages('a.png')
  await resize()
  say({ ...done, downloadUrl: null })
  expect(toasts.current()).toMatchObject({
    title: 'Download error',
    description: 'Could not retrieve the resized image.',
  })
  await act(async () => press('Resize Images'))
  const error = { code: 'file-damaged', message: 'This PNG file is damaged.' }
  say(stateOf({ status: 'failed', files: [conversionOf({ id: 'c1', status: 'failed', error })] }))
  expect(toasts.current()).toMatchObject({ title: 'Resizing failed', description: error.message })
  press('Change size')
  answers.set(`POST ${path}`, () => Promise.reject(new TypeError('offline')))
  await act(async () => press('Resize Images'))
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Resizing failed',
      description: 'There was an error resizing your image.',
    }),
  )
})

test('SIZE-18 ImageResizer: shows its own text for an error response without a message', async () => {
  await withImages('a.png')
  answers.set(`POST ${path}`, () => new Response('', { status: 502 }))
  await act(async () => press('Resize Images'))
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Resizing failed',
      description: 'There was an error resizing your image.',
    }),
  )
})

test('SIZE-20 ImageResizer: Start Over clears files and settings', async () => {
  await withImages('a.png')
  type('Width', '10')
  choose('WEBP')
  press('Start Over')
  expect(screen.queryByText('Image Preview')).toBeNull()
  await dropFiles(fileOf('b.png'))
  await screen.findByText('Upload complete!')
  expect(field('Width').value).toBe('800')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Original' }).checked).toBe(true)
})

test('SIZE-22 ImageResizer: on Free disables smart crop and maximum file size, and drops images beyond ten', async () => {
  await withImages(...Array.from({ length: 12 }, (_, index) => `${index}.png`).slice(0, 10))
  await dropFiles(fileOf('10.png'), fileOf('11.png'))
  expect(screen.getByText(/You can resize up to 10 images at once/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Maximum file size (KB)').disabled).toBe(true)
  choose('Crop to fill')
  expect(screen.getByLabelText<HTMLInputElement>(/^Smart crop/).disabled).toBe(true)
})

test('ImageResizer: enables all options on a paid plan', async () => {
  onPlan('basic')
  await withImages('a.png')
  choose('Crop to fill')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Smart crop/).disabled).toBe(false))
  fireEvent.click(screen.getByLabelText(/^Smart crop/))
  type('Maximum file size (KB)', '200')
  await resize()
  expect(sentTo(path)).toMatchObject([{ mode: 'fill', isSmartCrop: true, maxKilobytes: 200 }])
})

test('ImageResizer: does not enlarge unless asked', async () => {
  await withImages('a.png')
  expect(field('Do not enlarge').checked).toBe(true)
  type('Width', '2400')
  expect(screen.getAllByText('1200 x 800')).toHaveLength(2)
  fireEvent.click(field('Do not enlarge'))
  expect(screen.getByText('2400 x 1600')).toBeTruthy()
  await resize()
  expect(sentTo(path)).toMatchObject([{ width: 2400, withoutEnlargement: false }])
})

test('ImageResizer: a preset sets method and size, and a size of one’s own is custom', async () => {
  await withImages('a.png')
  const preset = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Preset' })
  expect(preset.value).toBe('custom')
  fireEvent.change(preset, { target: { value: 'longest-1080' } })
  expect(screen.getByText('1080 x 720')).toBeTruthy()
  fireEvent.change(preset, { target: { value: 'link-preview' } })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Crop to fill' }).checked).toBe(true)
  expect([field('Width').value, field('Height').value]).toEqual(['1200', '630'])
  expect(preset.value).toBe('link-preview')
  expect(screen.getByRole('option', { name: 'Link preview 1200 × 630' })).toBeTruthy()
  type('Width', '500')
  expect(preset.value).toBe('custom')
})

test('ImageResizer: does not advertise premium features to a plan that has them', async () => {
  onPlan('pro')
  show(<ImageResizer isActive />)
  await waitFor(() => expect(screen.queryByText(/require a premium subscription/)).toBeNull())
})

test('SIZE-21 SIZE-23 ResizeFeatures: links to the plans and shows three cards', () => {
  show(<ResizeFeatures />)
  expect(screen.getByText('Premium Resize Features')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/premium')
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

test('ImageResizer: skips files that are not images and says so', async () => {
  show(<ImageResizer isActive />)
  await dropFiles(fileOf('a.png'), fileOf('notes.txt', 10, 'text/plain'))
  expect(await screen.findByText('1 file is not an image and was skipped.')).toBeTruthy()
})

test('ImageResizer: shows pages and a preview of a scan, and resizes one page only when it is chosen', async () => {
  inspected('u1', 4)
  await withImages('scan.tiff')
  expect(await screen.findByText('2 KB · 4 pages')).toBeTruthy()
  expect(document.querySelector('img[src="/api/uploads/u1/preview"]')).toBeTruthy()
  choose('One page')
  type('Page', '4')
  await act(async () => press('Resize Images'))
  await waitFor(() => expect(sentTo(path)).toMatchObject([{ page: 4, files: [{ uploadId: 'u1' }] }]))
})

test('ImageResizer: all pages are resized unless one is chosen', async () => {
  inspected('u1', 4)
  await withImages('scan.tiff', 'b.png')
  await screen.findByRole('radio', { name: 'First page' })
  choose('First page')
  choose('All pages')
  await act(async () => press('Resize Images'))
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
  expect(sentTo(path)[0]).not.toHaveProperty('page')
})
