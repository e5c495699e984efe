import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EngineSettings } from '../../../engine.ts'
import { descendants } from '../../../process/descendants.fixture.ts'
import { createSandbox, type Sandbox } from '../../../process/sandbox.ts'
import { defaultEngineSettings } from '../../../runtime.ts'
import type { TranslationProvider } from '../../sentence-translator.ts'
import { startMt12 } from './start-mt12.ts'

const signal = () => new AbortController().signal
const englishToSpanish = { from: 'en', to: 'es' } as const

function settingsWith(
  translation: Partial<EngineSettings['translation']>,
  warn: (message: string) => void = () => {},
): EngineSettings {
  return {
    ...defaultEngineSettings,
    warn,
    translation: { ...defaultEngineSettings.translation, ...translation },
  }
}

let sandbox: Sandbox
let folder: string
beforeAll(async () => {
  sandbox = await createSandbox('required', () => {})
  folder = await mkdtemp(join(tmpdir(), 'mt12-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('startMt12 without weights', () => {
  test('returns undefined', async () => {
    expect(await startMt12(settingsWith({ modelsDir: null }), sandbox)).toBeUndefined()
  })

  test('uses the bundled weights if the folder has only those of other engines', async () => {
    const provider = await startMt12(settingsWith({ modelsDir: folder }), sandbox)
    expect(provider?.pairs()).toHaveLength(132)
    await provider?.close()
  })

  test('logs a warning for a malformed quality.json', async () => {
    const broken = join(folder, 'broken', 'mt12')
    await mkdir(broken, { recursive: true })
    for (const name of ['encoder.onnx', 'decoder.onnx', 'vocab.json', 'quality.json'])
      await writeFile(join(broken, name), '{')
    const warnings: string[] = []
    const settings = settingsWith({ modelsDir: join(folder, 'broken') }, message => warnings.push(message))
    expect(await startMt12(settings, sandbox)).toBeUndefined()
    expect(warnings.join()).toContain('mt12')
  })

  test('reports unloadable weights as an error of the translation', async () => {
    const broken = join(folder, 'weights')
    await mkdir(broken, { recursive: true })
    for (const name of ['encoder.onnx', 'decoder.onnx', 'vocab.json'])
      await writeFile(join(broken, name), '{}')
    await writeFile(join(broken, 'quality.json'), '{"offerFrom": 40, "scores": {"en-es": 45}}')
    const provider = await startMt12(settingsWith({ modelsDir: broken }), sandbox)
    await expect(provider?.translate(['Hello'], englishToSpanish, signal())).rejects.toMatchObject({
      code: 'unavailable',
    })
    await provider?.close()
  })
})

describe('mt12 with the bundled weights', () => {
  let mt12: TranslationProvider
  beforeAll(async () => {
    const started = await startMt12(defaultEngineSettings, sandbox)
    if (started === undefined) throw new Error('the bundled weights are missing')
    mt12 = started
  })
  afterAll(() => mt12?.close())

  test('offers all 132 directions, labeled by their measured quality', () => {
    const pairs = mt12.pairs()
    expect(new Set(pairs.map(({ from, to }) => `${from}-${to}`)).size).toBe(132)
    const qualityOf = (from: string, to: string) =>
      pairs.find(pair => pair.from === from && pair.to === to)?.quality
    expect([qualityOf('en', 'fr'), qualityOf('en', 'es'), qualityOf('es', 'ru')]).toEqual([
      'good',
      'draft',
      'rough',
    ])
    // chrF into Chinese, Japanese and Korean is on another scale.
    expect([qualityOf('en', 'ja'), qualityOf('en', 'ko')]).toEqual(['draft', 'rough'])
  })

  test.each([
    ['en', 'es', 'Where is the nearest train station?', /estación/],
    ['de', 'en', 'Ich habe zwei Hunde.', /two dogs/],
    ['en', 'fr', 'The house is red.', /maison.*rouge/],
    ['en', 'ja', 'I have two dogs.', /犬/],
    ['ru', 'zh', 'У меня есть книга.', /书/],
  ] as const)('translates %s to %s', async (from, to, sentence, expected) => {
    const [translated] = await mt12.translate([sentence], { from, to }, signal())
    expect(translated).toMatch(expected)
  })

  test('translates all parts of a long sentence', async () => {
    const clauses = [
      'my sister works in a hospital in Madrid',
      'we bought bread and cheese in Berlin',
      'the children are playing in the garden in Paris',
      'yesterday we visited the museum in Rome',
      'the bus was late because of the snow in Vienna',
      'this restaurant is famous for its soup in Lisbon',
      'the doctor told him to drink more water in Dublin',
      'the new bridge will be opened next spring in Prague',
      'our neighbours are very friendly in London',
      'most students travel to school by bicycle in Amsterdam',
    ]
    const [translated = ''] = await mt12.translate(
      [`${clauses.join(', ')}.`],
      { from: 'en', to: 'pt' },
      signal(),
    )
    const oneOfEach = /irmã|pão|jardim|museu|neve|sopa|água|ponte|vizinhos|escola/g
    expect(new Set(translated.match(oneOfEach)).size).toBe(10)
  })

  test('replaces a killed helper', async () => {
    const running = mt12.translate(
      Array.from({ length: 200 }, (_, index) => `The house number ${index} is red and large.`),
      englishToSpanish,
      signal(),
    )
    const ended = expect(running).rejects.toMatchObject({ code: 'internal' })
    const helpers = await vi.waitFor(() => {
      const found = descendants().filter(({ name }) => name === 'node' || name === 'MainThread')
      if (found.length === 0) throw new Error('not started yet')
      return found
    })
    for (const { pid } of helpers) process.kill(pid, 'SIGKILL')
    await ended
    const [again] = await mt12.translate(['The house is red.'], englishToSpanish, signal())
    expect(again).toMatch(/casa/)
  })

  test('stops a canceled translation at once', async () => {
    const canceling = new AbortController()
    const many = Array.from({ length: 2000 }, () => 'My father lives in the red house.')
    const running = mt12.translate(many, englishToSpanish, canceling.signal)
    canceling.abort()
    await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  })
})
