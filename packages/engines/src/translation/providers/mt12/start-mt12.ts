/** mt12 as a provider: our own small model, offline, for rough drafts between many languages. */
import type { EngineSettings } from '../../../engine.ts'
import { nodeProgram } from '../../../process/node-helper.ts'
import type { Sandbox } from '../../../process/sandbox.ts'
import type { TranslationProvider } from '../../sentence-translator.ts'
import { createSentencePool, helperLimits } from '../sentence-pool.ts'
import { findWeights } from './find-weights.ts'
import type { Mt12Request } from './request.ts'

/** One batch: a text of twenty sentences keeps two helpers busy, and others get their turn in between. */
const portion = { sentences: 8, characters: 2000 }
/** Each holds half a gigabyte while it works. */
const maxHelpers = 4
const portionTimeoutMs = 120_000
const sandboxedFolder = '/models/mt12'

/** Undefined where there are no weights: it offers nothing then. */
export async function startMt12(
  settings: EngineSettings,
  sandbox: Sandbox,
): Promise<TranslationProvider | undefined> {
  const { modelsDir, maxMemoryBytes, timeoutMs } = settings.translation
  if (modelsDir === null) return undefined
  const weights = await findWeights(modelsDir).catch(error => {
    settings.warn(`The scores of the translation model mt12 in ${modelsDir} cannot be read: ${error}`)
    return undefined
  })
  if (weights === undefined) return undefined
  const { folder, pairs } = weights
  const program = nodeProgram(sandbox, 'translation/providers/mt12/program.ts', ['onnxruntime-node'])
  const pool = createSentencePool({
    prepare: () =>
      sandbox.prepare({
        command: program.command,
        args: [program.script, sandbox.isIsolated ? sandboxedFolder : folder],
        mounts: [...program.mounts, { source: folder, target: sandboxedFolder }],
        system: 'libraries',
        env: { NODE_ENV: 'production' },
        limits: helperLimits(maxMemoryBytes),
      }),
    size: Math.min(maxHelpers, settings.helpersPerEngine),
    recycleAfterJobs: settings.recycleAfterJobs,
    onHelperEnd: settings.onHelperEnd,
    maxMemoryBytes,
    timeoutMs: Math.min(portionTimeoutMs, timeoutMs),
    portion,
  })
  return {
    id: 'mt12',
    pairs: () => pairs,
    async translate(sentences, { to }, signal) {
      const request: Omit<Mt12Request, 'sentences'> = { target: to }
      // Sentences of like length cost least together.
      const byLength = [...sentences.keys()].sort((a, b) => lengthAt(sentences, a) - lengthAt(sentences, b))
      const sorted = byLength.map(index => sentences[index] ?? '')
      const translated = await pool.translate(sorted, request, signal)
      const inOrder: string[] = []
      for (const [place, index] of byLength.entries()) inOrder[index] = translated[place] ?? ''
      return inOrder
    },
    close: () => pool.close(),
  }
}

function lengthAt(sentences: readonly string[], index: number): number {
  return sentences[index]?.length ?? 0
}
