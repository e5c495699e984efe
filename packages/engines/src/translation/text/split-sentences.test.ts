/** splitSentences: sentence boundaries by language. */
import type { LanguageId } from '@filesmith/contract/languages'
import { expect, test } from 'vitest'
import { splitSentences } from './split-sentences.ts'

const sentencesOf = (text: string, language: LanguageId) =>
  splitSentences(text, language).map(({ start, end }) => text.slice(start, end))

/** A bar marks each expected sentence end. */
test.each<[LanguageId, string]>([
  [
    'en',
    'Mr. J. R. Smith paid $3.50 on Jan. 5.|He left at No. 10.|"Really?" he asked.|Yahoo! is big.|So did I.|Then it rained…',
  ],
  ['en', 'See e.g. the U.S. Army (really!) for it.|It is 5 p.m. now.|The end of Fig. 3.'],
  ['en', 'It was shown before.[2]|Others say no.[3][4]|So it is.'],
  ['es', '¿Cómo está Ud. hoy?|¡Muy bien!|El Sr. López pagó 3.000 € en la pág. 5.|Fin.'],
  ['fr', 'M. Dupont a 3,5 kg.|« Vraiment ? » dit-il.|Oui !|« Non. »|Cf. p. 12.'],
  [
    'de',
    'Am 3. Oktober war z. B. Herr Dr. Müller da.|Er ist 30.|Dann ging er.|Im 19. Jahrhundert gab es das nicht.',
  ],
  ['it', 'Il Sig. Rossi cita l’art. 5 della legge.|Come va?|Bene!'],
  ['pt', 'O Sr. Silva chegou às 10h.|A pág. 3 é boa.|Tudo bem?'],
  ['ru', 'В г. Москва жил А. С. Пушкин.|Это было в 1837 г.|Он, т. е. поэт, писал.|См. рис. 5.'],
  ['zh', '你好。|我是学生！|价格是3.5元。|他说：“好吗？”|走了'],
  ['ja', 'これは本です。|「はい。」と言った。|次は何ですか？|はい'],
  ['ko', '안녕하세요.|무게는 3.5kg입니다!|정말요?|네.'],
  ['ar', 'مرحبا بك.|كيف حالك؟|السعر 3.5 دولار!|شكرا.'],
  ['hi', 'यह एक किताब है।|डॉ. शर्मा कहाँ हैं?|वह यहाँ है॥'],
])('splitSentences: %s: %s', (language, marked) => {
  const sentences = marked.split('|')
  const isWide = language === 'zh' || language === 'ja'
  expect(sentencesOf(sentences.join(isWide ? '' : ' '), language)).toEqual(sentences)
})

test('splitSentences: excludes spaces between sentences', () => {
  expect(splitSentences('One.  Two.\n', 'en')).toEqual([
    { start: 0, end: 4 },
    { start: 6, end: 10 },
  ])
})

test('splitSentences: never splits inside a protected range', () => {
  const text = 'Run `make all. Then stop` now. Good.'
  expect(splitSentences(text, 'en', [{ start: 4, end: 25 }])).toHaveLength(2)
})

test('splitSentences: splits an overlong sentence between clauses', () => {
  const text = 'and then it went on, '.repeat(200).trim()
  const sentences = sentencesOf(text, 'en')
  expect(sentences.length).toBeGreaterThan(3)
  expect(sentences.every(sentence => sentence.length <= 1000 && sentence.startsWith('and'))).toBe(true)
  expect(sentences.join(' ')).toBe(text)
})
