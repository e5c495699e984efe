/**
 * chrF and speed of the translator on a hundred everyday sentences in six languages, written for this benchmark: Apertium
 * against its command, mt12 against Apertium where both have a pair (the scores in read-modes.ts follow from this), and
 * mt12 against the demo of its weights if that is next to them. The weights are the bundled ones, or in
 * TRANSLATION_MODELS_DIR.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createSandbox } from '../packages/engines/src/process/sandbox.ts'
import { defaultEngineSettings } from '../packages/engines/src/runtime.ts'
import { bundledModelsDir } from '../packages/engines/src/translation/bundled-models.ts'
import {
  createFallbackTranslator,
  startApertium,
} from '../packages/engines/src/translation/create-sentence-translator.ts'
import { readModes } from '../packages/engines/src/translation/providers/apertium/read-modes.ts'
import { startMt12 } from '../packages/engines/src/translation/providers/mt12/start-mt12.ts'
import type {
  LanguagePair,
  ProvidedPair,
  SentenceTranslator,
  TranslationProvider,
} from '../packages/engines/src/translation/sentence-translator.ts'
import type { Bench, BenchRow } from './bench.ts'
import { chrf } from './support/chrf.ts'
import { everydaySentences } from './support/everyday-sentences.ts'
import { timeMs } from './support/time.ts'

type Language = keyof typeof everydaySentences
type Bare = (sentences: readonly string[], pair: LanguagePair) => Promise<string[]>

interface Mt12Demo {
  readonly Translator: {
    load(
      folder: string,
      threads: number,
    ): Promise<{ batch(sentences: string[], to: string): Promise<string[]> }>
  }
}

const signal = new AbortController().signal
const warn = (message: string) => console.warn(message)
/** Variation between runs of the same engine, from floating-point order. */
const noise = 0.5

export const bench: Bench = {
  name: 'translation',
  async run() {
    const sandbox = await createSandbox('required', warn)
    const apertium = createFallbackTranslator([await startApertium(defaultEngineSettings, sandbox)], warn)
    const modelsDir = resolve(process.env.TRANSLATION_MODELS_DIR ?? bundledModelsDir)
    const translation = { ...defaultEngineSettings.translation, modelsDir }
    const provider = await startMt12({ ...defaultEngineSettings, translation }, sandbox)
    if (provider === undefined) throw new Error(`There are no weights of mt12 in ${modelsDir}`)
    const mt12 = createFallbackTranslator([provider], warn)
    const rows: BenchRow[] = []
    try {
      rows.push(...(await compare('Apertium', apertium, bareApertium)))
      rows.push(...(await chooseEngines(apertium, mt12, provider.pairs())))
      rows.push(...(await measureSpeed(provider)))
      const bare = await bareMt12(modelsDir)
      if (bare) rows.push(...(await compare('mt12', mt12, bare)), ...(await compareLong(mt12, bare)))
      else console.log('mt12 is not compared with its demo, which is not next to the weights.')
    } finally {
      await Promise.all([apertium.close(), mt12.close()])
    }
    return rows
  },
}

/** Which of the bundled engines is better on everyday sentences, and whether it is the one that is used. */
async function chooseEngines(
  apertium: SentenceTranslator,
  mt12: SentenceTranslator,
  modelPairs: readonly ProvidedPair[],
): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { from, to, score } of await readModes()) {
    if (!hasText(from) || !hasText(to)) continue
    const scoreOf = async (translator: SentenceTranslator) =>
      chrf(await translateAll(translator, everydaySentences[from], { from, to }), everydaySentences[to])
    const [rules, model] = [await scoreOf(apertium), await scoreOf(mt12)]
    const modelScore = modelPairs.find(pair => pair.from === from && pair.to === to)?.score ?? 0
    const used = score > modelScore ? 'Apertium' : 'mt12'
    rows.push({
      what: `${from}-${to}: chrF of mt12 above Apertium (${model.toFixed(1)} and ${rules.toFixed(1)}), ${used} is used`,
      value: model - rules,
      unit: 'chrF',
      goal: 'the better one is used',
      isMet: used === (rules > model ? 'Apertium' : 'mt12'),
    })
  }
  return rows
}

/** Words of the source per second on all cores, by effort; the sentences of all languages, so that none repeats. */
async function measureSpeed(provider: TranslationProvider): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const effort of ['fast', 'best'] as const) {
    let [words, spentMs] = [0, 0]
    for (const from of ['en', 'fr', 'de', 'it'] as const) {
      const sentences = everydaySentences[from]
      await provider.translate(sentences.slice(0, 16), { from, to: 'es' }, signal, effort)
      words += sentences.join(' ').split(' ').length
      spentMs += await timeMs(async () => {
        await provider.translate(sentences, { from, to: 'es' }, signal, effort)
      })
    }
    const value = (1000 * words) / spentMs
    const goal = effort === 'fast' ? { goal: 'at least 250', isMet: value >= 250 } : {}
    rows.push({ what: `mt12 ${effort}: words per second, warm`, value, unit: 'words/s', ...goal })
  }
  return rows
}

/** A sentence without a plausible translation stays as it is, as for a user. */
async function translateAll(
  translator: SentenceTranslator,
  sentences: readonly string[],
  pair: LanguagePair,
): Promise<string[]> {
  const answers = await translator.translate(sentences, pair, signal)
  return answers.map((answer, index) => answer ?? sentences[index] ?? '')
}

/** Every direct pair with sentences in both languages. */
async function compare(engine: string, ours: SentenceTranslator, bare: Bare): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const spent = { oursMs: 0, bareMs: 0, words: 0 }
  const scores = { ours: 0, bare: 0, pairs: 0 }
  const pairs = ours
    .pairs()
    .filter(({ from, to, through }) => through === null && hasText(from) && hasText(to))
  for (const { from, to } of pairs) {
    const sentences = everydaySentences[from as Language]
    const references = everydaySentences[to as Language]
    await ours.translate(sentences.slice(0, 2), { from, to }, signal)
    let translated: string[] = []
    spent.oursMs += await timeMs(async () => {
      translated = await translateAll(ours, sentences, { from, to })
    })
    let bareTranslated: string[] = []
    spent.bareMs += await timeMs(async () => {
      bareTranslated = await bare(sentences, { from, to })
    })
    spent.words += sentences.join(' ').split(' ').length
    const ourScore = chrf(translated, references)
    const bareScore = chrf(bareTranslated, references)
    scores.ours += ourScore
    scores.bare += bareScore
    scores.pairs += 1
    rows.push({
      what: `${engine} ${from}-${to}: chrF, plain engine ${bareScore.toFixed(1)}`,
      value: ourScore,
      unit: 'chrF',
    })
  }
  const difference = (scores.ours - scores.bare) / scores.pairs
  return [
    ...rows,
    {
      what: `${engine}: chrF above the plain engine, all pairs`,
      value: difference,
      unit: 'chrF',
      goal: `at least -${noise}`,
      isMet: difference >= -noise,
    },
    {
      what: `${engine}: words per second, warm`,
      value: (1000 * spent.words) / spent.oursMs,
      unit: 'words/s',
    },
    {
      what: `${engine}: words per second, plain engine`,
      value: (1000 * spent.words) / spent.bareMs,
      unit: 'words/s',
    },
  ]
}

/** Ten sentences joined by commas: how the model handles sentences longer than it was trained on. */
async function compareLong(ours: SentenceTranslator, bare: Bare): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const to of ['es', 'fr', 'de'] as const) {
    const sentences = joinedByCommas(everydaySentences.en)
    const references = joinedByCommas(everydaySentences[to])
    const ourScore = chrf(await translateAll(ours, sentences, { from: 'en', to }), references)
    const bareScore = chrf(await bare(sentences, { from: 'en', to }), references)
    rows.push({
      what: `mt12 en-${to}, sentences of 80 words: chrF, plain engine ${bareScore.toFixed(1)}`,
      value: ourScore,
      unit: 'chrF',
      goal: 'not lower than the plain engine',
      isMet: ourScore >= bareScore,
    })
  }
  return rows
}

function joinedByCommas(sentences: readonly string[]): string[] {
  const parts = sentences.map(sentence => sentence.replace(/\s?[.?]$/, ''))
  return [0, 10, 20].map(start => `${parts.slice(start, start + 10).join(', ')}.`)
}

function hasText(language: string): language is Language {
  return language in everydaySentences
}

const apertiumNames: Readonly<Record<string, string>> = {
  'en-es': 'eng-spa',
  'es-en': 'spa-eng',
  'es-it': 'spa-ita',
  'it-es': 'ita-spa',
}

/** Apertium translates paragraphs separated by a blank line one by one. */
async function bareApertium(sentences: readonly string[], { from, to }: LanguagePair): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-bench-'))
  try {
    const path = join(folder, 'sentences.txt')
    await writeFile(path, sentences.join('\n\n'))
    const name = apertiumNames[`${from}-${to}`] ?? `${from}-${to}`
    const { stdout } = await promisify(execFile)('/usr/bin/apertium', ['-u', name, path])
    return stdout.trim().split(/\n\s*\n/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function bareMt12(modelsDir: string): Promise<Bare | undefined> {
  const path = [modelsDir, join(modelsDir, 'mt12')]
    .map(folder => join(folder, 'translate.mjs'))
    .find(existsSync)
  if (path === undefined) return undefined
  // The demo resolves onnxruntime-node from here.
  process.env.ORT_FROM = resolve('packages/engines/package.json')
  const { Translator }: Mt12Demo = await import(pathToFileURL(path).href)
  const translator = await Translator.load(resolve(path, '..'), 2)
  return async (sentences, { to }) => {
    const byLength = [...sentences.keys()].sort(
      (a, b) => (sentences[a] ?? '').length - (sentences[b] ?? '').length,
    )
    const translated: string[] = []
    for (let start = 0; start < byLength.length; start += 8) {
      const batch = byLength.slice(start, start + 8)
      const found = await translator.batch(
        batch.map(index => sentences[index] ?? ''),
        to,
      )
      for (const [place, index] of batch.entries()) translated[index] = found[place] ?? ''
    }
    return translated
  }
}
