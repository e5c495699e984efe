/** Test support of the Audio Editor: a fake audio backend, and server responses. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import {
  answers,
  conversionOf,
  dropFiles,
  fileOf,
  json,
  onPlan,
  show,
} from '../../lib/file-tools.test-support.tsx'
import { type AudioProblem, UnreadableAudio } from './audio/audio-source.ts'
import type { AudioBackend } from './audio-backend.ts'
import { AudioEditor } from './audio-editor.tsx'
import { addChunk, createMeasurements } from './measure/audio-measurements.ts'
import { createLoudnessMeter } from './measure/loudness-meter.ts'
import { measurePeaks } from './measure/peak-levels.ts'
import type { AudioPlayer } from './playback/player.ts'

export const path = '/api/edit/audio'
const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }

const rateHz = 8192
const seconds = 20

/** A 20 s tone with silence from 8 s to 12 s. */
function measureTone() {
  const samples = Float32Array.from({ length: seconds * rateHz }, (_, index) => {
    const at = index / rateHz
    return at >= 8 && at < 12 ? 0 : 0.1 * Math.sin((2 * Math.PI * 997 * index) / rateHz)
  })
  const chunk = { ...measurePeaks([samples]), energies: createLoudnessMeter(rateHz).push([samples]) }
  return addChunk(createMeasurements(rateHz, samples.length), chunk, samples.length)
}
const measured = measureTone()

export const player = {
  play: vi.fn<AudioPlayer['play']>(),
  pause: vi.fn<AudioPlayer['pause']>(),
  setGain: vi.fn<AudioPlayer['setGain']>(),
  position: () => undefined,
  close: vi.fn<AudioPlayer['close']>(),
}

/** Files the fake backend was asked to open. */
export const opened: Blob[] = []

export const fakeBackend = (problem?: AudioProblem): AudioBackend => ({
  async open(file) {
    opened.push(file)
    if (problem && opened.length === 1) throw new UnreadableAudio(problem)
    return {
      sampleRateHz: rateHz,
      lengthSamples: seconds * rateHz,
      chunkSamples: seconds * rateHz,
      chunkCount: 1,
      readChunk: () => Promise.reject(new Error('The fake audio backend has no samples.')),
    }
  },
  measure: async (_reader, onMeasured) => onMeasured(measured),
  createAudioPlayer: () => player,
})

export function setUpAudioEditor() {
  beforeEach(() => {
    opened.length = 0
    for (const spy of [player.play, player.pause, player.setGain, player.close]) spy.mockReset()
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    answers.set(`POST ${path}`, json(job, 202))
    onPlan('free')
  })
}

export const audioFile = (name = 'interview.mp3', sizeBytes = 10, type = 'audio/mpeg') =>
  fileOf(name, sizeBytes, type)

export async function showWithAudio(backend = fakeBackend()) {
  const shown = show(<AudioEditor isActive backend={backend} />)
  await dropFiles(audioFile())
  await screen.findByText('Upload complete!')
  return shown
}

// By text: role queries are slow on a page of this size and are used only where the role is under test.
export const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
export const tool = (label: string) => screen.getByLabelText<HTMLButtonElement>(label, { selector: 'button' })
export const range = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input[type=range]' })
export const setSlider = (label: string, value: number) =>
  fireEvent.change(range(label), { target: { value } })
export const handle = (label: string) => screen.getByLabelText(label, { selector: '[role=slider]' })
export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input[type=text]' })
export function typeTime(label: string, text: string) {
  fireEvent.change(field(label), { target: { value: text } })
  fireEvent.keyDown(field(label), { key: 'Enter' })
}
export const clickProcess = () => act(async () => press('Process Audio'))

export const running = (change: Partial<ConversionState> = {}) =>
  conversionOf({
    operation: 'edit-audio',
    fileName: 'interview.mp3',
    originalFormat: 'mp3',
    convertedFormat: 'mp3',
    ...change,
  })

const media = (durationSeconds: number) => ({
  durationSeconds,
  video: null,
  audio: { codec: 'MP3', channels: 2, sampleRateHz: 44_100, bitrateKbps: 320, isLossless: false },
  audioTracks: 1,
  subtitleTracks: 0,
})
export const succeeded = () =>
  running({
    status: 'succeeded',
    percent: 100,
    originalSize: 4096,
    resultSize: 2048,
    downloadUrl: '/api/download/c1',
    notes: ['Loudness changed from −29.0 to −16.0 LUFS.'],
    media: { before: media(20), after: media(7.5), video: null, audio: 'encoded' },
  })
