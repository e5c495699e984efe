/** Starts a LibreOffice helper: a Python program in the sandbox that runs its own LibreOffice instance. */
import { createHash } from 'node:crypto'
import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type HelperProcess, startHelper } from '../process/helper-process.ts'
import { launcherMount, withoutConnectArgv } from '../process/landlock-sandbox.ts'
import { pathInside, type Sandbox } from '../process/sandbox.ts'

export const python = '/usr/bin/python3'
const programFolder = realpathSync(fileURLToPath(new URL('office', import.meta.url)))
const sandboxedProgramFolder = '/app/office'
const sandboxedWorkFolder = '/tmp/office'
/** Debian's folder for LibreOffice's settings, which the program folder only links to. */
const settingsFolder = '/etc/libreoffice'
/** Extensions of the installation: LibreOffice ends if it sees these folders but cannot read them. */
const extensionFolders = ['/var/lib/libreoffice', '/var/spool/libreoffice']
/** Space for a document, its result and temporary files; memory is used only as far as it is filled. */
const tmpBytes = 1024 ** 3
/** Memory of LibreOffice before its first document. */
const loadedBytes = 512 * 1024 * 1024

export function startOfficeHelper(sandbox: Sandbox, maxMemoryBytes: number): HelperProcess {
  const program = { source: programFolder, target: sandboxedProgramFolder }
  const settings = { source: settingsFolder, target: settingsFolder }
  const common = {
    command: python,
    system: 'programs',
    usesUnixSockets: true,
    tmpBytes,
    limits: { memoryBytes: maxMemoryBytes + loadedBytes },
  } as const
  const argsIn = (workFolder: string) => ['-B', join(pathInside(sandbox, program), 'main.py'), workFolder]
  if (sandbox.hasOwnPaths)
    return startHelper(
      sandbox.prepare({ ...common, args: argsIn(sandboxedWorkFolder), mounts: [program, settings] }),
    )
  const workFolder = mkdtempSync(join(tmpdir(), 'filesmith-office-'))
  const extensions = extensionFolders.map(folder => ({ source: folder, target: folder }))
  const work = { source: workFolder, target: workFolder, isWritable: true }
  // LibreOffice reads documents, so it must not reach the sockets of other programs; only the helper connects.
  const launcher = sandbox.kind === 'landlock' ? withoutConnectArgv() : []
  const helper = startHelper(
    sandbox.prepare({
      ...common,
      args: [...argsIn(workFolder), ...launcher],
      mounts: [program, settings, ...extensions, work, launcherMount],
    }),
  )
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
