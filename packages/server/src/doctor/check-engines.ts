/** Checks that every engine is available, by the same probes as a starting worker. */
import type { EngineStatus } from '@filesmith/engines/engine'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { createEngineRuntime, sandboxMissing } from '@filesmith/engines/runtime'
import { installedLanguages } from '@filesmith/engines/tesseract/installed-languages'
import type { Settings } from '../config.ts'
import { engineRuntimeSettings, sandboxMode } from '../engine-runtime-settings.ts'
import type { Finding } from './finding.ts'

export async function checkEngines(settings: Settings): Promise<Finding[]> {
  const warnings: string[] = []
  const runtime = await createEngineRuntime({
    ...engineRuntimeSettings(settings, message => warnings.push(message)),
    startsWarm: false,
  })
  try {
    const details = new Map<string, string>([
      ['ocr', `${(await installedLanguages().catch(() => new Set())).size} language packs`],
      ['speech', describeSpeech(settings)],
      ['translation', describePairs(runtime.translator?.pairs() ?? [])],
    ])
    return [
      await checkSandbox(settings),
      ...runtime.statuses.map(status => describeEngine(status, details.get(status.engine))),
      // The sandbox has its own finding.
      ...warnings.filter(message => !/sandbox/i.test(message)).map(describeWarning),
    ]
  } finally {
    await runtime.close()
  }
}

async function checkSandbox(settings: Settings): Promise<Finding> {
  const about = { area: 'engines', name: 'sandbox' } as const
  if (sandboxMode(settings) === 'off')
    return {
      ...about,
      status: 'warning',
      found: 'off: a malicious file can read, change and send everything that this user can access',
      fix: 'Set SANDBOX=required.',
    }
  const warnings: string[] = []
  const { kind, refusal } = await createSandbox(sandboxMode(settings), message => warnings.push(message))
  if (refusal === null && kind === 'landlock')
    return { ...about, status: 'ok', found: ['Landlock with seccomp filter', ...warnings].join('; ') }
  if (refusal === null) return { ...about, status: 'ok', found: 'bubblewrap with seccomp filter' }
  return { ...about, status: 'problem', found: refusal.problem, fix: refusal.remedy }
}

export function describeEngine({ engine, isAvailable, reason }: EngineStatus, detail = 'ready'): Finding {
  const about = { area: 'engines', name: engine } as const
  if (isAvailable) return { ...about, status: 'ok', found: detail }
  const found = reason ?? 'not available'
  if (found === 'Switched off by the settings.') return { ...about, status: 'ok', found }
  if (found.startsWith(sandboxMissing))
    return { ...about, status: 'problem', found: sandboxMissing, fix: 'See "sandbox" above.' }
  return { ...about, status: 'problem', found, fix: fixFor(found) }
}

function describeWarning(message: string): Finding {
  return { area: 'engines', name: 'note', status: 'warning', found: message, fix: fixFor(message) }
}

/** Engine errors name the missing Debian package. */
function fixFor(reason: string): string {
  const [, name] = /package "([\w.+-]+)"/.exec(reason) ?? []
  return name === undefined
    ? 'See the reason above and the startup log of a worker.'
    : `sudo apt-get install --no-install-recommends ${name}`
}

function describeSpeech({ SPEECH_URL, SPEECH_MODEL_ENGLISH, SPEECH_MODEL_OTHER }: Settings): string {
  if (SPEECH_URL !== undefined) return `uses ${new URL(SPEECH_URL).host}`
  return `models ${[...new Set([SPEECH_MODEL_ENGLISH, SPEECH_MODEL_OTHER])].join(' and ')}`
}

function describePairs(pairs: readonly { readonly engine: string }[]): string {
  const engines = [...new Set(pairs.map(({ engine }) => engine))].sort()
  return pairs.length === 0 ? 'no language pairs' : `${pairs.length} language pairs (${engines.join(', ')})`
}
