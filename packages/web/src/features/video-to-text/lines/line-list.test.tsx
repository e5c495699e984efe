import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show, standInForServer } from '../../../lib/file-tools.test-support.tsx'
import {
  openTab,
  players,
  setUpVideoToText,
  showWithText,
  textArea,
  timestampedText,
} from '../video-text.test-support.tsx'
import { LineList } from './line-list.tsx'

standInForServer()
setUpVideoToText()

async function showLines() {
  await showWithText()
  openTab('Lines')
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-line]')]
const rowTexts = () => rows().map(row => row.textContent)
const rowAt = (index: number): HTMLElement => {
  const row = rows()[index]
  if (!row) throw new Error(`no line ${index}`)
  return row
}
const current = () => document.querySelector('[aria-current=true] [data-line]')?.textContent

/** The player beside the lines; the other one is on the upload tab. */
function player(): HTMLVideoElement {
  const video = players().at(-1)
  if (!video) throw new Error('no video player found')
  return video
}

test('LineList: explains the keys', async () => {
  await showLines()
  expect(screen.getByText(/Press F2 or double-click to edit/)).toBeTruthy()
})

test('LineList: explains taps instead of keys on a touch device', async () => {
  const media: Partial<MediaQueryList> = {
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as MediaQueryList)
  await showLines()
  expect(screen.getByText('Tap a line to jump to it in the video, or its pencil to edit it.')).toBeTruthy()
  expect(screen.queryByText(/F2|Ctrl/)).toBeNull()
})

test('LineList: shows the time of every line, and seeks to a clicked one', async () => {
  await showLines()
  expect(rowTexts()).toEqual(['0:00The tide was out.', '0:03We walked to the island.', '1:02Then it rained.'])
  fireEvent.click(rowAt(2))
  expect(player().currentTime).toBe(62)
  expect(current()).toBe('1:02Then it rained.')
})

test('LineList: marks the line being spoken, and none during silence', async () => {
  await showLines()
  const playTo = (seconds: number) => {
    player().currentTime = seconds
    fireEvent.timeUpdate(player())
    return current()
  }
  expect(playTo(0.1)).toBeUndefined()
  expect(playTo(4)).toBe('0:03We walked to the island.')
  expect(playTo(30)).toBeUndefined()
  expect(playTo(63.9)).toBe('1:02Then it rained.')
})

test('VideoPane: the lines are the captions of the video and follow edits', async () => {
  await showLines()
  await waitFor(() => expect(player().querySelector('track')).toBeTruthy())
  const track = player().querySelector('track')
  expect(track?.getAttribute('kind')).toBe('captions')
  expect(track?.getAttribute('srclang')).toBe('en')
  const before = track?.getAttribute('src')
  fireEvent.change(textArea(), { target: { value: timestampedText.replace('rained', 'poured') } })
  await waitFor(() => expect(player().querySelector('track')?.getAttribute('src')).not.toBe(before))
})

const field = () => document.querySelector<HTMLTextAreaElement>('ol textarea')

function edit(index: number, newText: string) {
  fireEvent.keyDown(rowAt(index), { key: 'F2' })
  const input = field()
  if (!input) throw new Error('the line editor is not open')
  fireEvent.change(input, { target: { value: newText } })
  return input
}

test('LineList: an edited line changes the text and keeps its time; Escape discards the edit', async () => {
  await showLines()
  fireEvent.keyDown(edit(1, 'We waded across.'), { key: 'Enter' })
  expect(textArea().value).toBe(timestampedText.replace('We walked to the island.', 'We waded across.'))
  expect(rowTexts()[1]).toBe('0:03We waded across.')
  await waitFor(() => expect(document.activeElement).toBe(rowAt(1)))
  fireEvent.keyDown(edit(0, 'Nothing'), { key: 'Escape' })
  expect(rowTexts()[0]).toBe('0:00The tide was out.')
  expect(field()).toBeNull()
})

test('LineList: blur saves the edit, and an emptied line is removed', async () => {
  await showLines()
  fireEvent.blur(edit(2, 'Then the sun came out.'))
  expect(textArea().value).toContain('[00:01:02] Then the sun came out.')
  fireEvent.blur(edit(0, '  '))
  expect(textArea().value.split('\n')).toEqual([
    '[00:00:03] We walked to the island.',
    '[00:01:02] Then the sun came out.',
  ])
})

test('LineList: an edit of the text changes its line', async () => {
  await showLines()
  fireEvent.change(textArea(), {
    target: { value: timestampedText.replace('The tide was', 'All ships were') },
  })
  await waitFor(() => expect(rowTexts()[0]).toBe('0:00All ships were out.'))
})

test('LineList: one line is in the tab order, arrow keys reach the others', async () => {
  await showLines()
  const stops = () => rows().map(row => row.tabIndex)
  expect(stops()).toEqual([0, -1, -1])
  act(() => rowAt(0).focus())
  for (const [key, index] of [
    ['ArrowDown', 1],
    ['End', 2],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['Home', 0],
  ] as const) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(document.activeElement).toBe(rowAt(index))
  }
  fireEvent.keyDown(rowAt(0), { key: 'End' })
  expect(stops()).toEqual([-1, -1, 0])
})

test('LineList: a click edits the line if the browser cannot play the video', async () => {
  await showLines()
  fireEvent.error(player())
  expect(screen.getByText('Your browser cannot play this video.')).toBeTruthy()
  fireEvent.click(rowAt(1))
  expect(field()?.value).toBe('We walked to the island.')
})

test('LineList: without a video a click edits the line, unless it is read-only', () => {
  const lines = [{ startSeconds: 1, endSeconds: 2, text: 'One.', from: 0, to: 4 }]
  const list = (isReadOnly: boolean) => (
    <LineList
      lines={lines}
      currentIndex={-1}
      canPlay={false}
      isReadOnly={isReadOnly}
      onSeek={() => undefined}
      onEdit={() => undefined}
      onSplit={() => undefined}
      onMerge={() => undefined}
      onShift={() => undefined}
    />
  )
  show(list(false))
  fireEvent.click(rowAt(0))
  expect(screen.getByLabelText('Text at 0:01')).toBeTruthy()
  document.body.replaceChildren()
  show(list(true))
  fireEvent.click(rowAt(0))
  expect(field()).toBeNull()
})

test('LineList: Ctrl+Enter splits a line at the cursor, and keeps what was typed', async () => {
  await showLines()
  const input = edit(1, 'We walked to the old island.')
  input.setSelectionRange(10, 10)
  fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(rowTexts()).toHaveLength(4))
  expect(rowTexts().slice(1, 3)).toEqual(['0:03We walked', '0:04to the old island.'])
  expect(textArea().value.split('\n').slice(1, 3)).toEqual([
    '[00:00:03] We walked',
    '[00:00:04] to the old island.',
  ])
  await waitFor(() => expect(document.activeElement).toBe(rowAt(1)))
})

test('LineList: merges a line with the next one, with a space after the full stop', async () => {
  await showLines()
  edit(0, 'The tide was low.')
  fireEvent.click(screen.getByText('Merge with next line'))
  await waitFor(() => expect(rowTexts()).toHaveLength(2))
  expect(rowTexts()[0]).toBe('0:00The tide was low. We walked to the island.')
  expect(textArea().value.split('\n')[0]).toBe('[00:00:00] The tide was low. We walked to the island.')
  expect(sessionStorage.getItem('filesmith.work.video2text-edits')).toContain('"endSeconds":5.9')
})

test('LineList: moves a line in time while it is edited', async () => {
  await showLines()
  edit(1, 'We walked on.')
  fireEvent.click(screen.getByText('0.5 s earlier'))
  await waitFor(() => expect(screen.getByLabelText('Text at 0:02')).toBeTruthy())
  expect(field()?.value).toBe('We walked on.')
  const input = field()
  if (!input) throw new Error('the line editor was closed')
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(textArea().value.split('\n')[1]).toBe('[00:00:02] We walked on.')
})

test('LineList: J, K, L and Ctrl+Space control the player', async () => {
  await showLines()
  const video = player()
  const play = vi.spyOn(video, 'play').mockResolvedValue()
  fireEvent.click(rowAt(2))
  fireEvent.keyDown(rowAt(2), { key: 'j' })
  expect(video.currentTime).toBe(57)
  fireEvent.keyDown(rowAt(2), { key: 'l' })
  expect(video.currentTime).toBe(62)
  fireEvent.keyDown(rowAt(2), { key: 'k' })
  expect(play).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(textArea(), { key: 'k' })
  expect(play).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(textArea(), { key: ' ', code: 'Space', ctrlKey: true })
  expect(play).toHaveBeenCalledTimes(2)
})

test('TranscriptTools: replaces in the whole transcript and shifts all lines', async () => {
  await showLines()
  fireEvent.change(screen.getByLabelText('Find'), { target: { value: 'it' } })
  fireEvent.change(screen.getByLabelText('Replace with'), { target: { value: 'the snow' } })
  fireEvent.click(screen.getByText('Replace all'))
  expect(screen.getByText('1 replaced.')).toBeTruthy()
  expect(textArea().value).toContain('[00:01:02] Then the snow rained.')
  fireEvent.change(screen.getByLabelText('Shift all lines by seconds'), { target: { value: '-2' } })
  fireEvent.click(screen.getByText('Shift lines'))
  expect(screen.getByText('All lines are now 2 s earlier.')).toBeTruthy()
  expect(textArea().value.match(/\[[\d:]+\]/g)).toEqual(['[00:00:00]', '[00:00:01]', '[00:01:00]'])
  await waitFor(() => expect(rowTexts()[2]).toBe('1:00Then the snow rained.'))
})
