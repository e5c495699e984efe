import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dropFiles, onPlan, sentTo, show, standInForServer } from '../../lib/file-tools.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  audioFile,
  clickProcess,
  fakeBackend,
  field,
  handle,
  opened,
  path,
  player,
  press,
  range,
  setSlider,
  setUpAudioEditor,
  showWithAudio,
  tool,
  typeTime,
} from './audio-editor.test-support.tsx'
import { AudioEditor } from './audio-editor.tsx'

standInForServer()
setUpAudioEditor()

const megabyte = 1024 * 1024
const expectRefused = (title: string) => {
  expect(toasts.current()).toMatchObject({ title, variant: 'destructive' })
  expect(screen.getByRole('alert').textContent).toBe(title)
}

test('AUD-07 AUD-08 AudioEditor: rejects files that are not audio or too large with the specified messages', async () => {
  show(<AudioEditor isActive backend={fakeBackend()} />)
  await dropFiles(audioFile('photo.png', 10, 'image/png'))
  expectRefused('Please upload an audio file')
  await dropFiles(audioFile('long.mp3', 50 * megabyte + 1))
  expectRefused('Please upload an audio file smaller than 50MB')
  tusServer.hold()
  await dropFiles(audioFile('exact.mp3', 50 * megabyte))
  expect(screen.getByTitle('exact.mp3')).toBeTruthy()
  expect(opened).toHaveLength(1)
})

test('AUD-07 AudioEditor: checks the file that replaces another one', async () => {
  await showWithAudio()
  const picker = screen.getByText('Choose another file').parentElement?.querySelector('input')
  const pick = (file: File) => fireEvent.change(picker as HTMLInputElement, { target: { files: [file] } })
  pick(audioFile('photo.png', 10, 'image/png'))
  expect(toasts.current()).toMatchObject({ title: 'Please upload an audio file', variant: 'destructive' })
  expect(screen.getByTitle('interview.mp3')).toBeTruthy()
  await act(async () => pick(audioFile('second.mp3')))
  expect(screen.getByTitle('second.mp3')).toBeTruthy()
})

test('AUD-08 AudioEditor: accepts larger files on a paid plan', async () => {
  onPlan('pro')
  show(<AudioEditor isActive backend={fakeBackend()} />)
  await screen.findByText(/, up to 2\sGB/)
  await dropFiles(audioFile('vast.mp3', 2048 * megabyte + 1))
  expectRefused('Please upload an audio file smaller than 2GB')
})

test('AUD-06 AUD-14 AudioEditor: offers the output formats in order, with MP3 at 320kbps', async () => {
  await showWithAudio()
  const choices = screen.getAllByRole<HTMLInputElement>('radio')
  expect(choices.map(({ value }) => value)).toEqual(['mp3', 'wav', 'ogg', 'flac', 'm4a', 'aac'])
  expect(choices.find(({ checked }) => checked)?.value).toBe('mp3')
  expect(screen.getByText(/MP3 conversions are at 320kbps\./)).toBeTruthy()
})

test('AUD-09 AUD-10 AUD-11 AudioEditor: sends all settings with the request', async () => {
  await showWithAudio()
  expect(tusServer.received()[0]?.purpose).toBe('edit-audio')
  const volume = range('Volume')
  expect([volume.min, volume.max, volume.step, volume.value]).toEqual(['0', '200', '5', '100'])
  setSlider('Volume', 150)
  press('Normalize to −16 LUFS')
  press('Remove silence')
  setSlider('Silence threshold', -42)
  setSlider('Fade in', 1.5)
  setSlider('Fade out', 3)
  typeTime('Start', '0:02.5')
  typeTime('End', '10')
  fireEvent.click(screen.getByLabelText('FLAC'))
  await clickProcess()
  expect(sentTo(path)).toEqual([
    {
      uploadId: 'u1',
      outputFormat: 'flac',
      trimStart: 2.5,
      trimEnd: 10,
      volume: 1.5,
      normalize: true,
      removeSilence: true,
      silenceThreshold: -42,
      fadeIn: 1.5,
      fadeOut: 3,
    },
  ])
})

test('AUD-10 AudioEditor: sends the whole file unchanged with the default settings', async () => {
  await showWithAudio()
  await clickProcess()
  expect(sentTo(path)[0]).toEqual({
    uploadId: 'u1',
    outputFormat: 'mp3',
    trimStart: 0,
    volume: 1,
    normalize: false,
    removeSilence: false,
    silenceThreshold: -50,
    fadeIn: 0,
    fadeOut: 0,
  })
})

test('AUD-10 TrimHandle: start and end are sliders that announce their times and move by keyboard', async () => {
  await showWithAudio()
  const [start, end] = [handle('Start of the selection'), handle('End of the selection')]
  expect(end.getAttribute('aria-valuetext')).toBe('20 seconds')
  expect([start, end].map(one => one.getAttribute('aria-valuemax'))).toEqual(['20', '20'])
  fireEvent.keyDown(start, { key: 'ArrowRight', shiftKey: true })
  fireEvent.keyDown(start, { key: 'ArrowRight' })
  expect(start.getAttribute('aria-valuetext')).toBe('1.1 seconds')
  fireEvent.keyDown(end, { key: 'PageDown' })
  expect(end.getAttribute('aria-valuenow')).toBe('10')
  fireEvent.keyDown(end, { key: 'Home' })
  expect(field('End').value).toBe('00:01.150')
  fireEvent.keyDown(end, { key: 'End' })
  expect(screen.getByText('95% of the file')).toBeTruthy()
})

test('AudioEditor: undoes and redoes a trim by button and by keyboard shortcut', async () => {
  await showWithAudio()
  expect(tool('Undo trim').disabled).toBe(true)
  typeTime('Start', '5')
  typeTime('End', '15')
  fireEvent.click(tool('Undo trim'))
  expect([field('Start').value, field('End').value]).toEqual(['00:05.000', '00:20.000'])
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(field('Start').value).toBe('00:00.000')
  fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true })
  expect(field('Start').value).toBe('00:05.000')
  fireEvent.click(tool('Select all'))
  expect(screen.getByText('100% of the file')).toBeTruthy()
})

test('TimeField: reports an invalid time and keeps the selection', async () => {
  await showWithAudio()
  fireEvent.change(field('Start'), { target: { value: 'soon' } })
  expect(screen.getByText('Enter a time as minutes:seconds, for example 1:05.250')).toBeTruthy()
  fireEvent.blur(field('Start'))
  expect(field('Start').value).toBe('00:00.000')
})

test('AUD-11 AudioEditor: plays the selection with the current settings and applies changes during playback', async () => {
  await showWithAudio()
  typeTime('Start', '2')
  fireEvent.keyDown(document.body, { key: ' ' })
  expect(player.play).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ gain: 1, cutList: { kept: [{ from: 2, to: 20 }], lengthSeconds: 18 } }),
    2,
  )
  setSlider('Volume', 50)
  expect(player.setGain).toHaveBeenLastCalledWith(0.5, false)
  expect(player.play).toHaveBeenCalledTimes(1)
  press('Remove silence')
  expect(player.play).toHaveBeenCalledTimes(2)
  expect(player.play.mock.lastCall?.[0].cutList.kept).toHaveLength(2)
  expect(screen.getByText(/^1 silent part, 4 s total$/)).toBeTruthy()
  press('Normalize to −16 LUFS')
  expect(screen.getByText(/^The selection is at −23\.\d LUFS and gets 7\.\d dB louder\.$/)).toBeTruthy()
  press('Pause')
  expect(player.pause).toHaveBeenCalled()
  expect(screen.getByText('Play selection', { selector: 'button' })).toBeTruthy()
})

test('useAudioShortcuts: ignores Space while a focused element uses it', async () => {
  await showWithAudio()
  fireEvent.keyDown(field('Start'), { key: ' ' })
  fireEvent.keyDown(screen.getByText('Start Over', { selector: 'button' }), { key: ' ' })
  expect(player.play).not.toHaveBeenCalled()
})
