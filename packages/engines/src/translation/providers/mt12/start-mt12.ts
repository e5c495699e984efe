/** mt12 provider: a small bundled model for offline drafts between many languages. */
import type { EngineSettings } from '../../../engine.ts'
import { nodeProgram } from '../../../process/node-helper.ts'
import type { Sandbox } from '../../../process/sandbox.ts'
import type { TranslationProvider } from '../../sentence-translator.ts'
import { createSentencePool, helperLimits } from '../sentence-pool.ts'
import { findWeights } from './find-weights.ts'
import type { Mt12Request } from './request.ts'

/** One model batch, so that a short text uses several helpers and others are served in between. */
const batch = { sentences: 8, characters: 2000 }
/** Each takes half a gigabyte while it works. */
const maxHelpers = 4
const batchTimeoutMs = 120_000
const sandboxedFolder = '/models/mt12'

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
    timeoutMs: Math.min(batchTimeoutMs, timeoutMs),
    batch,
  })
  return {
    id: 'mt12',
    pairs: () => pairs,
    async translate(sentences, { to }, signal) {
      const request: Omit<Mt12Request, 'sentences'> = { target: to }
      // Batches of similar length need the least padding.
      const byLength = [...sentences.keys()].sort((a, b) => lengthAt(sentences, a) - lengthAt(sentences, b))
      const sorted = byLength.map(index => sentences[index] ?? '')
      const translated = await pool.translate(sorted, request, signal)
      const inOrder: string[] = []
      for (const [position, index] of byLength.entries()) inOrder[index] = translated[position] ?? ''
      return inOrder
    },
    close: () => pool.close(),
  }
}

function lengthAt(sentences: readonly string[], index: number): number {
  return sentences[index]?.length ?? 0
}
