import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, json, sentTo, standInForServer } from '../../../lib/file-tools.test-support.tsx'
import { toasts } from '../../../lib/toast-store.ts'
import {
  press,
  setUpVideoToText,
  showWithText,
  textArea,
  timestampedText,
} from '../video-text.test-support.tsx'

standInForServer()
setUpVideoToText()

const translatePath = '/api/translate/text'
const pairTo = (to: string, change: object = {}) => ({
  from: 'en',
  to,
  engine: 'mt12',
  quality: 'draft',
  through: null,
  downloadBytes: null,
  ...change,
})
const spanish = 'La marea estaba baja.\nCaminamos a la isla.\nLuego llovió.'
const spanishText =
  '[00:00:00] La marea estaba baja.\n[00:00:03] Caminamos a la isla.\n[00:01:02] Luego llovió.'

beforeEach(() => {
  const pairs = [
    pairTo('es'),
    pairTo('de', { quality: 'good', engine: 'bergamot', downloadBytes: 21_000_000 }),
    pairTo('ar', { quality: 'rough' }),
    { ...pairTo('it'), from: 'fr' },
  ]
  answers.set('GET /api/translate/pairs', json({ pairs }))
  answers.set(`POST ${translatePath}`, json({ translatedText: spanish, sourceLanguage: 'en', pair: null }))
})

const target = () => screen.getByLabelText<HTMLSelectElement>('Translate to')
const shown = () => screen.getByLabelText<HTMLSelectElement>('Language')

async function showWithPairs() {
  await showWithText()
  await screen.findByText('Spanish (Draft)')
}

test('TranscriptTranslationPanel: offers only available languages, labeled with their quality', async () => {
  await showWithPairs()
  expect([...target().options].map(option => option.text)).toEqual([
    'Spanish (Draft)',
    'German',
    'Arabic (Rough draft)',
  ])
  fireEvent.change(target(), { target: { value: 'de' } })
  expect(screen.getByText(/The first use downloads 20 MB/)).toBeTruthy()
})

test('TranscriptTranslationPanel: a translation keeps the times, is shown at once and can be edited', async () => {
  await showWithPairs()
  await act(async () => press('Translate'))
  await waitFor(() => expect(textArea().value).toBe(spanishText))
  expect(sentTo(translatePath)).toEqual([
    {
      text: 'The tide was out.\nWe walked to the island.\nThen it rained.',
      sourceLanguage: 'en',
      targetLanguage: 'es',
    },
  ])
  expect(toasts.current()?.title).toBe('Translation ready')
  expect([...shown().options].map(option => option.text)).toEqual([
    'English (spoken)',
    'Spanish (translated)',
  ])
  fireEvent.change(textArea(), { target: { value: spanishText.replace('baja', 'bajísima') } })
  fireEvent.change(shown(), { target: { value: 'spoken' } })
  expect(textArea().value).toBe(timestampedText)
  fireEvent.change(shown(), { target: { value: 'es' } })
  expect(textArea().value).toContain('bajísima')
})

test('TranscriptTranslationPanel: says how many lines could not be translated', async () => {
  const marked = spanish.replace('Luego llovió.', '[?] Then it rained.')
  answers.set(`POST ${translatePath}`, json({ translatedText: marked, sourceLanguage: 'en', pair: null }))
  await showWithPairs()
  await act(async () => press('Translate'))
  await waitFor(() => expect(textArea().value).toContain('[?] Then it rained.'))
  expect(toasts.current()?.description).toBe(
    'The transcript is now available in Spanish. One sentence could not be translated. It is marked with [?].',
  )
})

test('TranscriptTranslationPanel: translates the edited text', async () => {
  await showWithPairs()
  fireEvent.change(textArea(), { target: { value: timestampedText.replace('rained', 'poured') } })
  await act(async () => press('Translate'))
  expect(sentTo(translatePath)).toMatchObject([{ text: expect.stringContaining('Then it poured.') }])
})

test('TranscriptTranslationPanel: reports a rejected request, and resumes the translation', async () => {
  let calls = 0
  answers.set(`POST ${translatePath}`, () => {
    calls += 1
    return calls === 1
      ? Response.json({ code: 'too-many-requests', message: 'Too many requests.' }, { status: 429 })
      : Response.json({ translatedText: spanish, sourceLanguage: 'en', pair: null })
  })
  await showWithPairs()
  await act(async () => press('Translate'))
  expect(toasts.current()).toMatchObject({
    title: 'Translation failed',
    description: 'Too many requests.',
    variant: 'destructive',
  })
  expect(await screen.findByText('Stopped after 0 of 3 lines.')).toBeTruthy()
  expect(textArea().readOnly).toBe(true)
  await act(async () => press('Resume translation'))
  await waitFor(() => expect(textArea().value).toBe(spanishText))
  expect(textArea().readOnly).toBe(false)
})

test('TranscriptTranslationPanel: can be stopped', async () => {
  answers.set(`POST ${translatePath}`, () => new Promise<Response>(() => undefined))
  await showWithPairs()
  press('Translate')
  expect(screen.getByText('0 of 3 lines')).toBeTruthy()
  expect(target().disabled).toBe(true)
  await act(async () => press('Stop'))
  expect(await screen.findByText('Stopped after 0 of 3 lines.')).toBeTruthy()
})

test('TranscriptTranslationPanel: reports an unavailable source language with advice', async () => {
  answers.set('GET /api/translate/pairs', json({ pairs: [] }))
  await showWithText()
  expect(await screen.findByText('This server cannot translate from English.')).toBeTruthy()
  expect(screen.getByText(/The operator of this site can add more\./)).toBeTruthy()
})
