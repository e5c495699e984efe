/** The Debian packages Filesmith needs, and the installation of missing ones. */
import { runQuietly } from './run-quietly.mjs'
import { SetupError, say, secondsSince } from './say.mjs'

/**
 * The lite image has only what is in no set: no documents, OCR, speech and translation. `standard` is installed by default,
 * `full` only with ENGINES=full: it is for large engines that few installations need (decision record 102).
 * @typedef {'standard' | 'full'} PackageSet
 * @typedef {{ name: string, isForTestsOnly: boolean, set?: PackageSet }} SystemPackage
 */

/** @type {PackageSet} */
const defaultSet = 'standard'

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {PackageSet}
 */
export function chosenSet({ ENGINES: given }) {
  if (given === undefined || given === '') return defaultSet
  if (given !== 'standard' && given !== 'full')
    throw new SetupError('ENGINES must be standard or full; see docs/configuration.md.')
  return given
}

/**
 * @param {PackageSet | 'none'} chosen
 * @returns {(listed: SystemPackage) => boolean}
 */
export function isInSet(chosen) {
  return ({ set }) => set === undefined || set === chosen || (set === 'standard' && chosen === 'full')
}

/**
 * Reason and license of each: docs/dependencies.md.
 * @type {SystemPackage[]}
 */
export const systemPackages = [
  { name: 'bubblewrap', isForTestsOnly: false },
  { name: 'fontconfig', isForTestsOnly: false },
  { name: 'fonts-liberation2', isForTestsOnly: false },
  { name: 'ffmpeg', isForTestsOnly: false },
  { name: 'libheif1', isForTestsOnly: false },
  { name: 'libheif-examples', isForTestsOnly: false },
  { name: 'libraw-bin', isForTestsOnly: false },
  { name: 'fonts-noto-core', isForTestsOnly: false },
  { name: 'fonts-noto-cjk', isForTestsOnly: false },
  { name: 'libreoffice-writer-nogui', isForTestsOnly: false, set: 'standard' },
  { name: 'libreoffice-calc-nogui', isForTestsOnly: false, set: 'standard' },
  { name: 'libreoffice-impress-nogui', isForTestsOnly: false, set: 'standard' },
  { name: 'libreoffice-draw-nogui', isForTestsOnly: false, set: 'standard' },
  { name: 'libreoffice-math-nogui', isForTestsOnly: false, set: 'standard' },
  { name: 'python3-uno', isForTestsOnly: false, set: 'standard' },
  { name: 'poppler-utils', isForTestsOnly: false, set: 'standard' },
  { name: 'librsvg2-bin', isForTestsOnly: false, set: 'standard' },
  { name: 'pandoc', isForTestsOnly: false, set: 'standard' },
  { name: 'djvulibre-bin', isForTestsOnly: false, set: 'standard' },
  { name: '7zip', isForTestsOnly: false },
  { name: 'libarchive-tools', isForTestsOnly: false },
  { name: 'qpdf', isForTestsOnly: false },
  { name: 'tesseract-ocr', isForTestsOnly: false, set: 'standard' },
  { name: 'tesseract-ocr-all', isForTestsOnly: false, set: 'standard' },
  { name: 'apertium', isForTestsOnly: false, set: 'standard' },
  { name: 'apertium-eng-spa', isForTestsOnly: false, set: 'standard' },
  { name: 'apertium-fr-es', isForTestsOnly: false, set: 'standard' },
  { name: 'apertium-es-pt', isForTestsOnly: false, set: 'standard' },
  { name: 'apertium-spa-ita', isForTestsOnly: false, set: 'standard' },
  // Used by Italian to Spanish without a declared dependency.
  { name: 'cg3', isForTestsOnly: false, set: 'standard' },
  { name: 'chromium-headless-shell', isForTestsOnly: true },
  { name: 'espeak-ng', isForTestsOnly: true },
  { name: 'unar', isForTestsOnly: true },
  { name: 'epubcheck', isForTestsOnly: true },
  { name: 'libmobi-tools', isForTestsOnly: true },
  { name: 'libfaketime', isForTestsOnly: true },
  { name: 'gifsicle', isForTestsOnly: true },
  { name: 'tmux', isForTestsOnly: true },
]

/**
 * Also needed in a container image: an init process (PID 1) that reaps orphaned engine processes.
 * @type {SystemPackage[]}
 */
export const imagePackages = [{ name: 'tini', isForTestsOnly: false }]

/**
 * What the set-up needs from the machine; replaced in tests.
 * @typedef {object} Machine
 * @property {(names: string[]) => Promise<Set<string>>} installedAmong the names that dpkg reports as installed
 * @property {() => Promise<string[] | undefined>} rootPrefix prefix that runs a command as root, or undefined if that is not possible
 * @property {(command: [string, ...string[]]) => Promise<{ isOk: boolean, output: string }>} run
 */

// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholders are dpkg-query's.
const statusFormat = '${Package} ${db:Status-Status}\\n'

/** @type {Machine} */
const thisMachine = {
  async installedAmong(names) {
    // Exits with an error if a name is unknown, but still lists the others.
    const { stdout } = await runQuietly(['dpkg-query', '-W', `-f=${statusFormat}`, ...names])
    const lines = stdout.split('\n').map(line => line.split(' '))
    return new Set(lines.filter(([, status]) => status === 'installed').map(([name = '']) => name))
  },
  async rootPrefix() {
    if (!(await runQuietly(['apt-get', '--version'])).isOk) return undefined
    if (process.getuid?.() === 0) return []
    return (await runQuietly(['sudo', '-n', 'true'])).isOk ? ['sudo', '-n'] : undefined
  },
  run: command => runQuietly(command),
}

/**
 * Installs missing packages. Without root it prints the command to run, and
 * fails only if the packages are required.
 * @param {readonly SystemPackage[]} packages
 * @param {{ isRequired: boolean, machine?: Machine }} options
 */
export async function ensureSystemPackages(packages, { isRequired, machine = thisMachine }) {
  const names = packages.map(({ name }) => name)
  const installed = await machine.installedAmong(names)
  const missing = names.filter(name => !installed.has(name))
  if (missing.length === 0) return

  const prefix = await machine.rootPrefix()
  const failure = prefix === undefined ? '' : await install(missing, prefix, machine)
  if (failure === undefined) return

  const advice = `Missing Debian packages: ${missing.join(', ')}. Install them with: sudo apt-get install --no-install-recommends ${missing.join(' ')}`
  if (failure !== '') process.stderr.write(failure)
  if (isRequired) throw new SetupError(advice)
  say(advice)
}

/**
 * @param {string[]} missing
 * @param {string[]} rootPrefix
 * @param {Machine} machine
 * @returns {Promise<string | undefined>} the output of apt-get if it failed
 */
async function install(missing, rootPrefix, machine) {
  const startedAtMs = performance.now()
  say(`Installing Debian packages: ${missing.join(', ')} ...`)
  // Set by `env` because sudo drops the caller's environment.
  /** @type {[string, ...string[]]} */
  const aptGet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=300']
  /** @param {string[]} args */
  const asRoot = args => {
    const [program = 'env', ...rest] = [...rootPrefix, ...aptGet, ...args]
    return machine.run([program, ...rest])
  }
  const update = await asRoot(['update'])
  // A failed update of one source is not fatal; the installation decides.
  const installation = await asRoot(['install', '-y', '--no-install-recommends', ...missing])
  if (!installation.isOk) return update.output + installation.output
  say(`Debian packages installed in ${secondsSince(startedAtMs)}.`)
  return undefined
}
