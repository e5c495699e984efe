import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FilePreview } from './upload-card.tsx'

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
    isUploaded: true,
    imageUrl: undefined,
    problem: undefined,
    ...props,
  }
  return render(<FilePreview {...all} />)
}

const player = async () => await screen.findByLabelText<HTMLMediaElement>('Preview of holiday.mp4')

function reportWidth(element: HTMLMediaElement, videoWidth: number) {
  Object.defineProperty(element, 'videoWidth', { value: videoWidth })
  fireEvent.loadedMetadata(element)
}

test('MediaPreview: shows a player for a playable video, even during the upload', async () => {
  show({ isUploaded: false })
  const video = await player()
  expect(video.tagName).toBe('VIDEO')
  expect(video.getAttribute('src')).toBe('blob:holiday')
  expect(video.getAttribute('preload')).toBe('metadata')
  expect(video.controls).toBe(false)
  reportWidth(video, 640)
  expect(video.controls).toBe(true)
  expect(screen.queryByText(/cannot play/)).toBeNull()
})

test('MediaPreview: shows the preview image of the server for a video that the browser cannot play', async () => {
  show({ imageUrl: '/api/uploads/u1/preview' })
  fireEvent.error(await screen.findByLabelText('Preview of holiday.mp4', { selector: 'video' }))
  expect(screen.getByRole('img', { name: 'Preview of holiday.mp4' }).getAttribute('src')).toBe(
    '/api/uploads/u1/preview',
  )
  expect(screen.getByText('Your browser cannot play this file. You can still convert it.')).toBeTruthy()
  expect(document.querySelector('video')).toBeNull()
})

test('MediaPreview: a video of which only the audio plays counts as not playable', async () => {
  show()
  reportWidth(await player(), 0)
  expect(screen.getByText(/cannot play this file/)).toBeTruthy()
})

test('MediaPreview: shows the preview image of the server after a reload, without a notice', () => {
  show({ file: undefined, imageUrl: '/api/uploads/u1/preview' })
  expect(screen.getByRole('img', { name: 'Preview of holiday.mp4' })).toBeTruthy()
  expect(screen.queryByText(/cannot play/)).toBeNull()
})

test('MediaPreview: falls back to the file icon when the server rejects the preview (429)', () => {
  show({ file: undefined, imageUrl: '/api/uploads/u1/preview' })
  fireEvent.error(screen.getByRole('img', { name: 'Preview of holiday.mp4' }))
  expect(screen.queryByRole('img', { name: 'Preview of holiday.mp4' })).toBeNull()
  expect(screen.getByText('MP4')).toBeTruthy()
})

test('MediaPreview: shows an audio player with the cover art', async () => {
  show({ kind: 'audio', imageUrl: '/api/uploads/u1/preview' })
  const audio = await screen.findByLabelText<HTMLMediaElement>('Preview of holiday.mp4', {
    selector: 'audio',
  })
  fireEvent.loadedMetadata(audio)
  expect(audio.controls).toBe(true)
  expect(screen.getByRole('img', { name: 'Preview of holiday.mp4' })).toBeTruthy()
})

test('FilePreview: shows an animated GIF as an image', async () => {
  show({ file: new File(['x'], 'holiday.gif', { type: 'image/gif' }) })
  const image = await screen.findByRole('img', { name: 'Preview of holiday.mp4' })
  expect(image.getAttribute('src')).toBe('blob:holiday')
})

test('FilePreview: shows the problem of a file instead of the preview', () => {
  show({ problem: { code: 'file-damaged', message: 'This MP4 file is damaged.' } })
  expect(screen.getByRole('alert').textContent).toBe('This MP4 file is damaged.')
  expect(document.querySelector('video')).toBeNull()
})

test('MediaPreview: revokes the object URL on unmount', async () => {
  const { unmount } = show()
  await player()
  unmount()
  expect(revoke).toHaveBeenCalledWith('blob:holiday')
})

test('FilePreview: a document shows its file icon or the preview image of the server, and no player', () => {
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
