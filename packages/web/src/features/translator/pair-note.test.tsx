import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, json, sentTo, show, standInForServer } from '../../lib/file-tools.test-support.tsx'
import {
  chooseLanguage,
  pairOf,
  press,
  pressTranslate,
  select,
  showTranslator,
  sourceArea,
  stubPairs,
  stubTranslationStream,
  textPath,
  translateButton,
  type,
} from './translator.test-support.tsx'
import { Translator } from './translator.tsx'

standInForServer()
stubPairs()

const note = () => screen.getByLabelText('About this language pair').textContent

test('PairNote: shows the quality of a pair before anything is typed', async () => {
  await showTranslator()
  expect(note()).toBe(
    'DraftGood enough to understand a text. Check it before you rely on it. Translated on this server.',
  )
  chooseLanguage('Translate to:', 'ar')
  expect(note()).toMatch(/^Rough draft/)
  expect(note()).toMatch(/makes real mistakes\. Translated on this server\.$/)
  chooseLanguage('Translate to:', 'fr')
  expect(note()).toMatch(/Translated via Spanish\.$/)
})

test('PairNote: states the download size of a model, and shows no badge for good quality', async () => {
  await showTranslator()
  chooseLanguage('Translate to:', 'de')
  expect(note()).toMatch(/^Good quality\./)
  expect(note()).toMatch(/The first use downloads 17 MB/)
})

test('PairNote: says when text is sent to an external service', async () => {
  await showTranslator()
  chooseLanguage('Translate to:', 'ja')
  expect(note()).toMatch(/Sent to DeepL to be translated\.$/)
})

test('PairNote: an unavailable pair is reported with advice, without naming settings, and cannot be translated', async () => {
  await showTranslator()
  const labels = [...select('Translate to:').options].map(({ text }) => text)
  expect(labels).toContain('Hindi (not available)')
  expect(labels).toContain('German')
  chooseLanguage('Translate to:', 'hi')
  expect(select('Translate to:').value).toBe('hi')
  expect(note()).toMatch(/^This server cannot translate from English to Hindi\./)
  expect(note()).toContain('The operator of this site can add more.')
  expect(note()).not.toMatch(/[A-Z]+_[A-Z]+/)
  type('Good day.')
  expect(translateButton().disabled).toBe(true)
  await act(async () => fireEvent.keyDown(sourceArea(), { key: 'Enter', ctrlKey: true }))
  expect(sentTo(textPath)).toEqual([])
  press('Switch Languages')
  expect(note()).toMatch(/^This server cannot translate from Hindi to English\./)
})

test('PairNote: shows nothing if the pairs are unknown, and allows the request', async () => {
  answers.set('GET /api/translate/pairs', json({ code: 'internal', message: 'No.' }, 500))
  show(<Translator isActive />)
  await screen.findByText(/Deleted after 24 hours/)
  type('Good day.')
  expect(note()).toBe('')
  expect(translateButton().disabled).toBe(false)
})

test('ResultPane: shows the quality of the engine that was used, and none after switching languages', async () => {
  await showTranslator()
  const stream = stubTranslationStream()
  type('Good day.')
  await pressTranslate()
  await stream.finish('Buenos días.', pairOf({ from: 'en', to: 'es', quality: 'rough' }))
  expect(note()).toMatch(/^Draft/)
  expect(screen.getByText('Rough draft')).toBeTruthy()
  press('Switch Languages')
  expect(screen.queryByText('Rough draft')).toBeNull()
})

test('useTextTranslation: refetches the pairs once a model is downloaded', async () => {
  await showTranslator()
  chooseLanguage('Translate to:', 'de')
  const stream = stubTranslationStream()
  type('Good day.')
  await pressTranslate()
  const fetched = { from: 'en', to: 'de', engine: 'bergamot', quality: 'good' } as const
  answers.set('GET /api/translate/pairs', json({ pairs: [pairOf(fetched)] }))
  await stream.finish('Guten Tag.', pairOf({ ...fetched, downloadBytes: 17 * 1024 * 1024 }))
  await waitFor(() => expect(note()).not.toContain('17 MB'))
  expect(note()).toMatch(/^Good quality\./)
})
