/** Downloads the files of a model into its folder, once for all workers. */
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchFile } from './fetch-file.ts'
import { withFetchLock } from './fetch-lock.ts'
import type { RemoteModel } from './registry.ts'

interface FetchModelSettings {
  readonly downloadsFolder: string
  readonly signal: AbortSignal
  readonly warn: (message: string) => void
  readonly retryDelaysMs?: readonly number[]
  readonly stallTimeoutMs?: number
}

const defaultRetryDelaysMs = [500, 2000, 8000]
const defaultStallTimeoutMs = 30_000

export async function fetchModel(model: RemoteModel, settings: FetchModelSettings): Promise<void> {
  const { downloadsFolder, signal, warn } = settings
  const { retryDelaysMs = defaultRetryDelaysMs, stallTimeoutMs = defaultStallTimeoutMs } = settings
  const folder = join(downloadsFolder, model.name)
  await mkdir(folder, { recursive: true })
  await withFetchLock(join(downloadsFolder, `${model.name}.lock`), signal, async () => {
    const missing = []
    for (const file of model.files) if (!(await exists(join(folder, file.name)))) missing.push(file)
    if (missing.length === 0) return
    const megabytes = missing.reduce((sum, file) => sum + file.bytes, 0) / 1e6
    const host = new URL(missing[0]?.url ?? '').host
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
