/** Starts the archive engine; fails if 7-Zip is not installed. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { archivePack } from './abilities.ts'
import { pack } from './pack.ts'
import { sevenZipProgram } from './seven-zip/run-seven-zip.ts'

export async function startArchive(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  await access(sevenZipProgram, constants.X_OK).catch(() => {
    throw new Error('The program 7zz is missing; install the package "7zip".')
  })
  const context = { sandbox, settings }
  return {
    runStep: runStepsWith(handle(archivePack, run => pack(context, run))),
    close: async () => {},
  }
}
