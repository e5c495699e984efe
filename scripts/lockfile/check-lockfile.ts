/** Checks the lockfile, so that `npm ci` installs the same packages on arm64 and x64 from any registry. */

interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly os?: string | readonly string[]
  readonly cpu?: string | readonly string[]
  readonly libc?: string | readonly string[]
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

/** Every build for Linux exists for both kinds of machine, with glibc and, where one has it, with musl. */
function checkOtherMachine(path: string, entry: LockEntry, entries: LockEntries): string[] {
  const [os, cpu] = [entry.os ?? [], entry.cpu ?? []].map(value => [value].flat())
  const [machine = '', ...more] = cpu ?? []
  const other = { arm64: 'x64', x64: 'arm64' }[machine]
  if (!os?.includes('linux') || more.length > 0 || other === undefined) return []
  const otherVersion = entries[path.replaceAll(machine, other)]?.version
  if (otherVersion === entry.version) return []
  return [`${path}: is ${entry.version}, but for ${other} the lockfile has ${otherVersion ?? 'nothing'}`]
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
