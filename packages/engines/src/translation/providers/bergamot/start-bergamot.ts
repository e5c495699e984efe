/** Bergamot provider: Mozilla's models, installed in a folder or downloaded on first use of a pair. */

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import { elementAt } from '../../../element-at.ts'
import type { EngineSettings } from '../../../engine.ts'
import { nodeProgram } from '../../../process/node-helper.ts'
import type { Mount, Sandbox } from '../../../process/sandbox.ts'
import { bundledModelsDir } from '../../bundled-models.ts'
import type { LanguagePair, ProvidedPair, TranslationProvider } from '../../sentence-translator.ts'
import { callService } from '../call-service.ts'
import { createRefreshingCache } from '../refreshing-cache.ts'
import { createSentencePool, helperLimits } from '../sentence-pool.ts'
import { fetchFile } from './fetch-file.ts'
import { type BergamotModelFiles, type FoundModel, findModels } from './model-files.ts'
import { type RemoteModel, readRegistry } from './registry.ts'
import type { BergamotRequest } from './request.ts'

/** Average of these models; see docs/decisions/0024. */
const score = 60
/** Slightly lower for models to be downloaded, so that a local engine is preferred among equals. */
const remoteScore = 59
const batch = { sentences: 32, characters: 4000 }
const batchTimeoutMs = 120_000
const maxHelpers = 2
const folderTtlMs = 30_000
const registryTtlMs = 6 * 60 * 60 * 1000
const registryRetryMs = 5 * 60 * 1000
const registryTimeoutMs = 5000

/** Undefined without a model folder and without a download URL. */
export async function startBergamot(
  settings: EngineSettings,
  sandbox: Sandbox,
): Promise<TranslationProvider | undefined> {
  const { modelsDir, downloadsDir, bergamotUrl, maxMemoryBytes, timeoutMs } = settings.translation
  const canFetch = bergamotUrl !== null && downloadsDir !== null
  if (downloadsDir !== null && canFetch) await mkdir(join(downloadsDir, 'bergamot'), { recursive: true })
  // The bundled weights are those of another engine.
  const placedDir = modelsDir === bundledModelsDir ? null : modelsDir
  const folders = [placedDir, downloadsDir].flatMap(folder =>
    folder === null ? [] : [join(folder, 'bergamot')],
  )
  if (folders.length === 0) return undefined

  const closing = new AbortController()
  const local = createRefreshingCache<readonly FoundModel[]>({
    initial: [],
    ttlMs: folderTtlMs,
    retryMs: folderTtlMs,
    load: async () => (await Promise.all(folders.map(findModels))).flat(),
    onFailure: error => settings.warn(`Cannot read the translation model folders: ${error}`),
  })
  const remote = createRefreshingCache<readonly RemoteModel[]>({
    initial: [],
    ttlMs: registryTtlMs,
    retryMs: registryRetryMs,
    load: async signal => {
      if (!canFetch) return []
      const url = registryAddress(bergamotUrl)
      const call = { service: 'Model registry', url, signal, timeoutMs: registryTimeoutMs }
      return readRegistry(await callService(call, []), url)
    },
    onFailure: error =>
      settings.warn(`Cannot fetch the model registry at BERGAMOT_MODELS_URL: ${reasonOf(error)}`),
  })
  await Promise.all([local.refresh(), remote.refresh()])

  const toSandboxPath = (path: string) => (sandbox.hasOwnPaths ? sandboxedPath(path, folders) : path)
  const program = nodeProgram(sandbox, 'translation/providers/bergamot/program.ts', [
    '@browsermt/bergamot-translator',
  ])
  const pool = createSentencePool({
    prepare: () =>
      sandbox.prepare({
        command: program.command,
        args: [program.script],
        mounts: [...program.mounts, ...folderMounts(folders)],
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

  const fetching = new Map<string, Promise<void>>()
  /** One download for all callers; continues if one of them cancels. */
  function fetchOnce(model: RemoteModel, downloadsFolder: string): Promise<void> {
    const running = fetching.get(model.name)
    if (running) return running
    const started = fetchModel(model, { downloadsFolder, signal: closing.signal, warn: settings.warn })
      .then(() => local.refresh())
      .finally(() => fetching.delete(model.name))
    fetching.set(model.name, started)
    return started
  }

  async function filesFor(pair: LanguagePair, signal: AbortSignal): Promise<BergamotModelFiles> {
    const isPair = ({ from, to }: LanguagePair) => from === pair.from && to === pair.to
    const model = remote.read().find(isPair)
    if (!local.read().some(isPair) && model && downloadsDir !== null) {
      try {
        await untilAborted(fetchOnce(model, join(downloadsDir, 'bergamot')), signal)
      } catch (cause) {
        throw signal.aborted ? new AppError('cancelled') : new AppError('translation-failed', {}, { cause })
      }
    }
    const found = local.read().find(isPair)
    if (found === undefined) throw new AppError('engine-missing', { tool: 'This translation' })
    return found.files
  }

  return {
    id: 'bergamot',
    isBundled: false,
    pairs: () => offeredPairs(local.read(), remote.read()),
    async translate(sentences, pair, signal) {
      const files = await filesFor(pair, signal)
      const request: Omit<BergamotRequest, 'sentences'> = {
        files: { ...files, folder: toSandboxPath(files.folder) },
      }
      return pool.translate(sentences, request, signal).catch(error => {
        throw modelError(error, files)
      })
    },
    async close() {
      closing.abort()
      local.close()
      remote.close()
      await Promise.allSettled(fetching.values())
      await pool.close()
    },
  }
}

/** URL of the registry itself, or of its folder. */
function registryAddress(url: string): string {
  return url.endsWith('.json') ? url : `${url.replace(/(?<!\/)\/+$/, '')}/registry.json`
}

function offeredPairs(local: readonly FoundModel[], remote: readonly RemoteModel[]): ProvidedPair[] {
  const pairs = new Map<string, ProvidedPair>()
  const quality = 'good' as const
  for (const { from, to, bytes } of remote)
    pairs.set(`${from}-${to}`, { from, to, score: remoteScore, quality, downloadBytes: bytes })
  for (const { from, to } of local)
    pairs.set(`${from}-${to}`, { from, to, score, quality, downloadBytes: null })
  return [...pairs.values()]
}

/** Marian aborts on an unusable model, which would otherwise be reported as an internal error. */
function modelError(error: unknown, { folder }: BergamotModelFiles): unknown {
  if (!(error instanceof AppError) || error.code !== 'internal') return error
  const [reason] = reasonOf(error).split('\n')
  const cause = new Error(`The model in ${folder} cannot be used: ${reason}`, { cause: error })
  return new AppError('translation-failed', {}, { cause })
}

/** A folder that does not exist yet cannot be mounted. */
function folderMounts(folders: readonly string[]): Mount[] {
  return folders
    .map((source, index) => ({ source, target: `/models/${index}` }))
    .filter(({ source }) => existsSync(source))
}

function sandboxedPath(path: string, folders: readonly string[]): string {
  const index = folders.findIndex(folder => !relative(folder, path).startsWith('..'))
  return join(`/models/${index}`, relative(elementAt(folders, index), path))
}

function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
    if (signal.aborted) onAbort()
  })
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}

interface FetchModelSettings {
  readonly downloadsFolder: string
  readonly signal: AbortSignal
  readonly warn: (message: string) => void
  readonly retryDelaysMs?: readonly number[]
  readonly stallTimeoutMs?: number
}

const defaultRetryDelaysMs = [500, 2000, 8000]
const defaultStallTimeoutMs = 30_000

/** Downloads the files of a model into its folder, once for all workers. */
export async function fetchModel(model: RemoteModel, settings: FetchModelSettings): Promise<void> {
  const { downloadsFolder, signal, warn } = settings
  const { retryDelaysMs = defaultRetryDelaysMs, stallTimeoutMs = defaultStallTimeoutMs } = settings
  const folder = join(downloadsFolder, model.name)
  await mkdir(folder, { recursive: true })
  await withFetchLock(join(downloadsFolder, `${model.name}.lock`), signal, async () => {
    const missing = []
    for (const file of model.files) if (!(await exists(join(folder, file.name)))) missing.push(file)
    const [first] = missing
    if (first === undefined) return
    const megabytes = missing.reduce((sum, file) => sum + file.bytes, 0) / 1e6
    const host = new URL(first.url).host
    warn(
      `Fetching the translation model ${model.from}-${model.to} from ${host}: ${megabytes.toFixed(1)} MB, kept in ${folder}`,
    )
    for (const file of missing)
      await fetchFile(file, join(folder, file.name), { signal, stallTimeoutMs, retryDelaysMs })
  })
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

const lockTiming = { intervalMs: 2000, staleMs: 20_000 }
const pollMs = 200

/** Runs the work exclusively; a stale lock of a crashed worker is taken over. */
export async function withFetchLock<Result>(
  path: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
  { intervalMs, staleMs } = lockTiming,
): Promise<Result> {
  const owner = randomUUID()
  while (!(await acquire(path, owner))) {
    await removeStale(path, staleMs)
    await delay(pollMs, undefined, { signal })
  }
  const timer = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, intervalMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if ((await readFile(path, 'utf8').catch(() => '')) === owner) await rm(path, { force: true })
  }
}

async function acquire(path: string, owner: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx')
    await file.writeFile(owner)
    await file.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Renames before removal, so that only one of several waiting workers removes a stale lock. */
async function removeStale(path: string, staleMs: number): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || Date.now() - found.mtimeMs < staleMs) return
  const stalePath = `${path}.${randomUUID()}`
  await rename(path, stalePath).catch(() => {})
  await rm(stalePath, { force: true })
}
