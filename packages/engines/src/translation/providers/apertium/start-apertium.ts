/** Apertium provider: rule-based translation with Debian's packages for eight pairs, without downloads. */
import { AppError } from '@filesmith/contract/errors'
import type { EngineSettings } from '../../../engine.ts'
import { nodeProgram } from '../../../process/node-helper.ts'
import type { Sandbox } from '../../../process/sandbox.ts'
import type { TranslationProvider } from '../../sentence-translator.ts'
import { createSentencePool, helperLimits } from '../sentence-pool.ts'
import { modesFolder, readModes } from './read-modes.ts'
import type { ApertiumRequest } from './request.ts'

/** A sentence takes a few milliseconds, so a batch takes well under a second. */
const batch = { sentences: 50, characters: 10_000 }
const batchTimeoutMs = 60_000

export async function startApertium(
  settings: EngineSettings,
  sandbox: Sandbox,
  folder = modesFolder,
): Promise<TranslationProvider> {
  const modes = await readModes(folder)
  const { command, script, mounts } = nodeProgram(sandbox, 'translation/providers/apertium/program.ts')
  const { maxMemoryBytes } = settings.translation
  const limits = helperLimits(maxMemoryBytes)
  const env = { NODE_ENV: 'production' }
  const pool = createSentencePool({
    prepare: () => sandbox.prepare({ command, args: [script], mounts, system: 'programs', env, limits }),
    size: settings.helpersPerEngine,
    recycleAfterJobs: settings.recycleAfterJobs,
    onHelperEnd: settings.onHelperEnd,
    maxMemoryBytes,
    timeoutMs: Math.min(batchTimeoutMs, settings.translation.timeoutMs),
    batch,
  })
  return {
    id: 'apertium',
    pairs: () =>
      modes.map(({ from, to, score }) => ({ from, to, score, quality: 'basic', downloadBytes: null })),
    async translate(sentences, { from, to }, signal) {
      const mode = modes.find(candidate => candidate.from === from && candidate.to === to)
      if (mode === undefined) throw new AppError('engine-missing', { tool: 'This translation' })
      const request: Omit<ApertiumRequest, 'sentences'> = { name: `${from}-${to}`, stages: mode.stages }
      return pool.translate(sentences, request, signal)
    },
    close: () => pool.close(),
  }
}
