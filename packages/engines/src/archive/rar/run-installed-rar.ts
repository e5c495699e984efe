/** Packs with the proprietary rar program if an operator has installed it, because it compresses better than the built-in writer. */
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { JobPaths } from '../../process/run-process.ts'
import { runProcess } from '../../process/run-process.ts'
import type { PackRun } from '../pack-run.ts'
import { packFailure, packingLimits, toolName } from '../run-packer.ts'
import { parseShare } from '../seven-zip/parse-share.ts'
import { stageTree } from '../stage-files.ts'
import { rarLevel } from './levels.ts'

const rarProgram = '/usr/bin/rar'
const treeName = 'tree'

export function hasInstalledRar(): boolean {
  return existsSync(rarProgram)
}

/** False if rar itself failed, so that the built-in writer is used instead. */
export async function packWithInstalledRar(run: PackRun): Promise<boolean> {
  const tree = join(run.folder.input, treeName)
  await mkdir(tree)
  await stageTree(run.entries, tree, run.signal, () => {})
  const { sandbox, settings } = run.context
  try {
    await runProcess(sandbox, {
      program: rarProgram,
      tool: toolName,
      input: run.folder.input,
      outFolder: run.folder.output,
      args: paths => installedRarArgs(run, paths),
      ...(run.password === undefined ? {} : { stdin: `${run.password}\n`.repeat(2) }),
      ...packingLimits(settings),
      signal: run.signal,
      onOutput: bytes => {
        const share = parseShare(bytes.toString('latin1'))
        if (share !== undefined) run.progress.update(share)
      },
      failure: packFailure,
    })
    return existsSync(join(run.folder.output, run.resultName))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'internal') throw error
    await rm(join(run.folder.output, run.resultName), { force: true })
    return false
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}

/** "-hp" without a value makes rar read the password from standard input, where other processes cannot see it. */
export function installedRarArgs(
  run: Pick<PackRun, 'level' | 'password' | 'resultName'>,
  { input, outFolder }: JobPaths,
): string[] {
  return [
    ...['a', '-ma5', `-m${rarLevel(run.level).method}`, '-htb', '-r', '-ep1', '-y', '-cfg-'],
    ...(run.password === undefined ? [] : ['-hp']),
    ...['--', join(outFolder, run.resultName), `${join(input, treeName)}/`],
  ]
}
