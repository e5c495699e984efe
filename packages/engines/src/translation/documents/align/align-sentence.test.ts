/** alignSentence: styles, links and notes move to the matching words. */
import { describe, expect, test } from 'vitest'
import type { LanguagePair } from '../../sentence-translator.ts'
import { type FlowItem, isMark } from '../flow.ts'
import { splitFlow } from '../translate-flows.ts'
import { alignSentence } from './align-sentence.ts'
import { evidencePhrases } from './evidence.ts'

const styles = ['plain', 'b', 'i', 'sub']
const points: Readonly<Record<string, 'point' | 'opening'>> = {
  note: 'point',
  open: 'opening',
  close: 'point',
}

/** Parses `The <b>red</b> <link>house</link><note/>` into items; things are written as `<7/>`. */
function read(markup: string): FlowItem[] {
  const open: string[] = []
  let marks = 0
  return markup.split(/(<\/?\w+\/?>)/).flatMap((token): FlowItem[] => {
    const tag = /^<(\/?)(\w+)(\/?)>$/.exec(token)
    const within = open.includes('link') ? [0] : []
    const style = Math.max(0, ...open.map(name => styles.indexOf(name)))
    if (tag === null) return token === '' ? [] : [{ text: token, style, within }]
    const name = tag[2] ?? ''
    if (tag[1] === '/') open.pop()
    else if (tag[3] === '') open.push(name)
    else {
      const kind = points[name]
      return [{ mark: marks++, kind: kind ?? 'thing', text: kind ? '' : name, within }]
    }
    return []
  })
}

function write(items: readonly FlowItem[], names: readonly string[]): string {
  let text = ''
  let isLinked = false
  for (const item of items) {
    const isInside = item.within.length > 0
    if (isInside !== isLinked) text += isInside ? '<link>' : '</link>'
    isLinked = isInside
    if (isMark(item)) text += `<${names[item.mark]}/>`
    else if (item.style === 0) text += item.text
    else text += `<${styles[item.style]}>${item.text}</${styles[item.style]}>`
  }
  return isLinked ? `${text}</link>` : text
}

const pair: LanguagePair = { from: 'en', to: 'es' }

function align(
  markup: string,
  translated: string,
  dictionary: Readonly<Record<string, string>> = {},
  languages = pair,
): string {
  const items = read(markup)
  const names = [...markup.matchAll(/<(\w+)\/>/g)].map(match => match[1] ?? '')
  const [part] = splitFlow(items, languages.from)
  if (part === undefined || !('sentence' in part)) throw new Error('No sentence')
  const { sentence } = part
  const fixed = sentence.fixed.map(({ start, end }) => {
    const position = translated.indexOf(sentence.text.slice(start, end))
    return { start: position, end: position + end - start }
  })
  const evidence = new Map(
    evidencePhrases(sentence, languages.from).map(phrase => [
      phrase,
      dictionary[phrase.toLowerCase()] ?? phrase,
    ]),
  )
  return write(alignSentence(sentence, { text: translated, fixed }, evidence, languages), names)
}

describe('alignSentence: moves styles with known words', () => {
  test.each([
    [
      'The <b>red house</b> is old.',
      'La casa roja es vieja.',
      { 'red house': 'casa roja' },
      'La <b>casa roja</b> es vieja.',
    ],
    [
      'The <b>white</b> dog and the <i>black</i> cat',
      'El perro blanco y el gato negro',
      { white: 'blanco', black: 'negro', 'dog and the': 'perro y el', cat: 'gato' },
      'El perro <b>blanco</b> y el gato <i>negro</i>',
    ],
    [
      'I bought a <b>new car</b> yesterday',
      'Ayer compré un coche nuevo',
      { 'new car': 'coche nuevo', yesterday: 'ayer' },
      'Ayer compré un <b>coche nuevo</b>',
    ],
    [
      'The <link>old church</link> stands there.',
      'Allí está la iglesia antigua.',
      { 'old church': 'iglesia antigua' },
      'Allí está la <link>iglesia antigua</link>.',
    ],
    [
      'We met <b>Ann Miller</b> in 1984',
      'En 1984 conocimos a Ann Miller',
      {},
      'En 1984 conocimos a <b>Ann Miller</b>',
    ],
  ])('%s', (source, translated, dictionary, expected) => {
    expect(align(source, translated, dictionary)).toBe(expected)
  })
})

test('alignSentence: keeps the style of punctuation', () => {
  const dictionary = { warning: 'aviso' }
  expect(align('<b>Warning:</b> go home.', 'Aviso: ve a casa.', dictionary)).toBe('<b>Aviso:</b> ve a casa.')
  expect(align('<b>Warning</b>: go home.', 'Aviso: ve a casa.', dictionary)).toBe('<b>Aviso</b>: ve a casa.')
})

test('alignSentence: handles a style change within a word', () => {
  expect(align('It is H<sub>2</sub>O here.', 'Es H2O aquí.')).toBe('Es H<sub>2</sub>O aquí.')
  expect(align('<b>O</b>nce upon a time', 'Érase una vez', { once: 'érase' })).toMatch(/^<b>Ér?<\/b>/)
})

test('alignSentence: keeps notes after their word, on the same side of punctuation, and in order', () => {
  const dictionary = { sister: 'hermana', town: 'ciudad' }
  expect(align('My sister<note/> lives in town.', 'Mi hermana vive en la ciudad.', dictionary)).toBe(
    'Mi hermana<note/> vive en la ciudad.',
  )
  expect(align('My sister,<note/> an artist.', 'Mi hermana, una artista.', dictionary)).toBe(
    'Mi hermana,<note/> una artista.',
  )
  expect(align('The <open/>town<close/> is big', 'La ciudad es grande', dictionary)).toBe(
    'La <open/>ciudad<close/> es grande',
  )
})

test('alignSentence: keeps a computed number as an object', () => {
  expect(
    align('See page <7/> for the <b>list</b>.', 'Para la lista, vea la página 7.', { list: 'lista' }),
  ).toBe('Para la <b>lista</b>, vea la página <7/>.')
})

test('alignSentence: assigns styles by position without evidence and loses none', () => {
  const answer = align('aa <b>bb</b> cc <i>dd</i> ee <link>ff</link> gg', 'oo pp qq rr ss tt uu')
  expect(answer.replace(/<[^>]*>/g, '')).toBe('oo pp qq rr ss tt uu')
  for (const tag of ['b', 'i', 'link'])
    expect(answer.match(new RegExp(`<${tag}>\\w+</${tag}>`, 'g'))).toHaveLength(1)
})

test('alignSentence: shares a word between styles if there are fewer words than styles', () => {
  const answer = align('<b>aa</b> <i>bb</i> cc', 'Wortungetüm', {}, { from: 'en', to: 'de' })
  expect(answer).toMatch(/<b>\S+<\/b>/)
  expect(answer).toMatch(/<i>\S+<\/i>/)
})

test('alignSentence: keeps a link contiguous', () => {
  const dictionary = { 'big old house': 'gran casa vieja', big: 'gran', old: 'vieja', house: 'casa' }
  const answer = align(
    'The <link>big old house</link> of my aunt',
    'La gran casa de mi tía vieja',
    dictionary,
  )
  expect(answer.match(/<link>/g)).toHaveLength(1)
})

test('alignSentence: handles scripts without spaces', () => {
  const answer = align('The <b>book</b> is new.', '这本书是新的。', { book: '书' }, { from: 'en', to: 'zh' })
  expect(answer).toContain('<b>书</b>')
})

test('alignSentence: is lossless for an unchanged sentence', () => {
  const markup = 'Some <b>bold</b>, <i>ita</i>lic and <link>linked</link><note/> words.'
  expect(align(markup, markup.replace(/<[^>]*>/g, ''))).toBe(markup)
})
