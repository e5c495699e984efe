/** mt12 provider: a small bundled model that translates between all languages offline. */

import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languageIds } from '@filesmith/contract/languages'
import type { TranslationQuality } from '@filesmith/contract/translation-pairs'
import { z } from 'zod'
import { elementAt } from '../../../element-at.ts'
import type { EngineSettings } from '../../../engine.ts'
import { nodeProgram } from '../../../process/node-helper.ts'
import { pathInside, type Sandbox } from '../../../process/sandbox.ts'
import { bundledModelsDir } from '../../bundled-models.ts'
import type { ProvidedPair, TranslationProvider } from '../../sentence-translator.ts'
import { createSentencePool, helperLimits } from '../sentence-pool.ts'
import type { Mt12Request } from './request.ts'

/** One model batch, so that a short text uses several helpers and others are served in between. */
const batch = { sentences: 8, characters: 2000 }
/** Each takes half a gigabyte while it works. */
const maxHelpers = 4
const batchTimeoutMs = 120_000

/** Undefined without weights. */
export async function startMt12(
  settings: EngineSettings,
  sandbox: Sandbox,
): Promise<TranslationProvider | undefined> {
  const { modelsDir, maxMemoryBytes, timeoutMs } = settings.translation
  if (modelsDir === null) return undefined
  const weights = await findWeights(modelsDir).catch(error => {
    settings.warn(`Cannot read quality.json of the translation model mt12 in ${modelsDir}: ${error}`)
    return undefined
  })
  if (weights === undefined) return undefined
  const { folder, pairs } = weights
  const mount = { source: folder, target: '/models/mt12' }
  const program = nodeProgram(sandbox, 'translation/providers/mt12/program.ts', ['onnxruntime-node'])
  const pool = createSentencePool({
    prepare: () =>
      sandbox.prepare({
        command: program.command,
        args: [program.script, pathInside(sandbox, mount)],
        mounts: [...program.mounts, mount],
        system: 'libraries',
        env: program.env,
        limits: helperLimits(maxMemoryBytes),
      }),
    size: Math.min(maxHelpers, settings.helpersPerEngine),
    recycleAfterJobs: settings.recycleAfterJobs,
    helperIdleMs: settings.helperIdleMs,
    onHelperEnd: settings.onHelperEnd,
    maxMemoryBytes,
    timeoutMs: Math.min(batchTimeoutMs, timeoutMs),
    batch,
  })
  return {
    id: 'mt12',
    isBundled: true,
    pairs: () => pairs,
    async translate(sentences, { to }, signal, effort = 'best') {
      const request: Omit<Mt12Request, 'sentences'> = { target: to, effort }
      // Batches of similar length need the least padding.
      const byLength = [...sentences.entries()].sort(([, one], [, other]) => one.length - other.length)
      const sorted = byLength.map(([, sentence]) => sentence)
      const translated = await pool.translate(sorted, request, signal)
      const inOrder: string[] = []
      for (const [position, [index]] of byLength.entries()) inOrder[index] = elementAt(translated, position)
      return inOrder
    },
    close: () => pool.close(),
  }
}

interface Mt12Weights {
  readonly folder: string
  readonly pairs: readonly ProvidedPair[]
}

const fileNames = ['encoder.onnx', 'decoder.onnx', 'vocab.json', 'quality.json']

/** From which score a direction has which quality; chrF into these three languages is on another scale. */
const bandsSchema = z.object({ good: z.number(), draft: z.number(), draftIntoZhJaKo: z.number() })
type Bands = z.infer<typeof bandsSchema>

const qualitySchema = z.object({
  scores: z.record(z.string(), z.number()),
  // Version 0 of the weights has none.
  bands: bandsSchema.default({ good: 55, draft: 40, draftIntoZhJaKo: 20 }),
})

/** In the folder, its `mt12` subfolder or the bundled one; undefined if absent. Throws if quality.json is malformed. */
async function findWeights(modelsDir: string): Promise<Mt12Weights | undefined> {
  for (const folder of [modelsDir, join(modelsDir, 'mt12'), join(bundledModelsDir, 'mt12')]) {
    const allExist = await Promise.all(fileNames.map(name => access(join(folder, name)))).then(
      () => true,
      () => false,
    )
    if (allExist) return { folder, pairs: readQuality(await readFile(join(folder, 'quality.json'), 'utf8')) }
  }
  return undefined
}

/** All directions between known languages, labeled by their measured quality. */
export function readQuality(json: string): ProvidedPair[] {
  const { scores, bands } = qualitySchema.parse(JSON.parse(json))
  return Object.entries(scores).flatMap(([name, score]) => {
    const [from, to] = name.split('-').map(code => languageIds.find(id => id === code))
    if (from === undefined || to === undefined) return []
    return [{ from, to, score, quality: qualityOf(score, to, bands), downloadBytes: null }]
  })
}

function qualityOf(score: number, to: string, bands: Bands): TranslationQuality {
  if (score >= bands.good) return 'good'
  const isOtherScale = to === 'zh' || to === 'ja' || to === 'ko'
  return score >= (isOtherScale ? bands.draftIntoZhJaKo : bands.draft) ? 'draft' : 'rough'
}
