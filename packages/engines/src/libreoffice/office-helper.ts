/** Starts a LibreOffice helper: a Python program in the sandbox that runs its own LibreOffice instance. */
import { createHash } from 'node:crypto'
import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type HelperProcess, startHelper } from '../process/helper-process.ts'
import type { Sandbox } from '../process/sandbox.ts'

export const python = '/usr/bin/python3'
const programFolder = realpathSync(fileURLToPath(new URL('office', import.meta.url)))
const sandboxedProgramFolder = '/app/office'
const sandboxedWorkFolder = '/tmp/office'
/** Debian's folder for LibreOffice's settings, which the program folder only links to. */
const settingsFolder = '/etc/libreoffice'
/** Space for a document, its result and temporary files; memory is used only as far as it is filled. */
const tmpBytes = 1024 ** 3
/** Memory of LibreOffice before its first document. */
const loadedBytes = 512 * 1024 * 1024

export function startOfficeHelper(sandbox: Sandbox, maxMemoryBytes: number): HelperProcess {
  const limits = { memoryBytes: maxMemoryBytes + loadedBytes }
  if (sandbox.isIsolated) {
    const program = sandbox.prepare({
      command: python,
      args: [`${sandboxedProgramFolder}/main.py`, sandboxedWorkFolder],
      mounts: [
        { source: programFolder, target: sandboxedProgramFolder },
        { source: settingsFolder, target: settingsFolder },
      ],
      system: 'programs',
      tmpBytes,
      limits,
    })
    return startHelper(program)
  }
  const workFolder = mkdtempSync(join(tmpdir(), 'filesmith-office-'))
  const args = ['-B', join(programFolder, 'main.py'), workFolder]
  const program = sandbox.prepare({ command: python, args, mounts: [], system: 'programs', limits })
  const helper = startHelper(program)
  const gone = helper.gone.then(async exit => {
    const left = [workFolder, ...socketsOf(workFolder)]
    await Promise.all(left.map(path => rm(path, { recursive: true, force: true })))
    return exit
  })
  return {
    ready: helper.ready,
    gone,
    run: helper.run,
    kill: helper.kill,
    get isUsable() {
      return helper.isUsable
    },
    get jobsTaken() {
      return helper.jobsTaken
    },
  }
}

/** Sockets that LibreOffice leaves behind when it is killed; the second is named by a hash of its profile. */
function socketsOf(workFolder: string): string[] {
  const profile = pathToFileURL(join(workFolder, 'profile')).href
  const hash = [...createHash('md5').update(profile, 'utf16le').digest()].map(byte => byte.toString(16))
  const names = [basename(workFolder), `SingleOfficeIPC_${hash.join('')}`]
  return names.map(name => `/tmp/OSL_PIPE_${process.getuid?.()}_${name}`)
}
