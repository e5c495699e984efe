/** Checks out an older commit into its own folder and installs its packages. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rootFolder } from '../../scripts/root-folder.mjs'

export interface OlderCheckout {
  readonly commit: string
  /** Folder of its server programs. */
  readonly sourceDir: string
  remove(): Promise<void>
}

const run = promisify(execFile)
const migrations = ':(glob)packages/server/src/**/migrations/*.sql'

export async function checkOutOlder(folder: string, commit?: string): Promise<OlderCheckout> {
  const older = commit ?? (await beforeNewestMigration())
  await git('worktree', 'add', '--detach', folder, older)
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  return {
    commit: await git('rev-parse', '--short', older),
    sourceDir: join(folder, 'packages/server/src/'),
    async remove() {
      await git('worktree', 'remove', '--force', folder)
    },
  }
}

async function beforeNewestMigration(): Promise<string> {
  const newest = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', migrations)
  return `${newest}^`
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: rootFolder })).stdout.trim()
}
