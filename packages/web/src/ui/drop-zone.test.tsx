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
  vi.unstubAllGlobals()
})

/** A file that says it is that large, without the bytes. */
function fileOf(name: string, sizeBytes: number, type = 'image/png'): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: sizeBytes })
  return file
}

function show(props: Partial<Parameters<typeof DropZone>[0]> = {}) {
  const onFiles = vi.fn<(files: readonly File[]) => void>()
  render(<DropZone icon={null} prompt="Drop an image here" takes="Takes PNG" onFiles={onFiles} {...props} />)
  return { onFiles, input: screen.getByLabelText<HTMLInputElement>(/Choose a file/) }
}

const pick = (input: HTMLInputElement, ...files: readonly File[]) =>
  fireEvent.change(input, { target: { files } })

const carrying = (...files: readonly File[]) => ({ dataTransfer: { types: ['Files'], files } })

test('UP-01 a picked file is taken', () => {
  const { onFiles, input } = show()
  const photo = fileOf('photo.png', 10)
  pick(input, photo)
  expect(onFiles).toHaveBeenCalledWith([photo])
})

test('UP-01 a file dropped anywhere on the page is taken', () => {
  const { onFiles } = show()
  const photo = fileOf('photo.png', 10)
  fireEvent.drop(document.body, carrying(photo))
  expect(onFiles).toHaveBeenCalledWith([photo])
})

test('UP-01 a pasted file is taken', () => {
  const { onFiles } = show()
  const photo = fileOf('photo.png', 10)
  fireEvent.paste(document.body, { clipboardData: { files: [photo] } })
  expect(onFiles).toHaveBeenCalledWith([photo])
})

test('UP-02 dragging over the area highlights it; leaving or dropping takes the highlight away', () => {
  show()
  const prompt = screen.getByText('Drop an image here')
  const area = prompt.closest('[data-drag]')
  fireEvent.dragOver(prompt, carrying(fileOf('photo.png', 10)))
  expect(area?.getAttribute('data-drag')).toBe('area')
  fireEvent.dragLeave(prompt, { relatedTarget: null })
  expect(area?.getAttribute('data-drag')).toBe('none')
  fireEvent.dragOver(prompt, carrying(fileOf('photo.png', 10)))
  fireEvent.drop(prompt, carrying(fileOf('photo.png', 10)))
  expect(area?.getAttribute('data-drag')).toBe('none')
})

test('UP-02 a dragged selection of text is no file', () => {
  show()
  const prompt = screen.getByText('Drop an image here')
  fireEvent.dragOver(prompt, { dataTransfer: { types: ['text/plain'], files: [] } })
  expect(prompt.closest('[data-drag]')?.getAttribute('data-drag')).toBe('none')
})

test('UP-10 UP-11 UP-13 the default maximum is 500 MB; above it an alert, and nothing is accepted', () => {
  const { onFiles, input } = show()
  pick(input, fileOf('huge.png', 500 * megabyte + 1))
  expect(alertStub).toHaveBeenCalledWith('File is too large. Maximum size is 500MB.')
  expect(onFiles).not.toHaveBeenCalled()
  expect(screen.getByText('Drop an image here')).toBeTruthy()
})

test('UP-16 a file of exactly the maximum is accepted', () => {
  const { onFiles, input } = show({ maxBytes: 50 * megabyte })
  pick(input, fileOf('exact.png', 50 * megabyte))
  expect(onFiles).toHaveBeenCalledTimes(1)
  expect(alertStub).not.toHaveBeenCalled()
})

test('UP-12 UP-13 one of several above the maximum is named, and none is accepted', () => {
  const { onFiles, input } = show({ isMultiple: true, maxBytes: 10 * megabyte })
  pick(input, fileOf('small.png', 10), fileOf('big.png', 11 * megabyte))
  expect(alertStub).toHaveBeenCalledWith('File "big.png" is too large. Maximum size is 10MB.')
  expect(onFiles).not.toHaveBeenCalled()
})

test('UP-14 with multiple, all files are passed on together', () => {
  const { onFiles, input } = show({ isMultiple: true })
  const files = [fileOf('a.png', 1), fileOf('b.png', 2)]
  pick(input, ...files)
  expect(onFiles).toHaveBeenCalledExactlyOnceWith(files)
})

test('UP-15 without multiple only the first file is used, whatever the others weigh', () => {
  const { onFiles, input } = show()
  const first = fileOf('a.png', 1)
  pick(input, first, fileOf('b.png', 600 * megabyte))
  expect(onFiles).toHaveBeenCalledWith([first])
  expect(alertStub).not.toHaveBeenCalled()
})

test('HOME-07 another kind of file is refused in words', () => {
  const { onFiles, input } = show({ accept: 'image/*' })
  pick(input, fileOf('notes.txt', 10, 'text/plain'))
  expect(screen.getByRole('alert').textContent).toContain('"notes.txt" cannot be used here')
  expect(onFiles).not.toHaveBeenCalled()
})

test('a disabled area takes nothing, and the page is not left for a dropped file', () => {
  const { onFiles, input } = show({ isDisabled: true })
  expect(input.disabled).toBe(true)
  const wasNotPrevented = fireEvent.drop(document.body, carrying(fileOf('photo.png', 10)))
  expect(wasNotPrevented).toBe(false)
  expect(onFiles).not.toHaveBeenCalled()
})
