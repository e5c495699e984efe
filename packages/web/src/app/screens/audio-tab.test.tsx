import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleVideo } from '../../features/converter/media.fixture.ts'
import {
  conversionCalls,
  noDetails,
  openTab,
  openWithUpload,
  press,
  renderHome,
  server,
  standInForServer,
} from './home-screen.test-support.tsx'

standInForServer()

const heading = (panel: HTMLElement) => within(panel).getByRole('heading', { level: 2 }).textContent
const fileInput = (panel: HTMLElement) => within(panel).getByLabelText<HTMLInputElement>(/Choose a file/)
const extractSwitch = () => screen.getByRole('switch', { name: 'Extract audio from video' })

test('HOME-25 HOME-26 HOME-27 HOME-29 AudioTab: extract mode changes the labels; Start Over leaves it, even without a file', () => {
  renderHome()
  const panel = openTab('Audio')
  expect(heading(panel)).toBe('Convert Audio')
  fireEvent.click(extractSwitch())
  expect(heading(panel)).toBe('Extract Audio from Video')
  expect(within(panel).getByRole('button', { name: 'Extract Audio' })).toBeTruthy()
  expect(within(panel).queryByRole('button', { name: 'Convert Audio' })).toBeNull()
  expect(fileInput(panel).accept).toBe('video/*')
  expect(within(panel).getByText(/, up to 200 MB\./)).toBeTruthy()
  expect(extractSwitch().getAttribute('aria-checked')).toBe('true')
  expect(document.activeElement).toBe(extractSwitch())

  press('Start Over')
  expect(heading(panel)).toBe('Convert Audio')
  expect(within(panel).getByRole('button', { name: 'Convert Audio' })).toBeTruthy()
  expect(fileInput(panel).accept).toBe('audio/*')
  expect(document.activeElement).toBe(extractSwitch())
})

test('HOME-28 AudioTab: Extract without a file asks for a video and sends nothing', () => {
  renderHome()
  openTab('Audio')
  fireEvent.click(extractSwitch())
  press('Extract Audio')
  expect(screen.getByText('Please select a video file first')).toBeTruthy()
  expect(conversionCalls()).toEqual([])
})

test('HOME-29 AudioTab: restores extract mode after a reload; Start Over leaves the mode and removes the file', async () => {
  const panel = await openWithUpload('Audio', 'home-extract')
  expect(heading(panel)).toBe('Extract Audio from Video')
  press('Start Over')
  expect(heading(panel)).toBe('Convert Audio')
  expect(screen.getByText('Drop an audio file here')).toBeTruthy()
  expect(localStorage).toHaveLength(0)
})

test('AudioTab: choosing another file stays in extract mode', async () => {
  const panel = await openWithUpload('Audio', 'home-extract')
  press('Choose another file')
  expect(heading(panel)).toBe('Extract Audio from Video')
  expect(screen.getByText('Drop a video here')).toBeTruthy()
})

test('AudioTab: reports a video and takes it along into extract mode', async () => {
  server.details = { ...noDetails, media: sampleVideo }
  const panel = await openWithUpload('Audio', 'home-audio')
  expect(
    await screen.findByText("This file is a video. Choose 'Extract audio from video' instead."),
  ).toBeTruthy()
  fireEvent.click(extractSwitch())
  expect(heading(panel)).toBe('Extract Audio from Video')
  expect(await within(panel).findByText('holiday.mp4')).toBeTruthy()
  expect(screen.queryByText(/This file is a video/)).toBeNull()
})
