import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { descendants } from '../../../process/descendants.fixture.ts'
import { createSandbox, type Sandbox } from '../../../process/sandbox.ts'
import { defaultEngineSettings } from '../../../runtime.ts'
import { startApertium } from '../../create-sentence-translator.ts'
import type { TranslationProvider } from '../../sentence-translator.ts'

let sandbox: Sandbox
let apertium: TranslationProvider
const signal = () => new AbortController().signal
const englishToSpanish = { from: 'en', to: 'es' } as const

beforeAll(async () => {
  sandbox = await createSandbox('required', () => {})
  apertium = await startApertium(defaultEngineSettings, sandbox)
})
afterAll(() => apertium.close())

describe('Apertium', () => {
  test('offers eight pairs without downloads', () => {
    const pairs = apertium.pairs()
    expect(pairs.map(({ from, to }) => `${from}-${to}`).sort()).toEqual(
      ['en-es', 'es-en', 'es-fr', 'es-it', 'es-pt', 'fr-es', 'it-es', 'pt-es'].sort(),
    )
    for (const pair of pairs) expect(pair.downloadBytes).toBeNull()
    const qualityOf = (name: string) => pairs.find(({ from, to }) => `${from}-${to}` === name)?.quality
    expect([qualityOf('pt-es'), qualityOf('en-es')]).toEqual(['draft', 'rough'])
  })

  test.each([
    ['en', 'es', 'The house is red.', 'La casa es roja.'],
    ['es', 'en', 'La casa es roja.', 'The house is red.'],
    ['es', 'fr', 'La casa es roja.', 'La maison est rouge.'],
    ['fr', 'es', 'La maison est rouge.', 'La casa es roja.'],
    ['es', 'pt', 'La casa es roja.', 'A casa é vermelha.'],
    ['pt', 'es', 'A casa é vermelha.', 'La casa es roja.'],
    ['es', 'it', 'La casa es roja.', 'La casa è rossa.'],
    ['it', 'es', 'La casa è rossa.', 'La casa es roja.'],
  ] as const)('translates %s to %s', async (from, to, sentence, expected) => {
    expect(await apertium.translate([sentence], { from, to }, signal())).toEqual([expected])
  })

  test('matches the output of the apertium command', async () => {
    const sentences = ['I have two dogs.', 'Where do you live?', 'She reads [old] books / papers on Sundays']
    const folder = await mkdtemp(join(tmpdir(), 'apertium-'))
    const path = join(folder, 'sentence.txt')
    const command: string[] = []
    try {
      for (const sentence of sentences) {
        await writeFile(path, sentence)
        command.push(execFileSync('/usr/bin/apertium', ['-u', 'eng-spa', path], { encoding: 'utf8' }).trim())
      }
    } finally {
      await rm(folder, { recursive: true })
    }
    const ours = await apertium.translate(sentences, englishToSpanish, signal())
    expect(ours).toEqual(command.map(text => text.replace(/ +/g, ' ')))
  })

  test('keeps hundreds of sentences separate and in order, including reserved characters and unknown words', async () => {
    const sentences = Array.from({ length: 300 }, (_, index) => `House ${index} [^$/{}<>@\\~] Xyzzyq`)
    const translated = await apertium.translate(sentences, englishToSpanish, signal())
    expect(translated).toEqual(sentences.map((_, index) => `Casa ${index} [^$/{}<>@\\~] Xyzzyq`))
  })

  test('restarts a crashed program and translates the next text', async () => {
    await apertium.translate(['The house.'], englishToSpanish, signal())
    const victims = descendants().filter(({ name }) => name === 'lt-proc')
    expect(victims.length).toBeGreaterThan(0)
    for (const { pid } of victims) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Already ended with the previous one.
      }
    }
    expect(await apertium.translate(['The house.'], englishToSpanish, signal())).toEqual(['La casa.'])
  })

  test('stops a canceled translation at once and serves the next one', async () => {
    const canceling = new AbortController()
    const many = Array.from({ length: 20_000 }, () => 'The house is red and my father lives in it.')
    const running = apertium.translate(many, englishToSpanish, canceling.signal)
    await apertium.translate(['Yes.'], { from: 'es', to: 'en' }, signal())
    canceling.abort()
    await expect(running).rejects.toMatchObject({ code: 'cancelled' })
    expect(await apertium.translate(['The house.'], englishToSpanish, signal())).toEqual(['La casa.'])
  })

  test('enforces the memory limit', async () => {
    const translation = { ...defaultEngineSettings.translation, maxMemoryBytes: 30 * 1024 * 1024 }
    const small = await startApertium({ ...defaultEngineSettings, translation }, sandbox)
    const many = Array.from({ length: 2000 }, () => 'The house is red and my father lives in it.')
    try {
      await expect(small.translate(many, englishToSpanish, signal())).rejects.toMatchObject({
        code: 'needs-too-much-memory',
      })
    } finally {
      await small.close()
    }
  })

  test('offers no pairs if it is not installed', async () => {
    const missing = await startApertium(defaultEngineSettings, sandbox, '/nonexistent')
    expect(missing.pairs()).toEqual([])
    await missing.close()
  })
})
