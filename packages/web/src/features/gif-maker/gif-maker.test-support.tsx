/** Test support of the GIF maker: a video, images, and server responses. */
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import {
  answers,
  conversionOf,
  dropFiles,
  fileOf,
  json,
  say,
  show,
} from '../../lib/file-tools.test-support.tsx'
import { GifMaker } from './gif-maker.tsx'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
export const path = '/api/create-gif'
export const alertStub = vi.fn<(message: string) => void>()

export function setUpGifMaker() {
  beforeEach(() => {
    alertStub.mockReset()
    window.alert = alertStub
    let made = 0
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      made += 1
      return `blob:file-${made}`
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
    answers.set(`POST ${path}`, json(job, 202))
  })
}

export const clip = (name = 'clip.mp4', sizeBytes = 1000) => fileOf(name, sizeBytes, 'video/mp4')
export const image = (name: string) => fileOf(name, 10, 'image/png')

export async function showWith(...files: readonly File[]) {
  const shown = show(<GifMaker isActive />)
  await dropFiles(...files)
  await screen.findByText('GIF Settings')
  return shown
}

/** By label: role queries scan the whole page each time. */
export const choose = (text: string) => fireEvent.click(screen.getByLabelText(text))

/** Simulates the metadata the browser's player reports. */
async function setVideoMetadata(seconds: number, width = 1920, height = 1080) {
  const player = await screen.findByLabelText<HTMLVideoElement>(/^Preview of .*\.(mp4|webm)$/)
  const metadata = { duration: seconds, videoWidth: width, videoHeight: height }
  for (const [name, value] of Object.entries(metadata))
    Object.defineProperty(player, name, { value, configurable: true })
  fireEvent.loadedMetadata(player)
  return player
}

export async function showVideo(seconds: number, width?: number, height?: number) {
  const shown = await showWith(clip())
  await setVideoMetadata(seconds, width, height)
  return shown
}

export const slider = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
export const slide = (name: string, value: number) =>
  fireEvent.change(slider(name), { target: { value: String(value) } })
export const boundsOf = (name: string) => {
  const { min, max, step, value } = slider(name)
  return [min, max, step, value].map(Number)
}
export function panel(heading: string) {
  const group = screen.getByText(heading, { selector: 'h3' }).closest<HTMLElement>('[role=group]')
  if (!group) throw new Error(`${heading} is not the heading of a group`)
  return within(group)
}
/** By text: role queries scan the whole page each time. */
export const press = (text: string) => fireEvent.click(screen.getByText(text, { selector: 'button' }))
export const create = () => act(async () => press('Create GIF'))
export const openMore = () => fireEvent.click(screen.getByText('More options'))

export const succeed = (change: Parameters<typeof conversionOf>[0] = {}) =>
  say(
    conversionOf({
      operation: 'create-gif',
      status: 'succeeded',
      percent: 100,
      convertedFormat: 'gif',
      resultSize: 2048,
      downloadUrl: '/api/download/c1',
      ...change,
    }),
  )
