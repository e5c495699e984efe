/** Locates the weights of a speech model in the operator's folder or in the installed packages. */
import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Mount, pathInside, type Sandbox } from '../process/sandbox.ts'

export interface ModelLocation {
  /** Path inside the sandbox. */
  readonly folder: string
  readonly mount: Mount
}

/** Prevents path traversal: the name comes from the settings and becomes part of a path. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

export async function locateModel(
  sandbox: Sandbox,
  name: string,
  modelsDir: string | null,
): Promise<ModelLocation> {
  if (!plainName.test(name)) throw new Error(`"${name}" is not the name of a speech model.`)
  const candidates = [...(modelsDir === null ? [] : [join(modelsDir, name)]), ...packagedFolders(name)]
  for (const source of candidates) {
    const exists = await access(join(source, 'config.json')).then(
      () => true,
      () => false,
    )
    if (!exists) continue
    const mount = { source, target: `/models/${name}` }
    return { folder: pathInside(sandbox, mount), mount }
  }
  throw new Error(`The speech model "${name}" is not installed.`)
}

function packagedFolders(name: string): string[] {
  try {
    const manifest = createRequire(import.meta.url).resolve(`sts-whisper-${name}/package.json`)
    return [join(dirname(manifest), 'models', 'Xenova', `whisper-${name}`)]
  } catch {
    return []
  }
}
