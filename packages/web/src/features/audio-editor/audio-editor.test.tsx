import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dropFiles, onPlan, sentTo, show, standInForServer } from '../../lib/file-tools.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  audioOf,
  field,
  handle,
  opened,
  path,
  player,
  press,
  processIt,
  range,
  showWithAudio,
  slide,
  studioOf,
  takeAudioFiles,
  tool,
  write,
} from './audio-editor.test-support.tsx'
import { AudioEditor } from './audio-editor.tsx'

standInForServer()
takeAudioFiles()

const megabyte = 1024 * 1024
const refused = (title: string) => {
  expect(toasts.current()).toMatchObject({ title, variant: 'destructive' })
  expect(screen.getByRole('alert').textContent).toBe(title)
}

test('AUD-07 AUD-08 what is no audio file, or too large a one, is refused in these words', async () => {
  show(<AudioEditor isActive studio={studioOf()} />)
  await dropFiles(audioOf('photo.png', 10, 'image/png'))
  refused('Please upload an audio file')
  await dropFiles(audioOf('long.mp3', 50 * megabyte + 1))
  refused('Please upload an audio file smaller than 50MB')
  tusServer.hold()
  await dropFiles(audioOf('exact.mp3', 50 * megabyte))
  expect(screen.getByTitle('exact.mp3')).toBeTruthy()
  expect(opened).toHaveLength(1)
})

test('AUD-07 the file that takes the place of another one is looked at just the same', async () => {
  await showWithAudio()
  const picker = screen.getByText('Choose another file').parentElement?.querySelector('input')
  const pick = (file: File) => fireEvent.change(picker as HTMLInputElement, { target: { files: [file] } })
  pick(audioOf('photo.png', 10, 'image/png'))
  expect(toasts.current()).toMatchObject({ title: 'Please upload an audio file', variant: 'destructive' })
  expect(screen.getByTitle('interview.mp3')).toBeTruthy()
  await act(async () => pick(audioOf('second.mp3')))
  expect(screen.getByTitle('second.mp3')).toBeTruthy()
})

test('AUD-08 a paid plan takes larger ones', async () => {
  onPlan('pro')
  show(<AudioEditor isActive studio={studioOf()} />)
  await screen.findByText(/of up to 2\sGB/)
  await dropFiles(audioOf('vast.mp3', 2048 * megabyte + 1))
  refused('Please upload an audio file smaller than 2GB')
})

test('AUD-06 AUD-14 the output formats in their order, MP3 at 320kbps', async () => {
  await showWithAudio()
  const choices = screen.getAllByRole<HTMLInputElement>('radio')
  expect(choices.map(({ value }) => value)).toEqual(['mp3', 'wav', 'ogg', 'flac', 'm4a', 'aac'])
  expect(choices.find(({ checked }) => checked)?.value).toBe('mp3')
  expect(screen.getByText(/MP3 conversions are at 320kbps\./)).toBeTruthy()
})

test('AUD-09 AUD-10 AUD-11 everything that was set is asked for', async () => {
  await showWithAudio()
  expect(tusServer.received()[0]?.purpose).toBe('edit-audio')
  const volume = range('Volume')
  expect([volume.min, volume.max, volume.step, volume.value]).toEqual(['0', '200', '5', '100'])
  slide('Volume', 150)
  press('Normalize to −16 LUFS')
  press('Remove silence')
  slide('Silence is below', -42)
  slide('Fade in', 1.5)
  slide('Fade out', 3)
  write('Start', '0:02.5')
  write('End', '10')
  fireEvent.click(screen.getByLabelText('FLAC'))
  await processIt()
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

test('AUD-10 nothing changed sends the whole recording as it is', async () => {
  await showWithAudio()
  await processIt()
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

test('AUD-10 the ends are two sliders that tell their times, moved with the keys', async () => {
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
  expect(screen.getByText('95% of the recording')).toBeTruthy()
})

test('a trim is undone and redone, by button and by key', async () => {
  await showWithAudio()
  expect(tool('Undo the last trim').disabled).toBe(true)
  write('Start', '5')
  write('End', '15')
  fireEvent.click(tool('Undo the last trim'))
  expect([field('Start').value, field('End').value]).toEqual(['00:05.000', '00:20.000'])
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(field('Start').value).toBe('00:00.000')
  fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true })
  expect(field('Start').value).toBe('00:05.000')
  fireEvent.click(tool('Select everything'))
  expect(screen.getByText('100% of the recording')).toBeTruthy()
})

test('what is no time is said, and leaves the selection alone', async () => {
  await showWithAudio()
  fireEvent.change(field('Start'), { target: { value: 'soon' } })
  expect(screen.getByText('Write a time as minutes:seconds, such as 1:05.250')).toBeTruthy()
  fireEvent.blur(field('Start'))
  expect(field('Start').value).toBe('00:00.000')
})

test('AUD-11 the selection is played with its settings, which it follows while it plays', async () => {
  await showWithAudio()
  write('Start', '2')
  fireEvent.keyDown(document.body, { key: ' ' })
  expect(player.play).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ gain: 1, plan: { kept: [{ from: 2, to: 20 }], lengthSeconds: 18 } }),
    2,
  )
  slide('Volume', 50)
  expect(player.setGain).toHaveBeenLastCalledWith(0.5, false)
  expect(player.play).toHaveBeenCalledTimes(1)
  press('Remove silence')
  expect(player.play).toHaveBeenCalledTimes(2)
  expect(player.play.mock.lastCall?.[0].plan.kept).toHaveLength(2)
  expect(screen.getByText(/^1 silence, 4 s in all$/)).toBeTruthy()
  press('Normalize to −16 LUFS')
  expect(screen.getByText(/^The selection has −23\.\d LUFS: it becomes 7\.\d dB louder\.$/)).toBeTruthy()
  press('Pause')
  expect(player.pause).toHaveBeenCalled()
  expect(screen.getByText('Play the selection', { selector: 'button' })).toBeTruthy()
})

test('the space bar belongs to whatever has the focus and wants it', async () => {
  await showWithAudio()
  fireEvent.keyDown(field('Start'), { key: ' ' })
  fireEvent.keyDown(screen.getByText('Start Over', { selector: 'button' }), { key: ' ' })
  expect(player.play).not.toHaveBeenCalled()
})
