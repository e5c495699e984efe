import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readSavedFiles } from '../../lib/file-list/saved-files.ts'
import {
  answers,
  callsTo,
  conversionOf,
  dropFiles,
  fileOf,
  onPlan,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  acceptVideos,
  extract,
  openTab,
  path,
  players,
  press,
  revoke,
  shownTab,
  showWithText,
  showWithVideo,
  textArea,
  videoOf,
} from './video-text.test-support.tsx'
import { VideoToText } from './video-to-text.tsx'

standInForServer()
acceptVideos()

test('V2T-01 V2T-18 two tabs; before any result the second says so and leads back', () => {
  show(<VideoToText isActive />)
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Extract Text', 'Extracted Text'])
  openTab('Extracted Text')
  expect(screen.getByText('No Extracted Text Yet')).toBeTruthy()
  press('Upload a Video')
  expect(shownTab()).toBe('Extract Text')
  expect(document.activeElement?.textContent).toBe('Extract Text from Video')
})

test('V2T-02 what it takes and how large', () => {
  show(<VideoToText isActive />)
  expect(screen.getByText('MP4, AVI, MOV, or WebM')).toBeTruthy()
  expect(screen.getByText('Maximum 100MB')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/Choose a file/).accept).toBe('video/*')
})

test.each([
  ['text/plain', 'notes.txt'],
  ['image/gif', 'moving.gif'],
  ['audio/mpeg', 'talk.mp4'],
])('V2T-03 a file of type %s is no video', async (type, name) => {
  show(<VideoToText isActive />)
  await dropFiles(fileOf(name, 10, type))
  expect(toasts.current()).toMatchObject({
    title: 'Invalid file type',
    description: 'Please upload a video file',
    variant: 'destructive',
  })
  expect(tusServer.received()).toEqual([])
  expect(screen.getByText('Drop a video here')).toBeTruthy()
})

test('a video whose type the system does not know is taken by its ending', async () => {
  show(<VideoToText isActive />)
  await dropFiles(videoOf('talk.mkv', 10, ''))
  expect(toasts.current()?.title).toBe('Video file loaded')
})

test('V2T-04 above the limit, which the plan raises', async () => {
  const megabyte = 1024 * 1024
  show(<VideoToText isActive />)
  await dropFiles(videoOf('long.mp4', 100 * megabyte + 1))
  expect(toasts.current()).toMatchObject({
    title: 'File too large',
    description: 'Please upload a video smaller than 100MB',
    variant: 'destructive',
  })
  // It has no bytes that could be sent.
  tusServer.hold()
  await dropFiles(videoOf('long.mp4', 100 * megabyte))
  expect(toasts.current()?.title).toBe('Video file loaded')
})

test('V2T-04 on Basic the limit is 250MB', async () => {
  onPlan('basic')
  show(<VideoToText isActive />)
  expect(await screen.findByText('Maximum 250MB')).toBeTruthy()
  await dropFiles(videoOf('long.mp4', 251 * 1024 * 1024))
  expect(toasts.current()?.description).toBe('Please upload a video smaller than 250MB')
})

test('V2T-05 V2T-06 a chosen video is told by name, and stands there with a player and a Remove button', async () => {
  await showWithVideo()
  expect(toasts.current()).toMatchObject({
    title: 'Video file loaded',
    description: 'holiday.clip.mp4',
    variant: 'default',
  })
  expect(screen.getByText('holiday.clip.mp4')).toBeTruthy()
  expect(screen.getByText('Remove', { selector: 'button' })).toBeTruthy()
  await waitFor(() => expect(players()[0]?.getAttribute('src')).toBe('blob:film-1'))
  expect(players()[0]?.controls).toBe(true)
  expect(tusServer.received()).toMatchObject([{ purpose: 'extract-video-text' }])
})

test('V2T-07 V2T-08 the languages in order, English by default, Chinese by its short name', async () => {
  await showWithVideo()
  const select = screen.getByLabelText<HTMLSelectElement>('Audio Language')
  expect([...select.options].map(option => [option.value, option.text])).toEqual([
    ['auto', 'Detect automatically'],
    ['en', 'English'],
    ['es', 'Spanish'],
    ['fr', 'French'],
    ['de', 'German'],
    ['it', 'Italian'],
    ['pt', 'Portuguese'],
    ['ru', 'Russian'],
    ['zh', 'Chinese'],
    ['ja', 'Japanese'],
    ['ko', 'Korean'],
    ['ar', 'Arabic'],
  ])
  expect(select.value).toBe('en')
})

test('V2T-09 time marks are on, and what is chosen is what is asked for', async () => {
  await showWithVideo()
  const box = screen.getByLabelText<HTMLInputElement>('Include timestamps in transcript')
  expect(box.checked).toBe(true)
  await extract()
  expect(sentTo(path)).toEqual([{ uploadId: 'u1', language: 'en', includeTimestamps: 'true' }])
  say(conversionOf({ status: 'failed', error: { code: 'internal', message: 'No.' } }))
  openTab('Extract Text')
  fireEvent.click(box)
  fireEvent.change(screen.getByLabelText('Audio Language'), { target: { value: 'auto' } })
  await extract()
  expect(sentTo(path)[1]).toEqual({ uploadId: 'u1', language: 'auto', includeTimestamps: 'false' })
})

test('V2T-10 V2T-11 V2T-13 pressing the button opens the results and says what is going on', async () => {
  await showWithVideo()
  await extract()
  expect(shownTab()).toBe('Extracted Text')
  expect(screen.getByText('Extracting Text from Video', { selector: 'h3' })).toBeTruthy()
  expect(screen.getByText('This may take a few minutes depending on the video length')).toBeTruthy()
  openTab('Extract Text')
  const button = screen.getByText<HTMLButtonElement>('Extracting Text...')
  expect(button.disabled).toBe(true)
  expect(screen.getByText<HTMLButtonElement>('Remove').disabled).toBe(true)
})

test('V2T-12 without a file: No video file selected, and nothing is sent', () => {
  show(<VideoToText isActive />)
  press('Extract Text from Video')
  expect(toasts.current()).toMatchObject({
    title: 'Text extraction failed',
    description: 'No video file selected',
    variant: 'destructive',
  })
  expect(screen.getAllByText('No video file selected')).toHaveLength(1)
  expect(callsTo('POST', path)).toBe(0)
  expect(shownTab()).toBe('Extract Text')
})

test('TOOL-02 V2T-11 options come with the whole video; who presses earlier waits on the results tab', async () => {
  show(<VideoToText isActive />)
  tusServer.hold()
  await dropFiles(videoOf())
  await waitFor(() => expect(tusServer.heldCount()).toBe(1))
  expect(screen.queryByText('Audio Language')).toBeNull()
  press('Extract Text from Video')
  expect(shownTab()).toBe('Extracted Text')
  expect(screen.getByText('Extracting Text from Video', { selector: 'h3' })).toBeTruthy()
  expect(callsTo('POST', path)).toBe(0)
  act(() => tusServer.release())
  expect(await screen.findByText('Audio Language')).toBeTruthy()
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
})

test('who waits for the upload may think better of it, and is told when it breaks off', async () => {
  show(<VideoToText isActive />)
  tusServer.hold()
  await dropFiles(videoOf())
  await waitFor(() => expect(tusServer.heldCount()).toBe(1))
  press('Extract Text from Video')
  await act(async () => press('Cancel'))
  await waitFor(() => expect(shownTab()).toBe('Extract Text'))
  press('Extract Text from Video')
  tusServer.refuse('holiday.clip.mp4', 'The server has no room.')
  act(() => tusServer.release())
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Text extraction failed',
      description: 'The server has no room.',
    }),
  )
  expect(callsTo('POST', path)).toBe(0)
})

test('V2T-26 another video can be picked in place of the first', async () => {
  await showWithVideo()
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!picker) throw new Error('there is no picker')
  await act(async () => {
    fireEvent.change(picker, { target: { files: [videoOf('another.mp4')] } })
  })
  expect(toasts.current()).toMatchObject({ title: 'Video file loaded', description: 'another.mp4' })
  expect(screen.queryByText('holiday.clip.mp4')).toBeNull()
})

test('a video without sound says so before anybody presses the button', async () => {
  answers.set('GET /api/uploads/u1/details', () =>
    Response.json({
      format: 'mp4',
      media: {
        durationSeconds: 3,
        video: { codec: 'H.264', width: 64, height: 36, framesPerSecond: 25, isHdr: false },
        audio: null,
        audioTracks: 0,
        subtitleTracks: 0,
      },
      previewUrl: null,
      problem: null,
    }),
  )
  await showWithVideo()
  expect(await screen.findByText('This video has no sound, so there is nothing to write down.')).toBeTruthy()
})

test('V2T-26 selecting a new video clears the old result', async () => {
  await showWithText()
  openTab('Extract Text')
  await dropFiles(videoOf('another.mp4'))
  expect(screen.queryByLabelText('Extracted Text', { selector: 'textarea' })).toBeNull()
  openTab('Extracted Text')
  expect(screen.getByText('No Extracted Text Yet')).toBeTruthy()
  expect(readSavedFiles('video2text').job).toBeUndefined()
})

test('V2T-27 removing the video releases its preview and clears the file', async () => {
  await showWithText()
  expect(textArea()).toBeTruthy()
  openTab('Extract Text')
  expect(revoke).not.toHaveBeenCalledWith('blob:film-1')
  press('Remove')
  await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:film-1'))
  expect(players()).toEqual([])
  expect(screen.getByText('Drop a video here')).toBeTruthy()
  expect(readSavedFiles('video2text')).toEqual({})
})
