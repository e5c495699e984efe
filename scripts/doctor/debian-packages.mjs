/** Checks the Debian packages: installed, and at least the version Filesmith is tested with. */
import { runQuietly } from '../setup/run-quietly.mjs'
import { chosenSet, isInSet, systemPackages } from '../setup/system-packages.mjs'

/** @typedef {import('./report.mjs').Finding} Finding */

/**
 * Minimum versions, those of Debian 12, where options or codecs depend on them.
 * @type {Record<string, string>}
 */
const leastVersions = {
  bubblewrap: '0.8',
  ffmpeg: '5.1',
  libheif1: '1.15',
  'libreoffice-writer-nogui': '7.4',
  'libreoffice-draw-nogui': '7.4',
  'python3-uno': '7.4',
  '7zip': '22.01',
  'tesseract-ocr': '5.3',
  apertium: '3.8',
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholders are dpkg-query's.
const format = '${Package} ${db:Status-Status} ${Version}\\n'

/** @returns {Promise<Finding[]>} */
export async function checkDebianPackages() {
  const names = systemPackages.map(({ name }) => name)
  const { stdout } = await runQuietly(['dpkg-query', '-W', `-f=${format}`, ...names])
  const versions = readVersions(stdout)
  const findings = []
  for (const listed of systemPackages) {
    const { name, isForTestsOnly } = listed
    // A package of another set may be installed by hand, and is checked then.
    const isWanted = isInSet(chosenSet(process.env))(listed) || versions.has(name)
    if (isForTestsOnly || !isWanted) continue
    const version = versions.get(name)
    findings.push(describePackage(name, version, await isTooOld(name, version)))
  }
  return [...findings, describeTestPackages(versions)]
}

/**
 * @param {string} listed as dpkg-query writes it
 * @returns {Map<string, string>} version by name, of what is installed
 */
export function readVersions(listed) {
  const rows = listed.split('\n').map(line => line.split(' '))
  return new Map(
    rows.filter(([, status]) => status === 'installed').map(([name = '', , version = '']) => [name, version]),
  )
}

/**
 * Compares by dpkg's rules, ignoring the epoch.
 * @param {string} name
 * @param {string | undefined} version
 */
async function isTooOld(name, version) {
  const least = leastVersions[name]
  if (least === undefined || version === undefined) return false
  const upstream = version.replace(/^\d+:/, '')
  return (await runQuietly(['dpkg', '--compare-versions', upstream, 'lt', least])).isOk
}

/**
 * @param {string} name
 * @param {string | undefined} version
 * @param {boolean} isOld
 * @returns {Finding}
 */
export function describePackage(name, version, isOld) {
  const about = { area: 'packages', name }
  const fix = `sudo apt-get install --no-install-recommends ${name}`
  if (version === undefined) return { ...about, status: 'problem', found: 'missing', fix }
  if (!isOld) return { ...about, status: 'ok', found: version }
  const found = `${version}, older than ${leastVersions[name]}`
  return { ...about, status: 'problem', found, fix: `sudo apt-get update && ${fix}` }
}

/**
 * @param {Map<string, string>} versions
 * @returns {Finding}
 */
function describeTestPackages(versions) {
  const names = systemPackages.filter(({ isForTestsOnly }) => isForTestsOnly).map(({ name }) => name)
  const missing = names.filter(name => !versions.has(name))
  const found =
    missing.length === 0 ? 'installed' : `not installed (needed only by npm test): ${missing.join(', ')}`
  return { area: 'packages', name: 'for tests', status: 'ok', found }
}
