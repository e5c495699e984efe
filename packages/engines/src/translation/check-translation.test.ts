import type { LanguageId } from '@filesmith/contract/languages'
import { describe, expect, test } from 'vitest'
import { isPlausible } from './check-translation.ts'

const check = (from: LanguageId, to: LanguageId, source: string, translation: string) =>
  isPlausible(source, translation, { from, to })

describe('isPlausible', () => {
  test.each<[LanguageId, LanguageId, string, string]>([
    ['en', 'es', 'Where is the nearest train station?', '¿Dónde está la estación de tren más cercana?'],
    ['en', 'zh', 'Where is the nearest train station?', '最近的火车站在哪里？'],
    ['zh', 'en', '最近的火车站在哪里？', 'Where is the nearest train station?'],
    ['en', 'ja', 'My phone is an iPhone 15 Pro.', '私の電話はiPhone 15 Proです。'],
    ['en', 'ko', 'Docker Compose and Kubernetes.', 'Docker Compose와 Kubernetes.'],
    ['en', 'ru', 'GitHub', 'GitHub'],
    ['en', 'fr', 'No, no, no, no!', 'Non, non, non, non !'],
    ['en', 'de', 'TBD', 'Noch zu entscheiden'],
    ['de', 'en', '12,5 %', '12.5 %'],
    ['en', 'ja', 'It is really very good.', '本当にとてもいいです。'],
    ['ar', 'hi', 'أين تقع أقرب محطة قطار؟', 'सबसे नज़दीकी रेलवे स्टेशन कहाँ है?'],
  ])('accepts %s to %s: %s', (from, to, source, translation) => {
    expect(check(from, to, source, translation)).toBe(true)
  })

  test.each<[string, LanguageId, LanguageId, string, string]>([
    ['nothing', 'en', 'es', 'The house is red.', ' '],
    ['lost text', 'en', 'es', 'The house that we saw yesterday near the lake is red and old.', 'La casa.'],
    ['added text', 'en', 'fr', 'The house is red and old.', 'La maison est rouge. '.repeat(6)],
    ['added text to a short one', 'en', 'fr', 'Hello', `Bonjour ${'à vous tous et toutes '.repeat(4)}`],
    ['a repeated word', 'en', 'es', 'I am going to the market today.', 'Voy a a a a al mercado hoy.'],
    ['repeated words', 'en', 'es', 'I go to the big market today.', 'Voy al mercado al mercado al mercado.'],
    ['repeated characters', 'en', 'zh', 'I go to the big market today.', '我去市场市场市场市场。'],
    ['the script of another language', 'en', 'ru', 'I go to the market.', 'Voy al mercado hoy.'],
    ['the script of another language', 'ru', 'en', 'Я иду на рынок.', '我今天去市场。'],
    ['an untranslated copy', 'en', 'ja', 'I go to the market today.', 'I go to the market today.'],
  ])('rejects %s', (_, from, to, source, translation) => {
    expect(check(from, to, source, translation)).toBe(false)
  })
})
