/** Builds a CycloneDX 1.6 document: npm packages from the lockfile, Debian packages from dpkg. */
import { createHash } from 'node:crypto'

/**
 * @typedef {{ version?: string, integrity?: string, license?: string, dev?: boolean, link?: boolean,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 * @typedef {{ type: string, 'bom-ref': string, name: string, version: string, purl: string, group?: string,
 *   hashes?: { alg: string, content: string }[], licenses?: { expression: string }[] }} Component
 * @typedef {{ ref: string, dependsOn: string[] }} Dependency
 */

const modulesFolder = 'node_modules/'

/**
 * @param {{ name: string, version: string, lockfile: Lockfile, debianPackages?: Component[] }} product
 */
export function describeComponents({ name, version, lockfile, debianPackages = [] }) {
  const root = { type: 'application', 'bom-ref': `${name}@${version}`, name, version }
  const { components: npmPackages, dependencies } = describeNpmPackages(lockfile, root['bom-ref'])
  const components = [...npmPackages, ...debianPackages]
  const content = { metadata: { component: root }, components, dependencies }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  }
}

/**
 * All production dependencies, for every platform in the lockfile. Workspaces are part of the product itself.
 * @param {Lockfile} lockfile
 * @param {string} rootRef
 */
function describeNpmPackages({ packages }, rootRef) {
  const locked = Object.entries(packages).filter(([, { dev, link }]) => !dev && !link)
  const components = new Map()
  /** @type {Map<string, Set<string>>} */
  const dependencies = new Map()
  for (const [path, locks] of locked) {
    const isOwn = !path.includes(modulesFolder)
    const ref = isOwn ? rootRef : purlOf(nameAt(path), locks.version)
    if (!isOwn) components.set(ref, describeNpmPackage(nameAt(path), ref, locks))
    const needed = dependencies.get(ref) ?? new Set()
    dependencies.set(ref, needed)
    for (const dependency of Object.keys({ ...locks.dependencies, ...locks.optionalDependencies })) {
      const found = findLocked(packages, path, dependency)
      if (found !== undefined) needed.add(purlOf(dependency, packages[found]?.version))
    }
  }
  return {
    components: [...components.values()],
    dependencies: [...dependencies].map(([ref, needed]) => ({ ref, dependsOn: [...needed].sort() })),
  }
}

/**
 * Resolves as Node does, from the folder of the importing package upward. Undefined for other platforms.
 * @param {Lockfile['packages']} packages
 * @param {string} from
 * @param {string} name
 */
function findLocked(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}${modulesFolder}${name}`
    const found = packages[path]
    if (found) return found.link ? undefined : path
    if (folder === '') return undefined
  }
}

/** @param {string} path */
function nameAt(path) {
  return path.slice(path.lastIndexOf(modulesFolder) + modulesFolder.length)
}

/**
 * @param {string} name
 * @param {string} [version]
 */
function purlOf(name, version = '') {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/**
 * @param {string} fullName
 * @param {string} purl
 * @param {LockedPackage} locks
 * @returns {Component}
 */
function describeNpmPackage(fullName, purl, { version = '', integrity, license }) {
  const [name = '', group] = fullName.split('/').reverse()
  const [algorithm = '', digest = ''] = integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group !== undefined && { group }),
    name,
    version,
    purl,
    ...(digest !== '' && {
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
      ],
    }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  }
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholders are dpkg-query's.
export const dpkgFormat = '${Package}\t${Version}\t${Architecture}\t${db:Status-Status}\n'

/**
 * @param {string} listed by dpkg-query in `dpkgFormat`
 * @param {string} distribution as in debian-12
 * @returns {Component[]}
 */
export function readDebianPackages(listed, distribution) {
  return listed
    .split('\n')
    .map(line => line.split('\t'))
    .filter(([, , , status]) => status === 'installed')
    .map(([name = '', version = '', architecture = '']) => {
      const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=${distribution}`
      return { type: 'library', 'bom-ref': purl, name, version, purl }
    })
}

/**
 * Derived from the content, so that builds are reproducible.
 * @param {string} content
 */
function uuidOf(content) {
  const hex = createHash('sha256').update(content).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(18, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
