/** The files that differ from another commit, committed or not. */
import { execFileSync } from 'node:child_process'
import { rootFolder } from '../root-folder.mjs'
import { SetupError } from '../setup/say.mjs'

export function changedFiles(base: string): string[] {
  const listed = (...args: string[]) =>
    execFileSync('git', [...args, '-z'], {
      cwd: rootFolder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\0')
      .filter(path => path !== '')
  try {
    const since = execFileSync('git', ['merge-base', base, 'HEAD'], {
      cwd: rootFolder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    const files = [
      ...listed('diff', '--name-only', since),
      ...listed('ls-files', '--others', '--exclude-standard'),
    ]
    return [...new Set(files)].toSorted()
  } catch {
    throw new SetupError(`git knows no commit ${base}.`)
  }
}
