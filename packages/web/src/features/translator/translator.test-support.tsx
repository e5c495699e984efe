/** Test support of the translator: language pairs, a controllable translation stream, and helpers. */
import type { TranslateTextReply, TranslationEvent } from '@filesmith/contract/schemas/translation'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach } from 'vitest'
import { answers, json, show } from '../../lib/file-tools.test-support.tsx'
import { Translator } from './translator.tsx'

export const textPath = '/api/translate/text'

export const pairOf = (
  change: Partial<TranslationPair> & Pick<TranslationPair, 'from' | 'to'>,
): TranslationPair => ({
  engine: 'mt12',
  quality: 'draft',
  through: null,
  downloadBytes: null,
  ...change,
})

const somePairs: readonly TranslationPair[] = [
  pairOf({ from: 'en', to: 'es' }),
  pairOf({ from: 'es', to: 'en' }),
  pairOf({ from: 'fr', to: 'es' }),
  pairOf({ from: 'en', to: 'fr', through: 'es' }),
  pairOf({ from: 'en', to: 'ar', quality: 'rough' }),
  pairOf({ from: 'ar', to: 'en', quality: 'rough' }),
  pairOf({ from: 'en', to: 'de', engine: 'bergamot', quality: 'good', downloadBytes: 17 * 1024 * 1024 }),
  pairOf({ from: 'en', to: 'ja', engine: 'deepl', quality: 'good' }),
]

export function stubPairs() {
  beforeEach(() => {
    answers.set('GET /api/translate/pairs', json({ pairs: somePairs }))
    answers.set('POST /api/translate/detect', json({ language: 'en' }))
  })
}

export async function showTranslator() {
  show(<Translator isActive />)
  await screen.findByText(/Good enough to understand/)
}

/** The next translation request is answered with a stream that the test controls. */
export function stubTranslationStream() {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
  })
  answers.set(
    `POST ${textPath}`,
    () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  )
  const send = (event: TranslationEvent) =>
    act(async () => {
      controller?.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
      // Reading and decoding take several event loop turns.
      await new Promise(resolve => setTimeout(resolve, 5))
    })
  return {
    say: (text: string) => send({ type: 'text', text }),
    fail: (message: string) => send({ type: 'failed', error: { code: 'translation-failed', message } }),
    finish: (
      translatedText: string,
      pair: TranslationPair | null = null,
      change: Partial<TranslateTextReply> = {},
    ) =>
      send({
        type: 'done',
        reply: { translatedText, sourceLanguage: 'en', pair, untranslated: [], ...change },
      }),
  }
}

export const sourceArea = () => screen.getByLabelText<HTMLTextAreaElement>('Text to translate')
export const resultArea = () => screen.getByLabelText<HTMLTextAreaElement>('Translation')
/** Both tabs have fields with the same labels, and visited tabs stay mounted. */
export function select(label: string): HTMLSelectElement {
  const panel = document.querySelector<HTMLElement>('[role=tabpanel][data-state=active]')
  if (!panel) throw new Error('no tab is open')
  return within(panel).getByLabelText<HTMLSelectElement>(label)
}
export const languages = () => [select('Translate from:').value, select('Translate to:').value]
export const translateButton = () =>
  screen.getByText<HTMLButtonElement>(/^Translat(e|ing\.\.\.)$/, { selector: 'button' })

export function type(text: string) {
  fireEvent.input(sourceArea(), { target: { value: text } })
}
export function chooseLanguage(label: string, language: string) {
  fireEvent.change(select(label), { target: { value: language } })
}
export const pressTranslate = () => act(async () => fireEvent.click(translateButton()))

/** Runs a whole translation. */
export async function translate(text: string, translatedText: string) {
  const stream = stubTranslationStream()
  type(text)
  await pressTranslate()
  await stream.say(translatedText)
  await stream.finish(translatedText)
  await screen.findByText('Copy', { selector: 'button' })
}

export const openDocuments = () => {
  const tab = screen.getByText('Document Translation', { selector: '[role=tab]' })
  fireEvent.mouseDown(tab, { button: 0 })
}

/** By text; role queries take 200 ms each on this page. */
export function buttonOf(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    button => (button.getAttribute('aria-label') ?? button.textContent?.trim()) === name,
  )
  if (!found) throw new Error(`no button '${name}'`)
  return found
}
export const press = (name: string) => fireEvent.click(buttonOf(name))
