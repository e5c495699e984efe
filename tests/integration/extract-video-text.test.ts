/** Video transcription over real HTTP: synchronous requests, timestamps, subtitles and videos without speech. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { transcriptParts, transcriptSchema } from '@filesmith/contract/schemas/transcript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawClip } from '../support/clips.ts'
import { drawSpokenVideo } from '../support/spoken-video.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let visitor: Visitor
let speech: Buffer
beforeAll(async () => {
  filesmith = await startFilesmith()
  visitor = createVisitor(filesmith.baseUrl)
  speech = await drawSpokenVideo({ text: 'The old lighthouse stands on the northern shore of the island.' })
})
afterAll(() => filesmith.stop())

const extract = (bytes: Uint8Array, fields: Record<string, string>) =>
  visitor.convert(new Blob([new Uint8Array(bytes)]), 'speech.mp4', fields, {
    operation: 'extract-video-text',
  })

test('API-34 V2T-09 extract video text: without timestamps returns the plain text', async () => {
  const reply = await extract(speech, { language: 'en', includeTimestamps: 'false' })
  expect(reply.status).toBe(200)
  const { text } = (await reply.json()) as { text: string }
  expect(text).toMatch(/lighthouse stands on the northern shore/i)
  expect(text).not.toContain('[')
})

test('V2T-09 extract video text: lines have timestamps; result parts are segments and subtitles that can be added to the video', async () => {
  const uploadId = await visitor.upload(speech, 'speech.mp4', 'extract-video-text')
  const accepted = await visitor.askFor('/api/extract/video-text', { uploadId, language: 'en' })
  const states = await visitor.follow(accepted)
  const state = states.at(-1) as ConversionState
  expect(state).toMatchObject({ status: 'succeeded', operation: 'extract-video-text' })
  const text = await (await visitor.fetch(state.downloadUrl ?? '')).text()
  expect(text).toMatch(/^\[00:00:0\d\] .*lighthouse/i)
  const percents = states.map(({ percent }) => percent)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  const read = async (name: string) =>
    (await visitor.fetch(state.parts.find(part => part.name === name)?.url ?? '')).text()
  const transcript = transcriptSchema.parse(JSON.parse(await read(transcriptParts.segments)))
  expect(transcript.language).toBe('en')
  const words = transcript.segments.flatMap(segment => segment.words)
  expect(words.map(word => word.text).join(' ')).toMatch(/lighthouse/i)
  for (const word of words) {
    expect(word.endSeconds).toBeGreaterThanOrEqual(word.startSeconds)
    expect(word.endSeconds).toBeLessThanOrEqual(transcript.durationSeconds + 0.01)
  }
  expect(await read(transcriptParts.vtt)).toMatch(/^WEBVTT/)
  const subtitles = await read(transcriptParts.srt)
  expect(subtitles).toMatch(/^1\r?\n00:00:0\d,\d{3} --> /)

  const asked = await visitor.askFor('/api/subtitle/video', { uploadId, subtitles, way: 'track' })
  const subtitled = (await visitor.follow(asked)).at(-1) as ConversionState
  expect(subtitled).toMatchObject({ status: 'succeeded', convertedFormat: 'mp4', media: { video: 'copied' } })
})

test('extract video text: rejects a video without an audio track, and returns an empty text without speech', async () => {
  const mute = await extract(await drawClip({ extension: 'mp4', sound: null }), { language: 'en' })
  expect([mute.status, await mute.json()]).toMatchObject([422, { code: 'no-speech-track' }])
  const humming = await extract(await drawClip({ extension: 'mp4', seconds: 3 }), { language: 'en' })
  expect([humming.status, await humming.json()]).toMatchObject([200, { text: '' }])
})

test('V2T-12 extract video text: without a file answers 400', async () => {
  const reply = await visitor.post('/api/extract/video-text', { language: 'en' })
  expect([reply.status, await reply.json()]).toMatchObject([400, { message: 'No video file selected' }])
})

test('extract video text: takes audio files, rejects unknown languages and more than 100MB', async () => {
  const language = await extract(speech, { language: 'xx' })
  expect([language.status, await language.json()]).toMatchObject([400, { code: 'invalid-request' }])
  const audio = await extract(await drawClip({ extension: 'mp3', image: null }), { language: 'en' })
  expect([audio.status, await audio.json()]).toMatchObject([200, { text: '' }])
  const created = await visitor.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(100 * 1024 * 1024 + 1),
      'upload-metadata': `operation ${Buffer.from('extract-video-text').toString('base64')}`,
    },
  })
  expect(created.status).toBe(413)
})

test('add subtitles: rejects invalid subtitles', async () => {
  const uploadId = await visitor.upload(speech, 'speech.mp4', 'add-subtitles')
  const reply = await visitor.post('/api/subtitle/video', {
    uploadId,
    subtitles: 'no times here',
    way: 'burn',
  })
  expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'subtitles-invalid' }])
})
