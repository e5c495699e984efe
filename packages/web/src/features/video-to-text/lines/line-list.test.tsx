import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, standInForServer } from '../../../lib/file-tools.test-support.tsx'
import {
  acceptVideos,
  openTab,
  players,
  showWithText,
  stampedText,
  textArea,
} from '../video-text.test-support.tsx'
import { LineList } from './line-list.tsx'

standInForServer()
acceptVideos()

async function showLines() {
  await showWithText()
  openTab('Lines')
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-line]')]
const wordsOf = () => rows().map(row => row.textContent)
const rowAt = (index: number): HTMLElement => {
  const row = rows()[index]
  if (!row) throw new Error(`there is no line ${index}`)
  return row
}
const current = () => document.querySelector('[aria-current=true] [data-line]')?.textContent

/** The film beside the lines; the other one is on the first tab. */
function film(): HTMLVideoElement {
  const video = players().at(-1)
  if (!video) throw new Error('there is no film')
  return video
}

test('every line has its time, and pressing one goes there in the film', async () => {
  await showLines()
  expect(wordsOf()).toEqual(['0:00The tide was out.', '0:03We walked to the island.', '1:02Then it rained.'])
  fireEvent.click(rowAt(2))
  expect(film().currentTime).toBe(62)
  expect(current()).toBe('1:02Then it rained.')
})

test('the line that is being said is marked, and none in the silence between', async () => {
  await showLines()
  const playTo = (seconds: number) => {
    film().currentTime = seconds
    fireEvent.timeUpdate(film())
    return current()
  }
  expect(playTo(0.1)).toBeUndefined()
  expect(playTo(4)).toBe('0:03We walked to the island.')
  expect(playTo(30)).toBeUndefined()
  expect(playTo(63.9)).toBe('1:02Then it rained.')
})

test('the lines are the captions of the film, and follow every edit', async () => {
  await showLines()
  await waitFor(() => expect(film().querySelector('track')).toBeTruthy())
  const track = film().querySelector('track')
  expect(track?.getAttribute('kind')).toBe('captions')
  expect(track?.getAttribute('srclang')).toBe('en')
  const before = track?.getAttribute('src')
  fireEvent.change(textArea(), { target: { value: stampedText.replace('rained', 'poured') } })
  await waitFor(() => expect(film().querySelector('track')?.getAttribute('src')).not.toBe(before))
})

const field = () => document.querySelector<HTMLTextAreaElement>('ol textarea')

function edit(index: number, words: string) {
  fireEvent.keyDown(rowAt(index), { key: 'F2' })
  const input = field()
  if (!input) throw new Error('nothing can be edited')
  fireEvent.change(input, { target: { value: words } })
  return input
}

test('a line edited in place is edited in the text, with its time; Escape leaves it as it was', async () => {
  await showLines()
  fireEvent.keyDown(edit(1, 'We waded across.'), { key: 'Enter' })
  expect(textArea().value).toBe(stampedText.replace('We walked to the island.', 'We waded across.'))
  expect(wordsOf()[1]).toBe('0:03We waded across.')
  await waitFor(() => expect(document.activeElement).toBe(rowAt(1)))
  fireEvent.keyDown(edit(0, 'Nothing'), { key: 'Escape' })
  expect(wordsOf()[0]).toBe('0:00The tide was out.')
  expect(field()).toBeNull()
})

test('leaving the field keeps the words, and a line without any goes', async () => {
  await showLines()
  fireEvent.blur(edit(2, 'Then the sun came out.'))
  expect(textArea().value).toContain('[00:01:02] Then the sun came out.')
  fireEvent.blur(edit(0, '  '))
  expect(textArea().value.split('\n')).toEqual([
    '[00:00:03] We walked to the island.',
    '[00:01:02] Then the sun came out.',
  ])
})

test('what is edited in the text is edited in its line', async () => {
  await showLines()
  fireEvent.change(textArea(), { target: { value: stampedText.replace('The tide was', 'All ships were') } })
  await waitFor(() => expect(wordsOf()[0]).toBe('0:00All ships were out.'))
})

test('the keyboard reaches one line by the tabulator and the others by arrows', async () => {
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

test('a film that the browser cannot play is no place to go to: a press edits the line then', async () => {
  await showLines()
  fireEvent.error(film())
  expect(screen.getByText('Your browser cannot play this video.')).toBeTruthy()
  fireEvent.click(rowAt(1))
  expect(field()?.value).toBe('We walked to the island.')
})

test('without a film a press edits the line; where nothing may be edited, nothing happens', () => {
  const lines = [{ startSeconds: 1, endSeconds: 2, text: 'One.', from: 0, to: 4 }]
  const list = (isReadOnly: boolean) => (
    <LineList
      lines={lines}
      currentIndex={-1}
      canPlay={false}
      isReadOnly={isReadOnly}
      onSeek={() => undefined}
      onEdit={() => undefined}
    />
  )
  show(list(false))
  fireEvent.click(rowAt(0))
  expect(screen.getByLabelText('Words at 0:01')).toBeTruthy()
  document.body.replaceChildren()
  show(list(true))
  fireEvent.click(rowAt(0))
  expect(field()).toBeNull()
})
