/**
 * Debian's ffmpeg loads 213 libraries, which takes the dynamic linker 0.1 s of each start. Those that no conversion calls
 * are replaced by stubs, and their dependencies are not loaded at all: a start takes a fifth of that. libheif is linked
 * with an encoder under the GPL, which the programs of this package must not load.
 */
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Exit, exitSignal } from './exit-cause.ts'
import { neededLibraries, writeLibraryStub } from './library-stub.ts'
import { type ProcessRun, runProcess } from './run-process.ts'
import { pathInside, type Sandbox } from './sandbox.ts'

/**
 * Not those of decoders and demuxers that the content of a file can choose, nor those that ffmpeg calls at every start
 * or for every format that it probes (GnuTLS, libopenmpt, libgme).
 */
const unusedLibraries: ReadonlySet<string> = new Set([
  // Devices.
  ...['raw1394', 'avc1394', 'rom1394', 'iec61883', 'dc1394', 'cdio_paranoia', 'cdio_cdda', 'caca', 'GL'],
  ...['jack', 'openal', 'asound', 'pulse', 'sndio', 'SDL2-2.0', 'xcb', 'xcb-shm', 'xcb-shape', 'xcb-xfixes'],
  ...['X11', 'Xext', 'Xv'],
  // Hardware acceleration.
  ...['va', 'va-drm', 'va-x11', 'vdpau', 'drm', 'mfx', 'vpl', 'OpenCL', 'vulkan', 'placebo'],
  // Protocols, and demuxers and decoders of playlists, optical discs and images, which are never allowed.
  ...['rabbitmq', 'rist', 'srt-gnutls', 'ssh-gcrypt', 'ssh', 'zmq', 'xml2', 'bluray'],
  ...['rsvg-2', 'cairo', 'gobject-2.0', 'jxl', 'jxl_threads'],
  // Filters and encoders that no conversion names.
  ...['pocketsphinx', 'sphinxbase', 'bs2b', 'lilv-0', 'rubberband', 'mysofa', 'vidstab', 'chromaprint'],
  ...['flite_cmu_us_awb', 'flite_cmu_us_kal', 'flite_cmu_us_kal16', 'flite_cmu_us_rms', 'flite_cmu_us_slt'],
  ...['flite', 'codec2', 'rav1e', 'shine'],
])

const libraryFolders: Readonly<Partial<Record<NodeJS.Architecture, string>>> = {
  arm64: '/usr/lib/aarch64-linux-gnu',
  x64: '/usr/lib/x86_64-linux-gnu',
}
const ownLibrary = /^lib(?:av|sw|postproc)/
/** Changes with every library that is installed, updated or removed. */
const linkerCache = '/etc/ld.so.cache'
/** Increased when stubs are written differently. */
const stubFormat = 2
const foldersKept = 'filesmith-libraries-'
const targetFolder = '/run/library-stubs'
const heifLibrary = 'libheif.so.1'
const heifEncoder = 'x265'

type Libraries = Required<Pick<ProcessRun, 'mounts' | 'env'>>

interface Stubs {
  readonly version: number
  /** Null if there are none for this system. */
  readonly folder: string | null
}

let stubs: Stubs | undefined
let areRefused = false

/** The exit code of the dynamic linker, for a library or symbol that it does not find. */
const notLinked = 127

/** Runs ffmpeg or ffprobe with stubs; with all libraries, if a stub may be the reason of a failure. */
export async function runTrimmed(sandbox: Sandbox, run: ProcessRun): Promise<Exit> {
  let mayNeedAll = false
  const failure = (exit: Exit) => {
    if (exit.code === notLinked) areRefused = true
    mayNeedAll = exit.code === notLinked || exitSignal(exit) === 'SIGSEGV'
    return run.failure(exit)
  }
  try {
    return await runProcess(sandbox, { ...run, ...trimmedLibraries(sandbox), failure })
  } catch (error) {
    if (!mayNeedAll || run.signal.aborted) throw error
    return runProcess(sandbox, run)
  }
}

/** What a program needs to start ffmpeg with stubs; nothing where they cannot be made. */
export function trimmedLibraries(sandbox: Pick<Sandbox, 'hasOwnPaths'>): Libraries {
  return areRefused ? { mounts: [], env: {} } : librariesFrom('ffmpeg', sandbox)
}

/** What a program needs to load libheif without its encoder: it may load `LIBHEIF`, if that is set. */
export function heifWithoutEncoder(sandbox: Pick<Sandbox, 'hasOwnPaths'>): Libraries {
  const { mounts, env } = librariesFrom('libheif', sandbox)
  return { mounts, env: env.LD_LIBRARY_PATH === undefined ? {} : { ...env, LIBHEIF: heifLibrary } }
}

function librariesFrom(name: 'ffmpeg' | 'libheif', sandbox: Pick<Sandbox, 'hasOwnPaths'>): Libraries {
  const parent = stubFolder()
  const folder = parent === null ? '' : join(parent, name)
  if (!existsSync(folder)) return { mounts: [], env: {} }
  const mount = { source: folder, target: join(targetFolder, name), isOptional: true }
  return { mounts: [mount], env: { LD_LIBRARY_PATH: pathInside(sandbox, mount) } }
}

function stubFolder(): string | null {
  const version = statSync(linkerCache, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (stubs?.version !== version || (stubs.folder !== null && !existsSync(stubs.folder)))
    stubs = { version, folder: findOrWriteStubs(tmpdir(), version) }
  return stubs.folder
}

/** Shared by all workers of this user, and kept between their starts. */
export function findOrWriteStubs(parent: string, version: number): string | null {
  const contents = createHash('sha256')
    .update(`${stubFormat} ${[...unusedLibraries].join(' ')}`)
    .digest('hex')
  const name = `${process.getuid?.()}-${Math.round(version)}-${contents.slice(0, 8)}`
  const folder = join(parent, `${foldersKept}${name}`)
  try {
    if (isOwn(folder)) return folder
    const unfinished = mkdtempSync(join(parent, foldersKept))
    try {
      const finished = join(unfinished, 'stubs')
      mkdirSync(finished, { mode: 0o755 })
      writeStubs(finished)
      renameSync(finished, folder)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
    return folder
  } catch {
    // Another worker was faster, or the system is not one of those known here.
    return isOwn(folder) ? folder : null
  }
}

/** In a folder of another user, the stubs could be libraries with code. */
function isOwn(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  return stats?.isDirectory() === true && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0
}

function writeStubs(target: string): void {
  const folder = libraryFolders[process.arch]
  if (folder === undefined) throw new Error(`No folder of libraries is known for ${process.arch}`)
  const own = neededLibraries('/usr/bin/ffmpeg').filter(name => ownLibrary.test(name))
  const needed = new Set(own.flatMap(name => neededLibraries(join(folder, name))))
  writeSome('ffmpeg', needed, unusedLibraries)
  if (existsSync(join(folder, heifLibrary)))
    writeSome('libheif', neededLibraries(join(folder, heifLibrary)), new Set([heifEncoder]))

  function writeSome(name: string, all: Iterable<string>, unused: ReadonlySet<string>): void {
    const names = [...all].filter(library => unused.has(baseName(library)))
    if (names.length === 0) throw new Error(`No library of ${name} can be left out`)
    mkdirSync(join(target, name), { mode: 0o755 })
    for (const library of names) writeLibraryStub(join(folder ?? '', library), join(target, name, library))
  }
}

/** `libxcb-shm.so.0` becomes `xcb-shm`. */
function baseName(fileName: string): string {
  return fileName.replace(/^lib/, '').replace(/\.so[.\d]*$/, '')
}
