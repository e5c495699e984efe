/** For tests of the Audio Editor: a recording without a loudspeaker, and what the server makes of it. */
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
import { AudioEditor } from './audio-editor.tsx'
import { createLoudnessMeter } from './measure/loudness-meter.ts'
import { emptyMeasures, withPiece } from './measure/measures.ts'
import { measurePeaks } from './measure/peak-levels.ts'
import type { Player } from './playback/player.ts'
import type { Studio } from './studio.ts'

export const path = '/api/edit/audio'
const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }

const rateHz = 8192
const seconds = 20

/** A tone with four seconds of silence in it, from the eighth on. */
function measureTone() {
  const samples = Float32Array.from({ length: seconds * rateHz }, (_, index) => {
    const at = index / rateHz
    return at >= 8 && at < 12 ? 0 : 0.1 * Math.sin((2 * Math.PI * 997 * index) / rateHz)
  })
  const piece = { ...measurePeaks([samples]), energies: createLoudnessMeter(rateHz).push([samples]) }
  return withPiece(emptyMeasures(rateHz, samples.length), piece, samples.length)
}
const measured = measureTone()

export const player = {
  play: vi.fn<Player['play']>(),
  pause: vi.fn<Player['pause']>(),
  setGain: vi.fn<Player['setGain']>(),
  position: () => undefined,
  close: vi.fn<Player['close']>(),
}

/** What it was asked to read. */
export const opened: Blob[] = []

export const studioOf = (problem?: AudioProblem): Studio => ({
  async open(file) {
    opened.push(file)
    if (problem && opened.length === 1) throw new UnreadableAudio(problem)
    return {
      sampleRateHz: rateHz,
      lengthSamples: seconds * rateHz,
      pieceSamples: seconds * rateHz,
      pieceCount: 1,
      piece: () => Promise.reject(new Error('There is no sound in a test.')),
    }
  },
  measure: async (_reader, onMeasured) => onMeasured(measured),
  createPlayer: () => player,
})

export function takeAudioFiles() {
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

export const audioOf = (name = 'interview.mp3', sizeBytes = 10, type = 'audio/mpeg') =>
  fileOf(name, sizeBytes, type)

export async function showWithAudio(studio = studioOf()) {
  const shown = show(<AudioEditor isActive studio={studio} />)
  await dropFiles(audioOf())
  await screen.findByText('Upload complete!')
  return shown
}

// By their text: looking for roles takes long on a page of this size, and is done where a role is the point.
export const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
export const tool = (label: string) => screen.getByLabelText<HTMLButtonElement>(label, { selector: 'button' })
export const range = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input[type=range]' })
export const slide = (label: string, value: number) => fireEvent.change(range(label), { target: { value } })
export const handle = (label: string) => screen.getByLabelText(label, { selector: '[role=slider]' })
export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input[type=text]' })
export function write(label: string, text: string) {
  fireEvent.change(field(label), { target: { value: text } })
  fireEvent.keyDown(field(label), { key: 'Enter' })
}
export const processIt = () => act(async () => press('Process Audio'))

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
    notes: ['Its loudness was −29.0 LUFS and is now −16.0 LUFS.'],
    media: { before: media(20), after: media(7.5), video: null, audio: 'encoded' },
  })
