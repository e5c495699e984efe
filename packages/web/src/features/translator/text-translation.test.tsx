import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answers, json, sentTo, standInForServer } from '../../lib/file-tools.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import {
  chooseLanguage,
  holdTranslation,
  knowPairs,
  languages,
  press,
  pressTranslate,
  resultArea,
  select,
  showTranslator,
  sourceArea,
  textPath,
  translate,
  translateButton,
  type,
} from './translator.test-support.tsx'

standInForServer()
knowPairs()
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'execCommand')
})

const clipboard = (writeText: () => Promise<void>) =>
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard)

test('TRAN-02 TRAN-03 TRAN-04 twelve languages in order on both sides, English to Spanish at first', async () => {
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

test('TRAN-05 the count of characters follows every letter', async () => {
  await showTranslator()
  expect(screen.getByText('0 characters')).toBeTruthy()
  type('a')
  expect(screen.getByText('1 character')).toBeTruthy()
  type('x'.repeat(1234))
  expect(screen.getByText('1,234 characters')).toBeTruthy()
})

test('TRAN-06 the languages are exchanged, and the texts with them when there is a result', async () => {
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

test('a result in a language that is no longer chosen stays where it is', async () => {
  await showTranslator()
  await translate('Good day.', 'Buenos días.')
  chooseLanguage('Translate to:', 'fr')
  press('Switch Languages')
  expect(languages()).toEqual(['fr', 'en'])
  expect([sourceArea().value, resultArea().value]).toEqual(['Good day.', 'Buenos días.'])
})

test('whoever chooses the language of the other side gets both exchanged', async () => {
  await showTranslator()
  chooseLanguage('Translate from:', 'es')
  expect(languages()).toEqual(['es', 'en'])
  chooseLanguage('Translate to:', 'es')
  expect(languages()).toEqual(['en', 'es'])
})

test('TRAN-07 TRAN-11 TRAN-12 the result comes piece by piece into a field that cannot be changed', async () => {
  await showTranslator()
  expect(resultArea().readOnly).toBe(true)
  expect(translateButton().disabled).toBe(true)
  type('   \n ')
  expect(translateButton().disabled).toBe(true)
  type('Good day. How are you?')
  expect(translateButton().disabled).toBe(false)
  const held = holdTranslation()
  await pressTranslate()
  expect(translateButton().textContent?.trim()).toBe('Translating...')
  expect(translateButton().getAttribute('aria-disabled')).toBe('true')
  await pressTranslate()
  expect(sentTo(textPath)).toEqual([
    { text: 'Good day. How are you?', sourceLanguage: 'en', targetLanguage: 'es' },
  ])
  await held.say('Buenos días. ')
  expect(resultArea().value).toBe('Buenos días. ')
  await held.say('¿Cómo ')
  await waitFor(() => expect(resultArea().value).toBe('Buenos días. ¿Cómo '))
  await held.say('estás?')
  await held.finish('Buenos días. ¿Cómo estás?')
  await waitFor(() => expect(resultArea().value).toBe('Buenos días. ¿Cómo estás?'))
  expect(translateButton().textContent).toBe('Translate')
  expect(translateButton().getAttribute('aria-disabled')).toBeNull()
})

test('TRAN-08 TRAN-09 Copy comes with the result and copies all of it', async () => {
  const written = vi.fn<() => Promise<void>>().mockResolvedValue()
  clipboard(written)
  await showTranslator()
  expect(screen.queryByText('Copy')).toBeNull()
  const held = holdTranslation()
  type('Good day.')
  await pressTranslate()
  await held.say('Buenos ')
  expect(screen.queryByText('Copy')).toBeNull()
  await held.finish('Buenos días.')
  await act(async () => press('Copy'))
  expect(written).toHaveBeenCalledExactlyOnceWith('Buenos días.')
  expect(toasts.current()).toMatchObject({
    title: 'Copied',
    description: 'Translated text copied to clipboard',
    variant: 'default',
  })
})

test('TRAN-10 a clipboard that is closed is told', async () => {
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

test('TRAN-13 Ctrl+Enter translates, and asks for a text where there is none', async () => {
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
  const held = holdTranslation()
  await pressKeys()
  await held.finish('Buenos días.')
  expect(resultArea().value).toBe('Buenos días.')
})

test('a text beyond all measure is refused before it is sent', async () => {
  await showTranslator()
  type('x'.repeat(200_000))
  expect(screen.getByText('200,000 of 200,000 characters')).toBeTruthy()
  expect(translateButton().disabled).toBe(false)
  type('x'.repeat(200_001))
  expect(screen.getByText(/^At most 200,000 characters can be translated at once\./)).toBeTruthy()
  expect(translateButton().disabled).toBe(true)
})

test('TRAN-14 ALLOW-09 a refusal is told in the words of the server', async () => {
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

test('TRAN-14 a failure in the middle keeps what has come, and says that it is not all', async () => {
  await showTranslator()
  const held = holdTranslation()
  type('Good day. How are you?')
  await pressTranslate()
  await held.say('Buenos días.')
  await held.fail('The translation service did not answer. Please try again later.')
  expect(toasts.current()).toMatchObject({
    title: 'Translation failed',
    description: 'The translation service did not answer. Please try again later.',
  })
  expect(resultArea().value).toBe('Buenos días.')
  expect(screen.getByText('Stopped: this is only the beginning of the translation.')).toBeTruthy()
})

test('TRAN-14 no answer at all is a failure too', async () => {
  await showTranslator()
  answers.set(`POST ${textPath}`, () => Promise.reject(new TypeError('Failed to fetch')))
  type('Good day.')
  await pressTranslate()
  expect(toasts.current()).toMatchObject({ title: 'Translation failed', variant: 'destructive' })
  expect(toasts.current()?.description).toMatch(/^The connection was cut/)
})

test('Cancel hangs up, and what comes later is not taken', async () => {
  await showTranslator()
  const held = holdTranslation()
  type('Good day. How are you?')
  await pressTranslate()
  await held.say('Buenos días.')
  press('Cancel')
  const call = vi.mocked(fetch).mock.calls.find(([url]) => url === textPath)
  expect(call?.[1]?.signal?.aborted).toBe(true)
  await held.say(' ¿Cómo estás?')
  await held.finish('Buenos días. ¿Cómo estás?')
  expect(resultArea().value).toBe('Buenos días.')
  expect(screen.getByText('Stopped: this is only the beginning of the translation.')).toBeTruthy()
  expect(translateButton().textContent).toBe('Translate')
  expect(toasts.current()?.title).toBe('An older toast')
})

test('a language that is not the chosen one is offered once the writer pauses', async () => {
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

test('the chosen language is not offered, nor one that nobody could tell', async () => {
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

test('Arabic is written from right to left', async () => {
  await showTranslator()
  chooseLanguage('Translate to:', 'ar')
  await translate('Good day.', 'نهارك سعيد.')
  expect([resultArea().dir, resultArea().lang]).toEqual(['rtl', 'ar'])
  press('Switch Languages')
  expect([sourceArea().dir, sourceArea().lang]).toEqual(['rtl', 'ar'])
  expect([resultArea().dir, resultArea().lang]).toEqual(['auto', 'en'])
})

test('Clear empties the text and leaves the result', async () => {
  await showTranslator()
  await translate('Good day.', 'Buenos días.')
  press('Clear')
  expect([sourceArea().value, resultArea().value]).toEqual(['', 'Buenos días.'])
  expect(document.activeElement).toBe(sourceArea())
})
