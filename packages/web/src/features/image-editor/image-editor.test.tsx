import { editBounds, usualImageEdit } from '@filesmith/contract/image-edit/settings'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dropFiles, fileOf, onPlan, show, standInForServer } from '../../lib/file-tools.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  apply,
  field,
  imageOf,
  openTab,
  press,
  pressNamed,
  rendered,
  showWithImage,
  slide,
  slider,
  standInForWorker,
  tab,
  worker,
  written,
} from './image-editor.test-support.tsx'
import { ImageEditor } from './image-editor.tsx'

standInForServer()
standInForWorker()

const megabyte = 1024 * 1024

test('IMG-01 IMG-02 IMG-03 IMG-16 three tabs, of which only the first opens without a picture', () => {
  show(<ImageEditor isActive />)
  const tabs = screen.getAllByRole<HTMLButtonElement>('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Upload', 'Edit', 'Preview'])
  expect(tabs.map(({ disabled }) => disabled)).toEqual([false, true, true])
  expect(screen.getByText(/layers, masks and AI enhancement/)).toBeTruthy()
  expect(screen.getByText(/stays in this browser/)).toBeTruthy()
})

test('IMG-02 IMG-03 with a picture one can edit, and preview once changes are applied', async () => {
  await showWithImage()
  expect([tab('Edit').disabled, tab('Preview').disabled]).toEqual([false, true])
  expect(tab('Edit').getAttribute('aria-selected')).toBe('true')
  await apply()
  expect(tab('Preview').disabled).toBe(false)
  expect(tab('Preview').getAttribute('aria-selected')).toBe('true')
  expect(tusServer.received()).toEqual([])
})

test.each([
  ['notes.txt', 'text/plain'],
  ['film.mp4', 'video/mp4'],
  ['scan.pdf', ''],
])('IMG-04 %s is no image', async (name, type) => {
  show(<ImageEditor isActive />)
  await dropFiles(fileOf(name, 10, type))
  const words = 'Please upload an image file (jpg, png, gif, etc.)'
  expect(toasts.current()).toMatchObject({ description: words, variant: 'destructive' })
  expect(screen.getByText(words)).toBeTruthy()
  expect(worker.asked).toEqual([])
})

test('IMG-04 what only calls itself an image is none, and is sent nowhere', async () => {
  show(<ImageEditor isActive />)
  await dropFiles(fileOf('letter.png', 40, 'image/png'))
  await waitFor(() =>
    expect(screen.getByText('Please upload an image file (jpg, png, gif, etc.)')).toBeTruthy(),
  )
  expect(tusServer.received()).toEqual([])
})

test('IMG-05 more than 20MB is refused, exactly 20MB is not; paid plans take more', async () => {
  show(<ImageEditor isActive />)
  await dropFiles(fileOf('large.png', 20 * megabyte + 1))
  expect(toasts.current()).toMatchObject({ description: 'Please upload an image smaller than 20MB' })
  const fits = imageOf('fits.jpg', 'jpg')
  Object.defineProperty(fits, 'size', { value: 20 * megabyte })
  await dropFiles(fits)
  expect(await screen.findByText('Brightness')).toBeTruthy()
})

test('IMG-05 Basic takes 250MB', async () => {
  onPlan('basic')
  show(<ImageEditor isActive />)
  await screen.findByText(/up to 250MB/)
  await dropFiles(fileOf('large.png', 250 * megabyte + 1))
  expect(toasts.current()).toMatchObject({ description: 'Please upload an image smaller than 250MB' })
})

test('a damaged picture is said to be one, and is not sent to the server', async () => {
  worker.answer = () => [{ reply: 'trouble', kind: 'unreadable' }]
  show(<ImageEditor isActive />)
  await dropFiles(imageOf('cut.jpg', 'jpg'))
  expect(await screen.findByText(/damaged or cut off/)).toBeTruthy()
  expect(tusServer.received()).toEqual([])
})

test('IMG-06 IMG-07 IMG-08 sliders, their ends, steps and where they stand at first', async () => {
  await showWithImage()
  const facts = (name: string) => [slider(name).min, slider(name).max, slider(name).step, slider(name).value]
  expect(facts('Brightness')).toEqual(['0', '200', '1', '100'])
  expect(facts('Contrast')).toEqual(['0', '200', '1', '100'])
  expect(facts('Saturation')).toEqual(['0', '200', '1', '100'])
  expect(facts('Blur')).toEqual(['0', '10', '0.1', '0'])
  openTab('Turn')
  expect(facts('Rotate')).toEqual(['0', '360', '1', '0'])
  expect(editBounds.rotate).toEqual({ min: 0, max: 360, step: 1 })
})

test('IMG-14 IMG-15 every setting goes into what is rendered at full size', async () => {
  await showWithImage()
  slide('Brightness', 130)
  slide('Contrast', 90)
  slide('Saturation', 20)
  slide('Blur', 2.5)
  openTab('Filters')
  const filters = screen.getAllByRole<HTMLInputElement>('radio')
  expect(filters.map(({ value }) => value)).toEqual([
    'none',
    'grayscale',
    'sepia',
    'invert',
    'vintage',
    'duo-tone',
    'dramatic',
  ])
  expect(filters[0]?.checked).toBe(true)
  fireEvent.click(filters[2] as HTMLInputElement)
  openTab('Turn')
  press('Flip horizontal')
  slide('Rotate', 90)
  openTab('Crop')
  expect(['X', 'Y', 'Crop width', 'Crop height'].map(name => field(name).value)).toEqual([
    '0',
    '0',
    '100',
    '100',
  ])
  fireEvent.change(field('Crop width'), { target: { value: '50' } })
  openTab('Resize')
  expect([field('Width').value, field('Height').value]).toEqual(['0', '0'])
  expect(screen.getByLabelText<HTMLInputElement>('Maintain aspect ratio').checked).toBe(true)
  fireEvent.change(field('Width'), { target: { value: '750' } })
  // Turned and cropped it is 1500 by 4000.
  expect(field('Height').value).toBe('2000')
  await apply()
  expect(rendered()).toMatchObject({
    edit: {
      ...usualImageEdit,
      brightness: 130,
      contrast: 90,
      saturation: 20,
      blur: 2.5,
      filter: 'sepia',
      flipHorizontal: true,
      rotate: 90,
      cropWidth: 50,
      resizeWidth: 750,
    },
    encoding: { format: 'jpg', quality: 90 },
  })
  openTab('Edit')
  openTab('Adjust')
  expect(slider('Brightness').value).toBe('130')
})

test('IMG-14 the work is shown, and can be stopped; the settings stay', async () => {
  await showWithImage()
  slide('Brightness', 150)
  worker.answer = () => [{ reply: 'progress', step: 'rendering', percent: 42 }]
  await act(async () => press('Apply Changes'))
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByText('Rendering at full size...')).toBeTruthy()
  await act(async () => press('Cancel'))
  expect(worker.latest?.isEnded).toBe(true)
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(slider('Brightness').value).toBe('150')
  expect(tab('Preview').disabled).toBe(true)
})

test('a browser that has not enough memory is told apart from a broken picture', async () => {
  await showWithImage()
  worker.answer = () => [{ reply: 'trouble', kind: 'failed' }]
  await act(async () => press('Apply Changes'))
  expect(toasts.current()).toMatchObject({ title: 'Applying failed', variant: 'destructive' })
  expect(tab('Preview').disabled).toBe(true)
})

test('undo, redo and reset, by buttons and keys', async () => {
  await showWithImage()
  fireEvent.change(slider('Brightness'), { target: { value: '110' } })
  fireEvent.change(slider('Brightness'), { target: { value: '120' } })
  fireEvent.pointerUp(slider('Brightness'))
  slide('Contrast', 50)
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect([slider('Brightness').value, slider('Contrast').value]).toEqual(['120', '100'])
  fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true })
  expect(slider('Contrast').value).toBe('50')
  pressNamed('Undo')
  pressNamed('Undo')
  // A drag is one step.
  expect(slider('Brightness').value).toBe('100')
  pressNamed('Redo')
  expect(slider('Brightness').value).toBe('120')
  pressNamed('Reset')
  expect(slider('Brightness').value).toBe('100')
  pressNamed('Undo')
  expect(slider('Brightness').value).toBe('120')
})

test('IMG-10 the frame is moved and resized by keys; proportions hold it', async () => {
  await showWithImage()
  openTab('Crop')
  const frame = screen.getByLabelText('Crop area')
  const key = (name: string, keys: object = {}) => {
    fireEvent.keyDown(frame, { key: name, ...keys })
    fireEvent.keyUp(frame, { key: name })
  }
  const area = () => ['X', 'Y', 'Crop width', 'Crop height'].map(name => Number(field(name).value))
  key('ArrowLeft', { shiftKey: true })
  key('ArrowUp', { shiftKey: true })
  expect(area()).toEqual([0, 0, 99, 99])
  key('ArrowRight')
  key('ArrowDown', { altKey: true })
  expect(area()).toEqual([1, 0.1, 99, 99])
  fireEvent.click(screen.getByLabelText('1:1'))
  // 4000 by 3000: a square is three quarters of its width.
  expect(area()[2]).toBe(75)
  expect(area()[3]).toBe(100)
  key('ArrowLeft', { shiftKey: true })
  expect((area()[2] as number) * 4000).toBeCloseTo((area()[3] as number) * 3000, -3)
  press('Whole picture')
  expect(area()).toEqual([0, 0, 100, 100])
})

test('IMG-15 figures before and after, and the download in its format', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await showWithImage()
  await apply()
  expect(screen.getByText('2 KB')).toBeTruthy()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  const saved: string[] = []
  press('Download')
  fireEvent.click(screen.getByLabelText('WEBP'))
  expect(screen.getByText<HTMLButtonElement>('Download', { selector: 'button' }).disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(300))
  press('Download')
  expect(saved).toEqual(['photo-edited.jpg', 'photo-edited.webp'])
  expect(worker.asked.at(-1)).toEqual({ ask: 'encode', encoding: { format: 'webp', quality: 90 } })
  expect(tusServer.received()).toEqual([])
  click.mockRestore()
})

test('settings changed after applying are said to be missing from the preview', async () => {
  await showWithImage()
  await apply()
  expect(screen.queryByText(/You changed settings since/)).toBeNull()
  press('Edit again')
  slide('Contrast', 150)
  openTab('Preview')
  expect(screen.getByText(/You changed settings since/)).toBeTruthy()
  openTab('Edit')
  worker.answer = request => [
    { ...written(request), file: new Blob(['x'.repeat(3072)], { type: 'image/jpeg' }) },
  ]
  await apply()
  expect(screen.queryByText(/You changed settings since/)).toBeNull()
  // The file is the new one.
  expect(screen.getByText('3 KB')).toBeTruthy()
})
