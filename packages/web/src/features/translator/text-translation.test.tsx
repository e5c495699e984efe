import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answers, json, sentTo, show, standInForServer } from '../../lib/file-tools.test-support.tsx'
import { clearTabWork } from '../../lib/tab-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  chooseLanguage,
  languages,
  press,
  pressTranslate,
  resultArea,
  select,
  showTranslator,
  sourceArea,
  stubPairs,
  stubTranslationStream,
  textPath,
  translate,
  translateButton,
  type,
} from './translator.test-support.tsx'
import { Translator } from './translator.tsx'

standInForServer()
stubPairs()
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'execCommand')
})

const clipboard = (writeText: () => Promise<void>) =>
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard)

test('TRAN-02 TRAN-03 TRAN-04 TextTranslation: offers twelve languages in order, English to Spanish by default', async () => {
  await showTranslator()
  const expected = [
    ['en', 'English'],
    ['es', 'Spanish'],
    ['fr', 'French'],
    ['de', 'German'],
    ['it', 'Italian'],
    ['pt', 'Portuguese'],
    ['ru', 'Russian'],
    ['zh', 'Chinese (Simplified)'],
    ['ja', 'Japanese'],
    ['ko', 'Korean'],
    ['ar', 'Arabic'],
    ['hi', 'Hindi'],
  ]
  const choicesOf = (label: string) => [...select(label).options].map(({ value, text }) => [value, text])
  expect(choicesOf('Translate from:')).toEqual(expected)
  expect(choicesOf('Translate to:').map(([value]) => value)).toEqual(expected.map(([value]) => value))
  expect(languages()).toEqual(['en', 'es'])
})

test('TRAN-05 SourcePane: updates the character count on every keystroke', async () => {
  await showTranslator()
  expect(screen.getByText('0 characters')).toBeTruthy()
  type('a')
  expect(screen.getByText('1 character')).toBeTruthy()
  type('x'.repeat(1234))
  expect(screen.getByText('1,234 characters')).toBeTruthy()
})

test('TRAN-06 TextTranslation: switches the languages, and the texts too if there is a result', async () => {
  await showTranslator()
  type('Good day.')
  press('Switch Languages')
  expect(languages()).toEqual(['es', 'en'])
  expect(sourceArea().value).toBe('Good day.')
  press('Switch Languages')
  await translate('Good day.', 'Buenos días.')
  press('Switch Languages')
  expect(languages()).toEqual(['es', 'en'])
  expect([sourceArea().value, resultArea().value]).toEqual(['Buenos días.', 'Good day.'])
})

test('TextTranslation: keeps a result whose language is no longer selected when switching', async () => {
  await showTranslator()
  await translate('Good day.', 'Buenos días.')
  chooseLanguage('Translate to:', 'fr')
  press('Switch Languages')
  expect(languages()).toEqual(['fr', 'en'])
  expect([sourceArea().value, resultArea().value]).toEqual(['Good day.', 'Buenos días.'])
})

test('TextTranslation: selecting the language of the other side swaps both', async () => {
  await showTranslator()
  chooseLanguage('Translate from:', 'es')
  expect(languages()).toEqual(['es', 'en'])
  chooseLanguage('Translate to:', 'es')
  expect(languages()).toEqual(['en', 'es'])
})

test('TRAN-07 TRAN-11 TRAN-12 TextTranslation: streams the result into a read-only textarea', async () => {
  await showTranslator()
  expect(resultArea().readOnly).toBe(true)
  expect(translateButton().disabled).toBe(true)
  type('   \n ')
  expect(translateButton().disabled).toBe(true)
  type('Good day. How are you?')
  expect(translateButton().disabled).toBe(false)
  const stream = stubTranslationStream()
  await pressTranslate()
  expect(translateButton().textContent?.trim()).toBe('Translating...')
  expect(translateButton().getAttribute('aria-disabled')).toBe('true')
  await pressTranslate()
  expect(sentTo(textPath)).toEqual([
    { text: 'Good day. How are you?', sourceLanguage: 'en', targetLanguage: 'es' },
  ])
  await stream.say('Buenos días. ')
  expect(resultArea().value).toBe('Buenos días. ')
  await stream.say('¿Cómo ')
  await waitFor(() => expect(resultArea().value).toBe('Buenos días. ¿Cómo '))
  await stream.say('estás?')
  await stream.finish('Buenos días. ¿Cómo estás?')
  await waitFor(() => expect(resultArea().value).toBe('Buenos días. ¿Cómo estás?'))
  expect(translateButton().textContent).toBe('Translate')
  expect(translateButton().getAttribute('aria-disabled')).toBeNull()
})

test('TRAN-08 TRAN-09 ResultPane: shows Copy with the result and copies all of it', async () => {
  const writeText = vi.fn<() => Promise<void>>().mockResolvedValue()
  clipboard(writeText)
  await showTranslator()
  expect(screen.queryByText('Copy')).toBeNull()
  const stream = stubTranslationStream()
  type('Good day.')
  await pressTranslate()
  await stream.say('Buenos ')
  expect(screen.queryByText('Copy')).toBeNull()
  await stream.finish('Buenos días.')
  await act(async () => press('Copy'))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('Buenos días.')
  expect(toasts.current()).toMatchObject({
    title: 'Copied',
    description: 'Translated text copied to clipboard',
    variant: 'default',
  })
})

test('TRAN-10 ResultPane: reports a denied clipboard', async () => {
  clipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  Object.assign(document, { execCommand: () => false })
  await showTranslator()
  await translate('Good day.', 'Buenos días.')
  await act(async () => press('Copy'))
  expect(toasts.current()).toMatchObject({
    title: 'Copy failed',
    description: 'Could not copy text to clipboard',
    variant: 'destructive',
  })
})

test('TRAN-13 SourcePane: Ctrl+Enter translates, and asks for text if there is none', async () => {
  await showTranslator()
  const pressKeys = () => act(async () => fireEvent.keyDown(sourceArea(), { key: 'Enter', ctrlKey: true }))
  await pressKeys()
  expect(toasts.current()).toMatchObject({
    title: 'Please enter some text to translate',
    variant: 'destructive',
  })
  expect(screen.getByText('Please enter some text to translate')).toBeTruthy()
  expect(sentTo(textPath)).toEqual([])
  type('Good day.')
  expect(screen.queryByText('Please enter some text to translate')).toBeNull()
  const stream = stubTranslationStream()
  await pressKeys()
  await stream.finish('Buenos días.')
  expect(resultArea().value).toBe('Buenos días.')
})

test('TextTranslation: rejects a too long text before sending it', async () => {
  await showTranslator()
  type('x'.repeat(200_000))
  expect(screen.getByText('200,000 of 200,000 characters')).toBeTruthy()
  expect(translateButton().disabled).toBe(false)
  type('x'.repeat(200_001))
  expect(screen.getByText(/^Up to 200,000 characters at once\./)).toBeTruthy()
  expect(translateButton().disabled).toBe(true)
})

test('TRAN-14 ALLOW-09 TextTranslation: reports a rejected request with the message of the server', async () => {
  await showTranslator()
  const message = 'Too many requests. Please wait a moment and try again.'
  answers.set(`POST ${textPath}`, json({ code: 'too-many-requests', message }, 429))
  type('Good day.')
  await pressTranslate()
  expect(toasts.current()).toMatchObject({
    title: 'Translation failed',
    description: message,
    variant: 'destructive',
  })
  expect(screen.getByText(message)).toBeTruthy()
  expect(translateButton().disabled).toBe(false)
})

test('TRAN-14 TextTranslation: keeps a partial result after a failure and says so', async () => {
  await showTranslator()
  const stream = stubTranslationStream()
  type('Good day. How are you?')
  await pressTranslate()
  await stream.say('Buenos días.')
  await stream.fail('The translation service did not respond. Please try again later.')
  expect(toasts.current()).toMatchObject({
    title: 'Translation failed',
    description: 'The translation service did not respond. Please try again later.',
  })
  expect(resultArea().value).toBe('Buenos días.')
  expect(screen.getByText('Stopped. The translation is incomplete.')).toBeTruthy()
})

test('TRAN-14 TextTranslation: reports a network error', async () => {
  await showTranslator()
  answers.set(`POST ${textPath}`, () => Promise.reject(new TypeError('Failed to fetch')))
  type('Good day.')
  await pressTranslate()
  expect(toasts.current()).toMatchObject({ title: 'Translation failed', variant: 'destructive' })
  expect(toasts.current()?.description).toMatch(/^The connection was lost/)
})

test('TextTranslation: Cancel aborts the request and ignores later chunks', async () => {
  await showTranslator()
  const stream = stubTranslationStream()
  type('Good day. How are you?')
  await pressTranslate()
  await stream.say('Buenos días.')
  press('Cancel')
  const call = vi.mocked(fetch).mock.calls.find(([url]) => url === textPath)
  expect(call?.[1]?.signal?.aborted).toBe(true)
  await stream.say(' ¿Cómo estás?')
  await stream.finish('Buenos días. ¿Cómo estás?')
  expect(resultArea().value).toBe('Buenos días.')
  expect(screen.getByText('Stopped. The translation is incomplete.')).toBeTruthy()
  expect(translateButton().textContent).toBe('Translate')
  expect(toasts.current()?.title).toBe('An older toast')
})

test('useDetectedLanguage: suggests a different language after a pause in typing', async () => {
  await showTranslator()
  answers.set('POST /api/translate/detect', json({ language: 'fr' }))
  vi.useFakeTimers()
  type('Bonjour à tous')
  await act(async () => vi.advanceTimersByTimeAsync(3000))
  expect(sentTo('/api/translate/detect')).toEqual([])
  type('La bibliothèque est ')
  type('La bibliothèque est ouverte.')
  await act(async () => vi.advanceTimersByTimeAsync(500))
  expect(sentTo('/api/translate/detect')).toEqual([])
  await act(async () => vi.advanceTimersByTimeAsync(500))
  expect(sentTo('/api/translate/detect')).toEqual([{ text: 'La bibliothèque est ouverte.' }])
  press('This looks like French. Translate from French?')
  expect(languages()).toEqual(['fr', 'es'])
  expect(screen.queryByText(/This looks like/)).toBeNull()
  expect(document.activeElement).toBe(translateButton())
})

const detectBox = () => screen.getByLabelText<HTMLInputElement>('Detect language')

test('TextTranslation: Detect language selects the language of the text after a pause in typing', async () => {
  await showTranslator()
  answers.set('POST /api/translate/detect', json({ language: 'fr' }))
  fireEvent.click(detectBox())
  vi.useFakeTimers()
  type('La bibliothèque est ouverte.')
  await act(async () => vi.advanceTimersByTimeAsync(1000))
  expect(languages()).toEqual(['fr', 'es'])
  expect(screen.queryByText(/This looks like/)).toBeNull()
})

test('TextTranslation: Detect language leaves the detection to the server, and a selected language ends it', async () => {
  await showTranslator()
  fireEvent.click(detectBox())
  const stream = stubTranslationStream()
  type('Bonjour.')
  await pressTranslate()
  expect(sentTo(textPath)).toMatchObject([{ sourceLanguage: 'auto', targetLanguage: 'es' }])
  await stream.finish('Buenos días.', null, { sourceLanguage: 'fr' })
  expect(languages()).toEqual(['fr', 'es'])
  expect(detectBox().checked).toBe(true)
  chooseLanguage('Translate from:', 'it')
  expect(detectBox().checked).toBe(false)
})

test('ResultPane: says how many sentences could not be translated', async () => {
  await showTranslator()
  const stream = stubTranslationStream()
  type('Good day. Xyz.')
  await pressTranslate()
  await stream.finish('Buenos días. [?] Xyz.', null, { untranslated: ['Xyz.'] })
  expect(screen.getByText('One sentence could not be translated. It is marked with [?].')).toBeTruthy()
  press('Switch Languages')
  expect(screen.queryByText(/could not be translated/)).toBeNull()
})

test('useDetectedLanguage: suggests neither the selected nor an unknown language', async () => {
  await showTranslator()
  vi.useFakeTimers()
  for (const language of ['en', null]) {
    answers.set('POST /api/translate/detect', json({ language }))
    type(`The library is open every day. ${language}`)
    await act(async () => vi.advanceTimersByTimeAsync(1000))
  }
  expect(sentTo('/api/translate/detect')).toHaveLength(2)
  expect(screen.queryByText(/This looks like/)).toBeNull()
})

test('TextTranslation: sets the direction of Arabic to right-to-left', async () => {
  await showTranslator()
  chooseLanguage('Translate to:', 'ar')
  await translate('Good day.', 'نهارك سعيد.')
  expect([resultArea().dir, resultArea().lang]).toEqual(['rtl', 'ar'])
  press('Switch Languages')
  expect([sourceArea().dir, sourceArea().lang]).toEqual(['rtl', 'ar'])
  expect([resultArea().dir, resultArea().lang]).toEqual(['auto', 'en'])
})

test('useTextTranslation: text, translation and languages are still there after leaving or a reload', async () => {
  await showTranslator()
  chooseLanguage('Translate to:', 'fr')
  await translate('Good day.', 'Bonjour.')
  type('Good day, everyone.')
  cleanup()
  show(<Translator isActive />)
  expect([sourceArea().value, resultArea().value]).toEqual(['Good day, everyone.', 'Bonjour.'])
  expect(languages()).toEqual(['en', 'fr'])
  cleanup()
  clearTabWork()
  show(<Translator isActive />)
  expect([sourceArea().value, resultArea().value]).toEqual(['', ''])
})

test('SourcePane: Clear empties the text and keeps the result', async () => {
  await showTranslator()
  await translate('Good day.', 'Buenos días.')
  press('Clear')
  expect([sourceArea().value, resultArea().value]).toEqual(['', 'Buenos días.'])
  expect(document.activeElement).toBe(sourceArea())
})
