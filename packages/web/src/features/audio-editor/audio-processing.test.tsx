import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answers,
  callsTo,
  dropFiles,
  goTo,
  json,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { FakeEventSource } from '../../lib/job/job-events.fixture.ts'
import { saveWork } from '../../lib/job/saved-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  audioFile,
  clickProcess,
  fakeBackend,
  field,
  opened,
  path,
  press,
  range,
  running,
  setSlider,
  setUpAudioEditor,
  showWithAudio,
  succeeded,
  typeTime,
} from './audio-editor.test-support.tsx'
import { AudioEditor } from './audio-editor.tsx'

standInForServer()
setUpAudioEditor()

test('AUD-12 AudioEditor: shows the result with its duration and a player, and downloads it', async () => {
  await showWithAudio()
  await clickProcess()
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  say(running({ percent: 42 }))
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByText('Applying your settings...')).toBeTruthy()
  say(succeeded())
  expect(toasts.current()).toMatchObject({
    title: 'Success!',
    description: 'Your audio has been processed successfully.',
  })
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/download/c1')
  const resultCard = screen.getByLabelText('Your file is ready')
  expect(within(resultCard).getByText('00:07.500')).toBeTruthy()
  expect(within(resultCard).getByText(/to −16\.0 LUFS/)).toBeTruthy()
  expect(resultCard.querySelector('audio')?.getAttribute('src')).toBe('/api/download/c1')
  press('Change settings')
  expect(range('Volume')).toBeTruthy()
})

test('AUD-13 AudioEditor: reports a failed job and keeps file and settings', async () => {
  await showWithAudio()
  setSlider('Volume', 150)
  await clickProcess()
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  say(running({ status: 'failed', error: { code: 'broken-file', message: 'This file is broken.' } }))
  expect(toasts.current()).toMatchObject({
    title: 'Audio processing failed',
    description: 'This file is broken.',
    variant: 'destructive',
  })
  expect(screen.getByText('This file is broken.')).toBeTruthy()
  expect(range('Volume').value).toBe('150')
})

test('AudioEditor: cancels a running job', async () => {
  answers.set('DELETE /api/conversions/c1', () => new Response(null, { status: 204 }))
  await showWithAudio()
  await clickProcess()
  await act(async () => press('Cancel'))
  expect(callsTo('DELETE', '/api/conversions/c1')).toBe(1)
  expect(toasts.current()).toMatchObject({ title: 'Canceled' })
})

test('AudioEditor: asks for a file when none is selected', () => {
  show(<AudioEditor isActive backend={fakeBackend()} />)
  press('Process Audio')
  expect(toasts.current()).toMatchObject({ title: 'Please upload an audio file', variant: 'destructive' })
  expect(sentTo(path)).toEqual([])
})

test('AudioEditor: edits a file the browser cannot decode by timecode, and plays a preview copy on request', async () => {
  answers.set(
    'GET /api/uploads/u1/details',
    json({ format: 'wma', media: succeeded().media?.before, previewUrl: null, problem: null }),
  )
  answers.set('POST /api/convert/audio', json({ id: 'c2', statusUrl: '/c2', eventsUrl: '/c2/events' }, 202))
  answers.set('GET /api/download/c2', () => new Response('copy'))
  answers.set('DELETE /c2', () => new Response(null, { status: 204 }))
  await showWithAudio(fakeBackend('undecodable'))
  expect(await screen.findByText(/cannot play MP3 files.*counts as one conversion/)).toBeTruthy()
  typeTime('End', '0:05')
  expect(field('End').value).toBe('00:05.000')
  expect(screen.getByText<HTMLButtonElement>('Play selection', { selector: 'button' }).disabled).toBe(true)
  await act(async () => press('Create preview'))
  expect(sentTo('/api/convert/audio')).toEqual([{ uploadId: 'u1', outputFormat: 'mp3', quality: '128' }])
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  say(running({ id: 'c2', status: 'succeeded', percent: 100, downloadUrl: '/api/download/c2' }))
  expect(await screen.findByText(/This is a preview from the server/)).toBeTruthy()
  expect(await opened.at(-1)?.text()).toBe('copy')
  expect(field('End').value).toBe('00:05.000')
  await waitFor(() => expect(callsTo('DELETE', '/c2')).toBe(1))
})

test('AudioEditor: restores file and settings after a reload, and decodes the file when it is selected again', async () => {
  saveWork('hub-audio-editor', {
    files: [{ uploadId: 'u1', path: 'interview.mp3', sizeBytes: 10 }],
    options: { volumePercent: 60, isNormalized: 1, trimStart: 3, outputFormat: 'ogg' },
  })
  answers.set(
    'GET /api/uploads/u1/details',
    json({ format: 'mp3', media: succeeded().media?.before, previewUrl: null, problem: null }),
  )
  show(<AudioEditor isActive backend={fakeBackend()} />)
  await screen.findByText('Files ready to process')
  await waitFor(() => expect(field('Start').value).toBe('00:03.000'))
  expect(range('Volume').value).toBe('60')
  expect(opened).toEqual([])
  const picker = () => screen.getByText('Choose the file again').parentElement?.querySelector('input')
  const pick = (file: File) => fireEvent.change(picker() as HTMLInputElement, { target: { files: [file] } })
  pick(audioFile('other.mp3'))
  expect(screen.getByText(/That is a different file/)).toBeTruthy()
  pick(audioFile())
  await screen.findByText(/The waveform is ready/)
  expect(field('Start').value).toBe('00:03.000')
})

test('AudioEditor: Start Over resets file, selection and settings', async () => {
  await showWithAudio()
  setSlider('Volume', 10)
  typeTime('Start', '5')
  press('Start Over')
  expect(screen.getByText('Drop an audio file here')).toBeTruthy()
  await dropFiles(audioFile('next.mp3'))
  await screen.findByText('Upload complete!')
  expect([range('Volume').value, field('Start').value]).toEqual(['100', '00:00.000'])
})
