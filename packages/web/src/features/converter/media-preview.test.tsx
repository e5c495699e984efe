import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FilePreview } from './file-preview.tsx'

type Props = Parameters<typeof FilePreview>[0]

const videoFile = new File(['x'], 'holiday.mp4', { type: 'video/mp4' })
const revoke = vi.fn<(url: string) => void>()

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:holiday')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke)
})
afterEach(() => {
  cleanup()
  revoke.mockReset()
  vi.restoreAllMocks()
})

function show(props: Partial<Props> = {}) {
  const all: Props = {
    kind: 'video',
    fileName: 'holiday.mp4',
    file: videoFile,
    hasArrived: true,
    imageUrl: undefined,
    problem: undefined,
    ...props,
  }
  return render(<FilePreview {...all} />)
}

const player = async () => await screen.findByLabelText<HTMLMediaElement>('Preview of holiday.mp4')

function tellWidth(element: HTMLMediaElement, videoWidth: number) {
  Object.defineProperty(element, 'videoWidth', { value: videoWidth })
  fireEvent.loadedMetadata(element)
}

test('a film that the browser plays gets a player, even while it is being sent', async () => {
  show({ hasArrived: false })
  const video = await player()
  expect(video.tagName).toBe('VIDEO')
  expect(video.getAttribute('src')).toBe('blob:holiday')
  expect(video.getAttribute('preload')).toBe('metadata')
  expect(video.controls).toBe(false)
  tellWidth(video, 640)
  expect(video.controls).toBe(true)
  expect(screen.queryByText(/cannot play/)).toBeNull()
})

test('one that it cannot play is shown as the server’s picture, and converts all the same', async () => {
  show({ imageUrl: '/api/uploads/u1/preview' })
  fireEvent.error(await screen.findByLabelText('Preview of holiday.mp4', { selector: 'video' }))
  expect(screen.getByRole('img', { name: 'Preview of holiday.mp4' }).getAttribute('src')).toBe(
    '/api/uploads/u1/preview',
  )
  expect(screen.getByText('Your browser cannot play this file. You can still convert it.')).toBeTruthy()
  expect(document.querySelector('video')).toBeNull()
})

test('pictures that it cannot play beside sound that it can are no film', async () => {
  show()
  tellWidth(await player(), 0)
  expect(screen.getByText(/cannot play this file/)).toBeTruthy()
})

test('after a reload the server’s picture stands there, without a complaint', () => {
  show({ file: undefined, imageUrl: '/api/uploads/u1/preview' })
  expect(screen.getByRole('img', { name: 'Preview of holiday.mp4' })).toBeTruthy()
  expect(screen.queryByText(/cannot play/)).toBeNull()
})

test('MediaPreview: a preview that the server refuses (429) gives way to the file icon', () => {
  show({ file: undefined, imageUrl: '/api/uploads/u1/preview' })
  fireEvent.error(screen.getByRole('img', { name: 'Preview of holiday.mp4' }))
  expect(screen.queryByRole('img', { name: 'Preview of holiday.mp4' })).toBeNull()
  expect(screen.getByText('MP4')).toBeTruthy()
})

test('a recording gets a player, with its cover where it has one', async () => {
  show({ kind: 'audio', imageUrl: '/api/uploads/u1/preview' })
  const audio = await screen.findByLabelText<HTMLMediaElement>('Preview of holiday.mp4', {
    selector: 'audio',
  })
  fireEvent.loadedMetadata(audio)
  expect(audio.controls).toBe(true)
  expect(screen.getByRole('img', { name: 'Preview of holiday.mp4' })).toBeTruthy()
})

test('a moving GIF is shown as the picture it is', async () => {
  show({ file: new File(['x'], 'holiday.gif', { type: 'image/gif' }) })
  const image = await screen.findByRole('img', { name: 'Preview of holiday.mp4' })
  expect(image.getAttribute('src')).toBe('blob:holiday')
})

test('what is wrong with a file is said in its place', () => {
  show({ problem: { code: 'file-damaged', message: 'This MP4 file is damaged.' } })
  expect(screen.getByRole('alert').textContent).toBe('This MP4 file is damaged.')
  expect(document.querySelector('video')).toBeNull()
})

test('the file is let go with the preview', async () => {
  const { unmount } = show()
  await player()
  unmount()
  expect(revoke).toHaveBeenCalledWith('blob:holiday')
})

test('a document is a sheet with its ending, or the server’s picture of it; nobody tries to play it', () => {
  const report = new File(['x'], 'report.pdf', { type: 'application/pdf' })
  const document = { kind: 'document', fileName: 'report.pdf', file: report } as const
  const { container } = show(document)
  expect(screen.getByText('PDF')).toBeTruthy()
  expect(container.querySelector('video, audio')).toBeNull()
  cleanup()
  show({ ...document, imageUrl: '/api/uploads/u1/preview' })
  expect(screen.getByRole('img').getAttribute('src')).toBe('/api/uploads/u1/preview')
  expect(URL.createObjectURL).not.toHaveBeenCalled()
})
