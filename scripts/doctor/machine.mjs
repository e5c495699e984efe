/** Checks the machine: Debian release, processor, Node and npm. */
import { readFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { runQuietly } from '../setup/run-quietly.mjs'

/** @typedef {import('./report.mjs').Finding} Finding */

const leastDebian = 12
const leastNode = 20
const knownArchitectures = ['arm64', 'x64']

/** @returns {Promise<Finding[]>} */
export async function checkMachine() {
  const npm = await runQuietly(['npm', '--version'])
  return [
    describeSystem(readRelease(), platform()),
    describeArchitecture(arch()),
    describeNode(process.versions.node),
    describeNpm(npm.isOk ? npm.stdout.trim() : undefined),
  ]
}

function readRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8')
  } catch {
    return ''
  }
}

/**
 * @param {string} release the content of /etc/os-release
 * @param {string} system
 * @returns {Finding}
 */
export function describeSystem(release, system) {
  const about = { area: 'machine', name: 'system' }
  const fix = 'Filesmith is tested on Debian 12 or later.'
  /** @param {string} key */
  const fieldOf = key => new RegExp(`^${key}="?([^"\\n]*)"?$`, 'm').exec(release)?.[1]
  const found = fieldOf('PRETTY_NAME') ?? system
  if (system !== 'linux') return { ...about, status: 'problem', found, fix }
  if (fieldOf('ID') !== 'debian') return { ...about, status: 'warning', found, fix }
  // Testing and unstable have no version number and are newer than any release.
  const version = Number(fieldOf('VERSION_ID') ?? leastDebian)
  return version >= leastDebian
    ? { ...about, status: 'ok', found }
    : { ...about, status: 'problem', found, fix }
}

/**
 * @param {string} architecture
 * @returns {Finding}
 */
export function describeArchitecture(architecture) {
  const about = { area: 'machine', name: 'processor', found: architecture }
  if (knownArchitectures.includes(architecture)) return { ...about, status: 'ok' }
  return { ...about, status: 'problem', fix: `Filesmith runs on ${knownArchitectures.join(' and ')}.` }
}

/**
 * @param {string} version
 * @returns {Finding}
 */
export function describeNode(version) {
  const about = { area: 'machine', name: 'Node', found: version }
  if (Number.parseInt(version, 10) >= leastNode) return { ...about, status: 'ok' }
  return { ...about, status: 'problem', fix: `Install Node ${leastNode} or later.` }
}

/**
 * @param {string | undefined} version
 * @returns {Finding}
 */
function describeNpm(version) {
  const about = { area: 'machine', name: 'npm', found: version ?? 'missing' }
  return version === undefined
    ? { ...about, status: 'problem', fix: 'Install npm.' }
    : { ...about, status: 'ok' }
}
