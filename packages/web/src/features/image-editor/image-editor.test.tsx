import { defaultImageEdit, editBounds } from '@filesmith/contract/image-edit/settings'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dropFiles, fileOf, onPlan, show, standInForServer } from '../../lib/file-tools.test-support.tsx'
import { createFakeIndexedDb } from '../../lib/indexed-db.fixture.ts'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  apply,
  encodedReply,
  field,
  imageFile,
  openTab,
  press,
  pressNamed,
  rendered,
  showWithImage,
  slide,
  slider,
  stubImageWorker,
  tab,
  worker,
} from './image-editor.test-support.tsx'
import { ImageEditor } from './image-editor.tsx'

standInForServer()
stubImageWorker()

const megabyte = 1024 * 1024

test('IMG-01 IMG-02 IMG-03 IMG-16 ImageEditor: has three tabs, of which only the first is enabled without an image', () => {
  show(<ImageEditor isActive />)
  const tabs = screen.getAllByRole<HTMLButtonElement>('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Upload', 'Edit', 'Preview'])
  expect(tabs.map(({ disabled }) => disabled)).toEqual([false, true, true])
  expect(
    screen.getByText(/layers, masks and AI enhancement\. Coming to Pro: not available yet\./),
  ).toBeTruthy()
  expect(screen.getByText(/stays in this browser/)).toBeTruthy()
})

test('IMG-02 IMG-03 ImageEditor: enables Edit with an image, and Preview once changes are applied', async () => {
  await showWithImage()
  expect([tab('Edit').disabled, tab('Preview').disabled]).toEqual([false, true])
  expect(tab('Edit').getAttribute('aria-selected')).toBe('true')
  await apply()
  expect(tab('Preview').disabled).toBe(false)
  expect(tab('Preview').getAttribute('aria-selected')).toBe('true')
  expect(tusServer.received()).toEqual([])
})

test('ImageEditor: image and edits are still there after leaving or a reload, until Start Over', async () => {
  vi.stubGlobal('indexedDB', createFakeIndexedDb().indexedDB)
  await showWithImage()
  slide('Brightness', 150)
  cleanup()
  show(<ImageEditor isActive />)
  await screen.findByText('Brightness')
  expect(slider('Brightness').value).toBe('150')
  openTab('Upload')
  expect(screen.getByTitle('photo.jpg')).toBeTruthy()
  press('Start Over')
  cleanup()
  show(<ImageEditor isActive />)
  await act(async () => undefined)
  expect(tab('Edit').disabled).toBe(true)
})

test.each([
  ['notes.txt', 'text/plain'],
  ['video.mp4', 'video/mp4'],
  ['scan.pdf', ''],
])('IMG-04 ImageEditor: rejects %s', async (name, type) => {
  show(<ImageEditor isActive />)
  await dropFiles(fileOf(name, 10, type))
  const message = 'Please upload an image file (jpg, png, gif, etc.)'
  expect(toasts.current()).toMatchObject({ description: message, variant: 'destructive' })
  expect(screen.getByText(message)).toBeTruthy()
  expect(worker.requests).toEqual([])
})

test('IMG-04 ImageEditor: rejects a file that only has an image name, and uploads nothing', async () => {
  show(<ImageEditor isActive />)
  await dropFiles(fileOf('letter.png', 40, 'image/png'))
  await waitFor(() =>
    expect(screen.getByText('Please upload an image file (jpg, png, gif, etc.)')).toBeTruthy(),
  )
  expect(tusServer.received()).toEqual([])
})

test('IMG-05 ImageEditor: rejects more than 20MB and accepts exactly 20MB', async () => {
  show(<ImageEditor isActive />)
  await dropFiles(fileOf('large.png', 20 * megabyte + 1))
  expect(toasts.current()).toMatchObject({ description: 'Please upload an image smaller than 20MB' })
  const fits = imageFile('fits.jpg', 'jpg')
  Object.defineProperty(fits, 'size', { value: 20 * megabyte })
  await dropFiles(fits)
  expect(await screen.findByText('Brightness')).toBeTruthy()
})

test('IMG-05 ImageEditor: accepts 250MB on the Basic plan', async () => {
  onPlan('basic')
  show(<ImageEditor isActive />)
  await screen.findByText(/up to 250MB/)
  await dropFiles(fileOf('large.png', 250 * megabyte + 1))
  expect(toasts.current()).toMatchObject({ description: 'Please upload an image smaller than 250MB' })
})

test('ImageEditor: reports a damaged image and does not upload it', async () => {
  worker.respond = () => [{ reply: 'error', kind: 'unreadable' }]
  show(<ImageEditor isActive />)
  await dropFiles(imageFile('cut.jpg', 'jpg'))
  expect(await screen.findByText(/damaged or incomplete/)).toBeTruthy()
  expect(tusServer.received()).toEqual([])
})

test('IMG-06 IMG-07 IMG-08 ImageEditor: limits, steps and defaults of the sliders', async () => {
  await showWithImage()
  const attributesOf = (name: string) => [
    slider(name).min,
    slider(name).max,
    slider(name).step,
    slider(name).value,
  ]
  expect(attributesOf('Brightness')).toEqual(['0', '200', '1', '100'])
  expect(attributesOf('Contrast')).toEqual(['0', '200', '1', '100'])
  expect(attributesOf('Saturation')).toEqual(['0', '200', '1', '100'])
  expect(attributesOf('Blur')).toEqual(['0', '10', '0.1', '0'])
  openTab('Rotate & flip')
  expect(attributesOf('Rotate')).toEqual(['0', '360', '1', '0'])
  expect(editBounds.rotate).toEqual({ min: 0, max: 360, step: 1 })
})

test('IMG-14 IMG-15 ImageEditor: renders all settings at full size', async () => {
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
  openTab('Rotate & flip')
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
  // Rotated and cropped it is 1500 by 4000.
  expect(field('Height').value).toBe('2000')
  await apply()
  expect(rendered()).toMatchObject({
    edit: {
      ...defaultImageEdit,
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

test('IMG-14 ImageEditor: shows the rendering progress, and Cancel keeps the settings', async () => {
  await showWithImage()
  slide('Brightness', 150)
  worker.respond = () => [{ reply: 'progress', step: 'rendering', percent: 42 }]
  await act(async () => press('Apply Changes'))
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByText('Rendering at full size...')).toBeTruthy()
  await act(async () => press('Cancel'))
  expect(worker.latest?.isTerminated).toBe(true)
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(slider('Brightness').value).toBe('150')
  expect(tab('Preview').disabled).toBe(true)
})

test('ImageEditor: distinguishes out of memory from a damaged image', async () => {
  await showWithImage()
  worker.respond = () => [{ reply: 'error', kind: 'failed' }]
  await act(async () => press('Apply Changes'))
  expect(toasts.current()).toMatchObject({ title: 'Could not apply changes', variant: 'destructive' })
  expect(tab('Preview').disabled).toBe(true)
})

test('ImageEditor: undo, redo and reset, by button and shortcut', async () => {
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

test('IMG-10 CropFrame: moves and resizes by keyboard, keeping a locked aspect ratio', async () => {
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
  press('Reset crop')
  expect(area()).toEqual([0, 0, 100, 100])
})

test('IMG-15 PreviewTab: shows sizes before and after, and downloads in the selected format', async () => {
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
  // Time that also advances by itself is never caught up with on a busy machine.
  vi.setTimerTickMode('manual')
  await act(() => vi.advanceTimersByTimeAsync(300))
  press('Download')
  expect(saved).toEqual(['photo-edited.jpg', 'photo-edited.webp'])
  expect(worker.requests.at(-1)).toEqual({ ask: 'encode', encoding: { format: 'webp', quality: 90 } })
  expect(tusServer.received()).toEqual([])
  click.mockRestore()
})

test('PreviewTab: warns about settings changed after applying', async () => {
  await showWithImage()
  await apply()
  expect(screen.queryByText(/Settings have changed/)).toBeNull()
  press('Edit again')
  slide('Contrast', 150)
  openTab('Preview')
  expect(screen.getByText(/Settings have changed/)).toBeTruthy()
  openTab('Edit')
  worker.respond = request => [
    { ...encodedReply(request), file: new Blob(['x'.repeat(3072)], { type: 'image/jpeg' }) },
  ]
  await apply()
  expect(screen.queryByText(/Settings have changed/)).toBeNull()
  // The new file is shown.
  expect(screen.getByText('3 KB')).toBeTruthy()
})
