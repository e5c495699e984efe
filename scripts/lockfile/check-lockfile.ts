/** Checks the lockfile, so that `npm ci` installs the same packages on arm64 and x64 from any registry. */

interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type LockEntries = Readonly<Record<string, LockEntry>>

export function checkLockfile(entries: LockEntries): string[] {
  const installed = Object.entries(entries).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  return [
    ...installed.flatMap(([path, entry]) => checkOrigin(path, entry)),
    ...installed.flatMap(([path, entry]) => checkOtherMachine(path, entry, entries)),
    ...absentOptionals(entries).map(
      ({ path, name }) => `${path}: its optional package ${name} is not locked (npm run lock:trim drops it)`,
    ),
  ]
}

function checkOrigin(path: string, { resolved, integrity }: LockEntry): string[] {
  return [
    ...(resolved === undefined ? [] : [`${path}: contains its download address`]),
    ...(integrity === undefined ? [`${path}: has no integrity hash`] : []),
  ]
}

function checkOtherMachine(path: string, entry: LockEntry, entries: LockEntries): string[] {
  const { os = [], cpu = [], libc, version } = entry
  if (!os.includes('linux') || libc?.includes('glibc') === false || cpu.length !== 1) return []
  const other = { arm64: 'x64', x64: 'arm64' }[cpu[0] ?? '']
  if (other === undefined) return []
  const otherPath = path.replaceAll(`${cpu[0]}`, other)
  const otherVersion = entries[otherPath]?.version
  if (otherVersion === version) return []
  return [`${path}: is ${version}, but for ${other} the lockfile has ${otherVersion ?? 'nothing'}`]
}

/**
 * Optional packages for other platforms which the registry lacked when the lockfile was written.
 * `npm ci` requests each again and then reports the lockfile as out of date.
 */
export function absentOptionals(entries: LockEntries): { path: string; name: string }[] {
  return Object.entries(entries).flatMap(([path, { optionalDependencies = {} }]) => {
    return Object.keys(optionalDependencies)
      .filter(name => !isReachable(path, name, entries))
      .map(name => ({ path, name }))
  })
}

function isReachable(from: string, name: string, entries: LockEntries): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in entries) return true
    if (folder === '') return false
    if (!folder.includes('/node_modules/')) return `node_modules/${name}` in entries
  }
}
