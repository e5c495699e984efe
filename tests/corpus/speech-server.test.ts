/** Transcription by an OpenAI-compatible server. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSpeechHarness } from './support/speech-harness.ts'
import { videoOf } from './support/spoken-videos.ts'

interface ReceivedRequest {
  readonly authorization: string | undefined
  readonly form: FormData
}

let server: Server
let received: ReceivedRequest[] = []
/** Responses of the fake server in order; the last one repeats. */
let responses: { readonly status: number; readonly body: unknown }[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    received.push(await readRequest(request))
    const answer = responses.length > 1 ? responses.shift() : responses[0]
    response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise(resolve => server.close(resolve)))
beforeEach(() => {
  received = []
})

const stage = openSpeechHarness(() => {
  const { port } = server.address() as AddressInfo
  return { server: { url: `http://127.0.0.1:${port}/`, key: 'secret', model: 'whisper-large' } }
})

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  expect(request.url).toBe('/v1/audio/transcriptions')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(Buffer.concat(chunks), { headers }).formData()
  return { authorization: request.headers.authorization, form }
}

const talk = () => stage.video('talk', 'en', [1, 'Good morning to all of you.'])
const answer = {
  language: 'english',
  text: 'Good morning to all of you.',
  segments: [{ start: 0.2, end: 2, text: ' Good morning to all of you.', no_speech_prob: 0.01 }],
  words: ['Good', 'morning', 'to', 'all', 'of', 'you'].map((word, index) => ({
    word,
    start: 0.2 + index * 0.3,
    end: 0.5 + index * 0.3,
  })),
}

test('uploads the audio and maps the response to video times', async () => {
  responses = [{ status: 200, body: answer }]
  await stage.transcribe(await talk(), { language: 'auto' })
  expect(await stage.text()).toMatch(/^\[00:00:0[01]\] Good morning to all of you\.\n$/)
  const { language, segments } = await stage.transcript()
  expect(language).toBe('en')
  expect(segments[0]?.words).toHaveLength(6)
  expect(segments[0]?.startSeconds).toBeGreaterThan(0.8)
  const [upload] = received
  expect(upload?.authorization).toBe('Bearer secret')
  expect(upload?.form.get('model')).toBe('whisper-large')
  expect(upload?.form.get('response_format')).toBe('verbose_json')
  expect(upload?.form.getAll('timestamp_granularities[]')).toEqual(['word', 'segment'])
  expect(upload?.form.get('language')).toBeNull()
  const file = upload?.form.get('file') as File
  expect(Buffer.from(await file.slice(0, 4).arrayBuffer()).toString()).toBe('fLaC')
})

test('passes a selected language to the server', async () => {
  responses = [{ status: 200, body: { text: 'Guten Morgen.' } }]
  await stage.transcribe(await talk(), { language: 'de', includeTimestamps: false })
  expect(received[0]?.form.get('language')).toBe('de')
  expect(await stage.text()).toBe('Guten Morgen.\n')
})

test('retries a busy server', async () => {
  responses = [
    { status: 503, body: {} },
    { status: 200, body: answer },
  ]
  await stage.transcribe(await talk())
  expect(received).toHaveLength(2)
  expect(await stage.text()).toContain('Good morning')
})

test('does not retry a rejected request or a malformed response', async () => {
  responses = [{ status: 401, body: { error: 'no such key' } }]
  expect(await stage.codeOf(stage.transcribe(await talk()))).toBe('speech-service-failed')
  responses = [{ status: 200, body: { segments: 'none' } }]
  expect(await stage.codeOf(stage.transcribe(await talk()))).toBe('speech-service-failed')
  expect(received).toHaveLength(2)
})

test('does not upload silence', async () => {
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=stereo:d=3']
  await stage.transcribe(await videoOf(stage.videos, 'silence.mp4', silence))
  expect(await stage.text()).toBe('')
  expect(received).toEqual([])
})
