import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
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
import { readSavedWork } from '../../lib/job/saved-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  extract,
  openTab,
  path,
  players,
  press,
  revoke,
  setUpVideoToText,
  shownTab,
  showWithText,
  showWithVideo,
  succeeded,
  textArea,
  videoFile,
} from './video-text.test-support.tsx'
import { VideoToText } from './video-to-text.tsx'

standInForServer()
setUpVideoToText()

test('V2T-01 V2T-18 VideoToText: has two tabs, and the second leads back until there is a result', () => {
  show(<VideoToText isActive />)
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Extract Text', 'Extracted Text'])
  openTab('Extracted Text')
  expect(screen.getByText('No Extracted Text Yet')).toBeTruthy()
  press('Upload a Video')
  expect(shownTab()).toBe('Extract Text')
  expect(document.activeElement?.textContent).toBe('Extract Text from Video')
})

test('V2T-02 VideoToText: states the accepted formats and the size limit', () => {
  show(<VideoToText isActive />)
  expect(screen.getByText('MP4, AVI, MOV, or WebM')).toBeTruthy()
  expect(screen.getByText('Maximum 100MB')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/Choose a file/).accept).toBe('video/*,audio/*')
})

test.each([
  ['text/plain', 'notes.txt'],
  ['image/gif', 'moving.gif'],
  ['application/pdf', 'talk.mp4'],
])('V2T-03 VideoToText: rejects a file of type %s', async (type, name) => {
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

test('VideoToText: accepts an audio file, plays it, and offers no subtitles in it', async () => {
  show(<VideoToText isActive />)
  expect(screen.getByText('Audio files too: MP3, WAV, M4A and more')).toBeTruthy()
  await dropFiles(fileOf('talk.mp3', 10, 'audio/mpeg'))
  await screen.findByText('Audio Language')
  await waitFor(() => expect(players()).toHaveLength(1))
  for (const player of players()) fireEvent.loadedMetadata(player)
  expect(screen.queryByText(/cannot play/)).toBeNull()
  await extract()
  say(conversionOf({ ...succeeded, fileName: 'talk.mp3' }))
  await screen.findByLabelText('Extracted Text', { selector: 'textarea' })
  expect(screen.queryByText('Add Subtitles')).toBeNull()
})

test('VideoToText: accepts a video without MIME type by its extension', async () => {
  show(<VideoToText isActive />)
  await dropFiles(videoFile('talk.mkv', 10, ''))
  expect(toasts.current()?.title).toBe('Video file loaded')
})

test('V2T-04 VideoToText: rejects a video above the limit', async () => {
  const megabyte = 1024 * 1024
  show(<VideoToText isActive />)
  await dropFiles(videoFile('long.mp4', 100 * megabyte + 1))
  expect(toasts.current()).toMatchObject({
    title: 'File too large',
    description: 'Please upload a video smaller than 100MB',
    variant: 'destructive',
  })
  // The file has no actual bytes to upload.
  tusServer.hold()
  await dropFiles(videoFile('long.mp4', 100 * megabyte))
  expect(toasts.current()?.title).toBe('Video file loaded')
})

test('V2T-04 VideoToText: the limit is 250MB on Basic', async () => {
  onPlan('basic')
  show(<VideoToText isActive />)
  expect(await screen.findByText('Maximum 250MB')).toBeTruthy()
  await dropFiles(videoFile('long.mp4', 251 * 1024 * 1024))
  expect(toasts.current()?.description).toBe('Please upload a video smaller than 250MB')
})

test('V2T-05 V2T-06 VideoToText: announces the selected video and shows it with a player and a Remove button', async () => {
  await showWithVideo()
  expect(toasts.current()).toMatchObject({
    title: 'Video file loaded',
    description: 'holiday.clip.mp4',
    variant: 'default',
  })
  expect(screen.getByText('holiday.clip.mp4')).toBeTruthy()
  expect(screen.getByText('Remove', { selector: 'button' })).toBeTruthy()
  await waitFor(() => expect(players()[0]?.getAttribute('src')).toBe('blob:video-1'))
  expect(players()[0]?.controls).toBe(true)
  expect(tusServer.received()).toMatchObject([{ purpose: 'extract-video-text' }])
})

test('V2T-07 V2T-08 SpeechOptions: lists the languages in order, with English as the default', async () => {
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

test('V2T-09 SpeechOptions: timestamps are on by default, and the options are sent', async () => {
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

test('V2T-10 V2T-11 V2T-13 VideoToText: the button opens the results tab and shows the progress', async () => {
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

test('V2T-12 VideoToText: without a file reports No video file selected and sends nothing', () => {
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

test('TOOL-02 V2T-11 VideoToText: shows options after the upload, and starts automatically if the button was pressed earlier', async () => {
  show(<VideoToText isActive />)
  tusServer.hold()
  await dropFiles(videoFile())
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

test('VideoToText: waiting for the upload can be canceled, and reports a failed upload', async () => {
  show(<VideoToText isActive />)
  tusServer.hold()
  await dropFiles(videoFile())
  await waitFor(() => expect(tusServer.heldCount()).toBe(1))
  press('Extract Text from Video')
  await act(async () => press('Cancel'))
  await waitFor(() => expect(shownTab()).toBe('Extract Text'))
  press('Extract Text from Video')
  tusServer.refuse('holiday.clip.mp4', 'The server storage is full.')
  act(() => tusServer.release())
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Text extraction failed',
      description: 'The server storage is full.',
    }),
  )
  expect(callsTo('POST', path)).toBe(0)
})

test('V2T-26 VideoToText: another video can replace the first', async () => {
  await showWithVideo()
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!picker) throw new Error('no file picker found')
  await act(async () => {
    fireEvent.change(picker, { target: { files: [videoFile('another.mp4')] } })
  })
  expect(toasts.current()).toMatchObject({ title: 'Video file loaded', description: 'another.mp4' })
  expect(screen.queryByText('holiday.clip.mp4')).toBeNull()
})

test('VideoToText: reports a video without audio before the job is started', async () => {
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
  expect(await screen.findByText('This video has no audio, so there is nothing to transcribe.')).toBeTruthy()
})

test('V2T-26 VideoToText: selecting a new video clears the old result', async () => {
  await showWithText()
  openTab('Extract Text')
  await dropFiles(videoFile('another.mp4'))
  expect(screen.queryByLabelText('Extracted Text', { selector: 'textarea' })).toBeNull()
  openTab('Extracted Text')
  expect(screen.getByText('No Extracted Text Yet')).toBeTruthy()
  expect(readSavedWork('video2text').job).toBeUndefined()
})

test('V2T-27 VideoToText: removing the video revokes its object URL and clears the file', async () => {
  await showWithText()
  expect(textArea()).toBeTruthy()
  openTab('Extract Text')
  expect(revoke).not.toHaveBeenCalledWith('blob:video-1')
  press('Remove')
  await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:video-1'))
  expect(players()).toEqual([])
  expect(screen.getByText('Drop a video here')).toBeTruthy()
  expect(readSavedWork('video2text')).toEqual({ files: [], options: {} })
})
