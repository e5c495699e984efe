import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  choose,
  comeBackTo,
  openBench,
  press,
  standInForServer,
} from '../screens/tools-screen.test-support.tsx'

standInForServer()

const sectionOf = (heading: string) => screen.getByLabelText(heading, { selector: 'section' })

test('HUB-12 the audio tab holds a converter, an editor that says it is not ready, and an extractor', async () => {
  const converter = await openBench('/tools/audio', 'Convert Audio')
  expect(within(converter).getByText('Convert Audio', { selector: 'button' })).toBeTruthy()
  const extractor = sectionOf('Extract Audio from Video')
  expect(within(extractor).getByLabelText<HTMLInputElement>(/Choose a file/).accept).toBe('video/*')
  choose('Audio Editor')
  const editor = screen.getByLabelText('Audio Editor')
  expect(within(editor).getByText('Audio Editor is not ready yet. We are still building it.')).toBeTruthy()
  expect(editor.querySelectorAll('button')).toHaveLength(0)
  expect(within(extractor).getByText('Drop a video here')).toBeTruthy()
})

test('TOOL-01 what is dropped on the extractor is for it alone; beside both, for the converter', async () => {
  const converter = await openBench('/tools/audio', 'Convert Audio')
  const extractor = sectionOf('Extract Audio from Video')
  const notes = new File(['x'], 'notes.txt', { type: 'text/plain' })
  const dataTransfer = { types: ['Files'], files: [notes] }
  fireEvent.drop(within(extractor).getByText('Drop a video here'), { dataTransfer })
  const refusal = /"notes.txt" cannot be used here/
  expect(within(extractor).getByText(refusal)).toBeTruthy()
  expect(within(converter).queryByText(refusal)).toBeNull()
  fireEvent.drop(document.body, { dataTransfer })
  expect(within(converter).getByText(refusal)).toBeTruthy()
})

test('the extractor has its wait before it, the converter of the hub has none', async () => {
  await comeBackTo('/tools/audio', 'Extract Audio from Video', 'hub-extract')
  press('Extract Audio')
  expect(document.querySelector('[role=timer]')?.textContent).toBe('5')
})
