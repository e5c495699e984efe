import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DropZone } from './drop-zone.tsx'

const megabyte = 1024 * 1024
const alertStub = vi.fn<(message: string) => void>()

beforeEach(() => {
  alertStub.mockReset()
  vi.stubGlobal('alert', alertStub)
  window.alert = alertStub
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A file that reports the given size without allocating it. */
function fileOf(name: string, sizeBytes: number, type = 'image/png'): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: sizeBytes })
  return file
}

function renderDropZone(props: Partial<Parameters<typeof DropZone>[0]> = {}) {
  const onFiles = vi.fn<(files: readonly File[]) => void>()
  render(<DropZone icon={null} prompt="Drop an image here" hint="Takes PNG" onFiles={onFiles} {...props} />)
  return { onFiles, input: screen.getByLabelText<HTMLInputElement>(/Choose a file/) }
}

const pick = (input: HTMLInputElement, ...files: readonly File[]) =>
  fireEvent.change(input, { target: { files } })

const withFiles = (...files: readonly File[]) => ({ dataTransfer: { types: ['Files'], files } })

test('UP-01 DropZone: accepts a file chosen with the file picker', () => {
  const { onFiles, input } = renderDropZone()
  const photo = fileOf('photo.png', 10)
  pick(input, photo)
  expect(onFiles).toHaveBeenCalledWith([photo])
})

test('UP-01 DropZone: accepts a file dropped anywhere on the page', () => {
  const { onFiles } = renderDropZone()
  const photo = fileOf('photo.png', 10)
  fireEvent.drop(document.body, withFiles(photo))
  expect(onFiles).toHaveBeenCalledWith([photo])
})

test('UP-01 DropZone: accepts a pasted file', () => {
  const { onFiles } = renderDropZone()
  const photo = fileOf('photo.png', 10)
  fireEvent.paste(document.body, { clipboardData: { files: [photo] } })
  expect(onFiles).toHaveBeenCalledWith([photo])
})

test('DropZone: keeps the keyboard focus when the file replaces the empty zone, and when the card changes', () => {
  const props = { icon: null, prompt: 'Drop an image here', hint: 'Takes PNG', onFiles: () => undefined }
  const { rerender } = render(<DropZone {...props} />)
  const area = document.querySelector('[data-drag]')
  screen.getByLabelText(/Choose a file/).focus()
  rerender(<DropZone {...props} content={<button type="button">Cancel</button>} />)
  expect(document.activeElement).toBe(area)
  screen.getByText('Cancel').focus()
  rerender(<DropZone {...props} content={<p>Upload complete!</p>} />)
  expect(document.activeElement).toBe(area)
})

test('DropZone: leaves the focus alone when it is not in the zone', async () => {
  const props = { icon: null, prompt: 'Drop an image here', hint: 'Takes PNG', onFiles: () => undefined }
  const { rerender } = render(<DropZone {...props} />)
  const input = screen.getByLabelText(/Choose a file/)
  input.focus()
  input.blur()
  await Promise.resolve()
  rerender(<DropZone {...props} content={<p>photo.png</p>} />)
  expect(document.activeElement).toBe(document.body)
})

test('DropZone: on a touch device asks to choose a file and mentions neither dropping nor pasting', () => {
  const media: Partial<MediaQueryList> = {
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as MediaQueryList)
  const { input } = renderDropZone()
  expect(screen.getByText('Choose an image')).toBeTruthy()
  expect(input.getAttribute('aria-label')).toBe('Choose a file: Choose an image')
  expect(document.body.textContent).not.toMatch(/drop|paste/i)
})

test('UP-02 DropZone: is highlighted while a file is dragged over it, until leave or drop', () => {
  renderDropZone()
  const prompt = screen.getByText('Drop an image here')
  const area = prompt.closest('[data-drag]')
  fireEvent.dragOver(prompt, withFiles(fileOf('photo.png', 10)))
  expect(area?.getAttribute('data-drag')).toBe('area')
  fireEvent.dragLeave(prompt, { relatedTarget: null })
  expect(area?.getAttribute('data-drag')).toBe('none')
  fireEvent.dragOver(prompt, withFiles(fileOf('photo.png', 10)))
  fireEvent.drop(prompt, withFiles(fileOf('photo.png', 10)))
  expect(area?.getAttribute('data-drag')).toBe('none')
})

test('UP-02 DropZone: ignores dragged text', () => {
  renderDropZone()
  const prompt = screen.getByText('Drop an image here')
  fireEvent.dragOver(prompt, { dataTransfer: { types: ['text/plain'], files: [] } })
  expect(prompt.closest('[data-drag]')?.getAttribute('data-drag')).toBe('none')
})

test('UP-10 UP-11 UP-13 DropZone: rejects a file above the default maximum of 500 MB with an alert', () => {
  const { onFiles, input } = renderDropZone()
  pick(input, fileOf('huge.png', 500 * megabyte + 1))
  expect(alertStub).toHaveBeenCalledWith('File is too large. Maximum size is 500MB.')
  expect(onFiles).not.toHaveBeenCalled()
  expect(screen.getByText('Drop an image here')).toBeTruthy()
})

test('UP-16 DropZone: accepts a file of exactly the maximum size', () => {
  const { onFiles, input } = renderDropZone({ maxBytes: 50 * megabyte })
  pick(input, fileOf('exact.png', 50 * megabyte))
  expect(onFiles).toHaveBeenCalledTimes(1)
  expect(alertStub).not.toHaveBeenCalled()
})

test('UP-12 UP-13 DropZone: names the one file above the maximum and accepts none', () => {
  const { onFiles, input } = renderDropZone({ isMultiple: true, maxBytes: 10 * megabyte })
  pick(input, fileOf('small.png', 10), fileOf('big.png', 11 * megabyte))
  expect(alertStub).toHaveBeenCalledWith('File "big.png" is too large. Maximum size is 10MB.')
  expect(onFiles).not.toHaveBeenCalled()
})

test('UP-14 DropZone: passes all files in one call when multiple', () => {
  const { onFiles, input } = renderDropZone({ isMultiple: true })
  const files = [fileOf('a.png', 1), fileOf('b.png', 2)]
  pick(input, ...files)
  expect(onFiles).toHaveBeenCalledExactlyOnceWith(files)
})

test('UP-15 DropZone: uses only the first file when not multiple and ignores the size of the others', () => {
  const { onFiles, input } = renderDropZone()
  const first = fileOf('a.png', 1)
  pick(input, first, fileOf('b.png', 600 * megabyte))
  expect(onFiles).toHaveBeenCalledWith([first])
  expect(alertStub).not.toHaveBeenCalled()
})

test('HOME-07 DropZone: rejects a file of another type with a message', () => {
  const { onFiles, input } = renderDropZone({ accept: 'image/*' })
  pick(input, fileOf('notes.txt', 10, 'text/plain'))
  expect(screen.getByRole('alert').textContent).toContain('"notes.txt" cannot be used here')
  expect(onFiles).not.toHaveBeenCalled()
})

test('DropZone: accepts nothing when disabled and prevents navigation to the dropped file', () => {
  const { onFiles, input } = renderDropZone({ isDisabled: true })
  expect(input.disabled).toBe(true)
  const wasNotPrevented = fireEvent.drop(document.body, withFiles(fileOf('photo.png', 10)))
  expect(wasNotPrevented).toBe(false)
  expect(onFiles).not.toHaveBeenCalled()
})
