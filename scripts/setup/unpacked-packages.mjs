/**
 * Debian programs that only tests and benchmarks run: unpacked into the checkout instead of installed, so
 * that no service is started and root is not needed.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '../root-folder.mjs'
import { hashWords } from './hash-files.mjs'
import { runQuietly } from './run-quietly.mjs'
import { SetupError, say, secondsSince } from './say.mjs'

/** Reasons and licenses: docs/dependencies.md. */
export const unpackedPackages = ['iproute2', 'memcached', 'nginx', 'python3-swift']

/** One folder per Debian release and package list. */
export const unpackedFolder = join(rootFolder, '.cache', 'debian', describeWanted())
const readyMark = join(unpackedFolder, 'ready')

export function areUnpackedPackagesCurrent() {
  return existsSync(readyMark)
}

export async function unpackPackages() {
  const startedAtMs = performance.now()
  say(`Unpacking Debian packages for tests: ${unpackedPackages.join(', ')} ...`)
  const fresh = `${unpackedFolder}.${process.pid}`
  const debs = join(fresh, 'debs')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(join(debs, 'partial'), { recursive: true })
  try {
    await fetchDebs(debs)
    const files = readdirSync(debs).filter(name => name.endsWith('.deb'))
    for (const file of files) await unpackDeb(join(debs, file), join(fresh, 'root'))
    rmSync(debs, { recursive: true })
    writeFileSync(join(fresh, 'ready'), `${files.toSorted().join('\n')}\n`)
    rmSync(unpackedFolder, { recursive: true, force: true })
    renameSync(fresh, unpackedFolder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  say(`Debian packages unpacked in ${secondsSince(startedAtMs)}.`)
}

/**
 * The packages and those of their dependencies that are not installed.
 * @param {string} debs
 */
async function fetchDebs(debs) {
  const lists = join(debs, 'lists')
  mkdirSync(join(lists, 'partial'), { recursive: true })
  const own = [
    ...['-o', `Dir::Cache::archives=${debs}`],
    // Download only, so the dpkg lock, which needs root, is not taken.
    ...['-o', 'Dir::Cache::pkgcache=', '-o', 'Dir::Cache::srcpkgcache=', '-o', 'Debug::NoLocking=1'],
    // As root, apt would download as user _apt, who may not write here.
    ...['-o', 'APT::Sandbox::User=root'],
  ]
  const withOwnLists = [...own, '-o', `Dir::State::lists=${lists}`]
  const install = ['install', '-y', '--no-install-recommends', '--download-only', ...unpackedPackages]
  if ((await runQuietly(['apt-get', '-q', ...own, ...install])).isOk) return
  // The machine's package lists are outdated or missing.
  await runQuietly(['apt-get', '-q', ...withOwnLists, 'update'])
  const second = await runQuietly(['apt-get', '-q', ...withOwnLists, ...install])
  if (second.isOk) return
  process.stderr.write(second.output)
  throw new SetupError(`These Debian packages could not be downloaded: ${unpackedPackages.join(', ')}.`)
}

/**
 * @param {string} deb
 * @param {string} into
 */
async function unpackDeb(deb, into) {
  const { isOk, output } = await runQuietly(['dpkg', '-x', deb, into])
  if (!isOk) throw new SetupError(`${deb} could not be unpacked: ${output}`)
}

function describeWanted() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const version = /^VERSION_ID="?([\w.]+)"?$/m.exec(release)?.[1] ?? 'unknown'
  return [version, process.arch, hashWords(unpackedPackages).slice(0, 12)].join('-')
}
