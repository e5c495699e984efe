import { afterEach, expect, test, vi } from 'vitest'
import * as blobs from '../../../lib/save-blob.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { blocksOf, saveTranscript } from './transcript-view.tsx'
import { locateLines } from './use-versions.ts'

const known = [
  { startSeconds: 0.4, endSeconds: 3.1, text: 'The tide was out.' },
  { startSeconds: 62, endSeconds: 64, text: 'Then it rained.' },
]
const text = '[00:00:00] The tide was out.\n[00:01:02] Then it poured.'
const version = { text, lines: locateLines(text, known), shownId: 'spoken' } as const

afterEach(() => vi.restoreAllMocks())

async function saved(...[format, fileName, what]: Parameters<typeof saveTranscript>) {
  const save = vi.spyOn(blobs, 'saveBlob').mockImplementation(() => undefined)
  await saveTranscript(format, fileName, what)
  const [name, blob] = save.mock.calls.at(-1) ?? []
  return { name, type: blob?.type, content: (await blob?.text()) ?? '' }
}

test('V2T-25 saveTranscript: names the text after the video without its extension', async () => {
  expect(await saved('txt', 'my.talk.webm', version)).toMatchObject({
    name: 'my.talk_transcript.txt',
    content: text,
  })
  expect(await saved('txt', 'talk', version)).toMatchObject({ name: 'talk_transcript.txt' })
})

test('saveTranscript: names subtitles so that players find them', async () => {
  const srt = await saved('srt', 'talk.mp4', version)
  expect(srt.name).toBe('talk.srt')
  expect(srt.content).toContain('00:01:02,000 --> 00:01:04,000\nThen it poured.')
  const vtt = await saved('vtt', 'talk.mp4', { ...version, shownId: 'es' })
  expect(vtt.name).toBe('talk.es.vtt')
  expect(vtt.type).toBe('text/vtt;charset=utf-8')
  expect(toasts.current()).toMatchObject({
    title: 'Download started',
    description: 'Subtitles are being downloaded',
  })
})

test('saveTranscript: the Word document contains the edited lines with times, or paragraphs', async () => {
  const docx = await saved('docx', 'talk.mp4', { ...version, shownId: 'es' })
  expect(docx.name).toBe('talk_transcript_es.docx')
  expect(docx.content).toContain('Then it poured.')
  expect(blocksOf('talk', version)).toEqual([
    { kind: 'title', text: 'talk' },
    { kind: 'paragraph', text: 'The tide was out.', label: '00:00:00' },
    { kind: 'paragraph', text: 'Then it poured.', label: '00:01:02' },
  ])
  expect(blocksOf('talk', { text: 'One. Two.\n\nThree.', lines: [] }).slice(1)).toEqual([
    { kind: 'paragraph', text: 'One. Two.' },
    { kind: 'paragraph', text: 'Three.' },
  ])
})
