/** Translation of texts and documents over real HTTP with what every installation has: the bundled weights and Apertium. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type {
  DetectLanguageReply,
  TranslateTextReply,
  TranslationEvent,
  TranslationPairsReply,
} from '@filesmith/contract/schemas/translation'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeZip } from '../corpus/support/write-zip.ts'
import { runSql } from '../support/member.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let visitor: Visitor
const logged: string[] = []
beforeAll(async () => {
  filesmith = await startFilesmith(
    { LOG_LEVEL: 'debug', TRANSLATIONS_PER_MINUTE: '1000' },
    { logTo: line => logged.push(line) },
  )
  visitor = createVisitor(filesmith.baseUrl)
})
afterAll(() => filesmith.stop())

const translate = (body: object, headers: Record<string, string> = {}) =>
  visitor.fetch(apiPaths.translateText, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const english = { sourceLanguage: 'en', targetLanguage: 'es' }
const storedJobs = () => runSql(filesmith.databaseUrl, `select id from jobs where queue = 'translate-text'`)

test('API-30 translate text: keeps lines, URLs and placeholders', async () => {
  const text = 'The house is big.\n\n- The door is red.\n- See https://example.org/a?b=1 and {name}.\n'
  const reply = await translate({ text, ...english })
  expect(reply.status).toBe(200)
  const { translatedText, sourceLanguage, pair } = (await reply.json()) as TranslateTextReply
  expect(translatedText).toMatch(/^La casa es grande\.\n\n- La puerta es roja\.\n- /)
  expect(translatedText).toContain('https://example.org/a?b=1')
  expect(translatedText).toContain('{name}')
  expect(sourceLanguage).toBe('en')
  expect(pair).toMatchObject({ from: 'en', to: 'es', engine: 'mt12', quality: 'draft' })
})

test('ALLOW-09 translate text: is not charged, and the text is neither stored nor logged', async () => {
  const before = await visitor.json<Usage>(apiPaths.usage)
  await translate({ text: 'The secret garden is green.', ...english })
  expect(await visitor.json<Usage>(apiPaths.usage)).toEqual(before)
  expect(await visitor.json(apiPaths.recentConversions)).toEqual([])
  expect(await storedJobs()).toEqual([])
  expect(logged.join('\n')).not.toContain('secret garden')
})

test('translate text: streams a long text', async () => {
  const text = 'The house is big. The garden is green. The door is red.\n'.repeat(40)
  const reply = await translate({ text, ...english }, { accept: 'text/event-stream' })
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  const events = [...(await reply.text()).matchAll(/^data: (.*)$/gm)].map(
    ([, data]) => JSON.parse(data ?? '') as TranslationEvent,
  )
  const last = events.at(-1)
  if (last?.type !== 'done') throw new Error(`unexpected last event ${JSON.stringify(last)}`)
  const chunks = events.flatMap(event => (event.type === 'text' ? event.text : []))
  expect(chunks.length).toBeGreaterThan(1)
  expect(chunks.join('')).toBe(last.reply.translatedText)
  expect(last.reply.translatedText.split('\n')).toHaveLength(41)
})

test('translate text: a disconnected client leaves no job', async () => {
  const text = 'The house is big. The garden is green. The door is red.\n'.repeat(2000)
  const disconnect = new AbortController()
  const reply = await visitor.fetch(apiPaths.translateText, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ text, ...english }),
    signal: disconnect.signal,
  })
  const reader = reply.body?.getReader()
  await reader?.read()
  expect(await storedJobs()).toHaveLength(1)
  disconnect.abort()
  await vi.waitFor(async () => expect(await storedJobs()).toEqual([]), { timeout: 10_000 })
  expect((await translate({ text: 'The house is big.', ...english })).status).toBe(200)
})

test('TRAN-13 translate text: rejects a blank text', async () => {
  for (const text of ['', ' \n\t']) {
    const reply = await translate({ text, ...english })
    expect([reply.status, await reply.json()]).toEqual([
      400,
      { code: 'invalid-request', message: 'Please enter some text to translate' },
    ])
  }
})

test('translate text: everyday requests keep their meaning', async () => {
  const reply = await translate({ text: 'Please don’t forget to buy milk.', ...english })
  const { translatedText } = (await reply.json()) as TranslateTextReply
  expect(translatedText).toMatch(/olvid/)
  expect(translatedText).not.toMatch(/complacer/i)
})

test.each([
  ['en', 'ko', 'The house is big.', /\p{Script=Hangul}/u],
  ['zh', 'de', '我有两只狗。', /Hund/],
  ['ja', 'en', '私は学生です。', /student/],
  ['ar', 'fr', 'أنا أعيش في باريس.', /Paris/],
  ['hi', 'ru', 'यह मेरी किताब है।', /\p{Script=Cyrillic}/u],
])(
  'translate text: %s to %s without further set-up',
  async (sourceLanguage, targetLanguage, text, expected) => {
    const reply = await translate({ text, sourceLanguage, targetLanguage })
    expect(reply.status).toBe(200)
    expect(((await reply.json()) as TranslateTextReply).translatedText).toMatch(expected)
  },
)

test('translate text: keeps the lines of a transcript, which are used as subtitles', async () => {
  const text = 'The tide was out.\nWe walked to the island.\nThen it rained, and\nwe went home.'
  const reply = await translate({ text, sourceLanguage: 'en', targetLanguage: 'ja' })
  const { translatedText, untranslated } = (await reply.json()) as TranslateTextReply
  expect(translatedText.split('\n')).toHaveLength(4)
  expect(translatedText).toMatch(/[\p{Script=Hiragana}\p{Script=Han}]/u)
  expect(untranslated).toEqual([])
})

test('translate: without weights, an unsupported pair is refused with the remedy before it is queued', async () => {
  const bare = await startFilesmith({ TRANSLATION_MODELS_DIR: '' })
  try {
    const client = createVisitor(bare.baseUrl)
    const languages = { sourceLanguage: 'en', targetLanguage: 'ko' }
    const reply = await client.post(apiPaths.translateText, { text: 'The house is big.', ...languages })
    expect(reply.status).toBe(422)
    const { code, message } = (await reply.json()) as { code: string; message: string }
    expect(code).toBe('no-translation')
    expect(message).toContain('This server cannot translate from English to Korean.')
    const uploadId = await client.upload(Buffer.from('The house is big.'), 'a.txt', 'translate-document')
    const refused = await client.post('/api/translate/document', { uploadId, ...languages })
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'no-translation' }])
  } finally {
    await bare.stop()
  }
})

test('detect language: finds the source language', async () => {
  const text = 'Les enfants jouent dans le jardin pendant que leur mère prépare le repas.'
  const detected = await visitor.post(apiPaths.detectLanguage, { text })
  expect((await detected.json()) as DetectLanguageReply).toEqual({ language: 'fr' })
  const reply = await translate({ text, sourceLanguage: 'auto', targetLanguage: 'es' })
  expect(await reply.json()).toMatchObject({
    sourceLanguage: 'fr',
    translatedText: expect.stringContaining('niños'),
  })
  expect(await (await visitor.post(apiPaths.detectLanguage, { text: '12' })).json()).toEqual({
    language: null,
  })
})

test('translate text: returns a text in the target language unchanged', async () => {
  const text = '  The house\tis big. '
  const reply = await translate({ text, sourceLanguage: 'en', targetLanguage: 'en' })
  expect(await reply.json()).toEqual({
    translatedText: text,
    sourceLanguage: 'en',
    pair: null,
    untranslated: [],
  })
})

test('translation pairs: lists all 132 pairs, directly and with their measured quality', async () => {
  const { pairs } = await visitor.json<TranslationPairsReply>(apiPaths.translationPairs)
  const find = (from: string, to: string) => pairs.find(pair => pair.from === from && pair.to === to)
  expect(pairs).toHaveLength(132)
  expect(pairs.every(({ through }) => through === null)).toBe(true)
  expect([find('en', 'fr'), find('en', 'es'), find('en', 'ja'), find('en', 'ko')]).toMatchObject([
    { quality: 'good', engine: 'mt12' },
    { quality: 'draft', engine: 'mt12' },
    { quality: 'draft', engine: 'mt12' },
    { quality: 'rough', engine: 'mt12' },
  ])
})

const bytesOf = async (state: ConversionState) => {
  const response = await visitor.fetch(state.downloadUrl ?? '')
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    name: response.headers.get('content-disposition'),
  }
}

async function translateDocument(bytes: Uint8Array, name: string, languages: object = english) {
  const uploadId = await visitor.upload(bytes, name, 'translate-document')
  const accepted = await visitor.askFor('/api/translate/document', { uploadId, ...languages })
  const states = await visitor.follow(accepted)
  const last = states.at(-1)
  if (!last) throw new Error(`no events of ${JSON.stringify(accepted)}`)
  return last
}

test('API-31 translate document: a synchronous request returns the download URL', async () => {
  const file = new Blob(['The house is big.\r\n'], { type: 'text/plain' })
  const reply = await visitor.convert(file, 'house.txt', english, { operation: 'translate-document' })
  expect(reply.status).toBe(200)
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  expect(await (await visitor.fetch(downloadUrl)).text()).toBe('La casa es grande.\r\n')
})

const wordDocument = (body: string) =>
  writeZip({
    '[Content_Types].xml':
      '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  })

test('TRAN-25 translate document: DOCX keeps bold text', async () => {
  const docx = wordDocument(
    '<w:p><w:r><w:t xml:space="preserve">The </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>house</w:t></w:r><w:r><w:t xml:space="preserve"> is big.</w:t></w:r></w:p>',
  )
  const state = await translateDocument(docx, 'house.docx')
  expect(state).toMatchObject({ status: 'succeeded', convertedFormat: 'docx' })
  const { bytes, name } = await bytesOf(state)
  expect(name).toMatch(/filename="[^"]+\.es\.docx"/)
  const parts = await readZip(bytes)
  const body = parts.get('word/document.xml')?.toString() ?? ''
  const texts = [...body.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('')
  expect(texts).toBe('La casa es grande.')
  expect(body).toMatch(/<w:b\/>\s*<\/w:rPr>\s*<w:t[^>]*>\s*casa\s*<\/w:t>/)
})

test('TRAN-26 translate document: PDF returns a PDF and a DOCX', async () => {
  const text = await visitor.convert(
    new Blob(['The house is big.\n']),
    'house.txt',
    { outputFormat: 'pdf' },
    {
      operation: 'convert-document',
    },
  )
  const { downloadUrl } = (await text.json()) as { downloadUrl: string }
  const pdf = new Uint8Array(await (await visitor.fetch(downloadUrl)).arrayBuffer())
  const state = await translateDocument(pdf, 'house.pdf')
  expect(state).toMatchObject({ status: 'succeeded', convertedFormat: 'pdf' })
  expect((await bytesOf(state)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const [part] = state.parts
  expect(part).toMatchObject({ name: 'translated.docx', format: 'docx' })
  const docx = Buffer.from(await (await visitor.fetch(part?.url ?? '')).arrayBuffer())
  expect((await readZip(docx)).get('word/document.xml')?.toString()).toContain('La casa es grande.')
})

test.each([
  ['a document without text', wordDocument('<w:p/>'), 'empty.docx', 'no-text-in-document'],
  ['a document with broken markup', wordDocument('<w:p><w:r></w:p>'), 'broken.docx', 'file-damaged'],
])('translate document: rejects %s', async (_what, bytes, name, code) => {
  const uploadId = await visitor.upload(bytes, name, 'translate-document')
  const reply = await visitor.post('/api/translate/document', { uploadId, ...english })
  expect(await reply.json()).toMatchObject({ code })
  expect(reply.status).toBe(422)
})

test('TRAN-22 translate document: rejects more than 5MB', async () => {
  const file = new Blob([new Uint8Array(5 * 1024 * 1024 + 1).fill(65)])
  const reply = await visitor.convert(file, 'long.txt', english, { operation: 'translate-document' })
  expect(reply.status).toBe(413)
})

test('ALLOW-09 translate text: rate limit per minute', async () => {
  const strict = await startFilesmith({ TRANSLATIONS_PER_MINUTE: '2' }, { hasWorker: false })
  try {
    const client = createVisitor(strict.baseUrl)
    const same = { text: 'Hello.', sourceLanguage: 'en', targetLanguage: 'en' }
    const statuses: number[] = []
    for (let call = 0; call < 3; call += 1)
      statuses.push((await client.post(apiPaths.translateText, same)).status)
    expect(statuses).toEqual([200, 200, 429])
  } finally {
    await strict.stop()
  }
})
