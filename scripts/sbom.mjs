/** `npm run sbom -- sbom.cdx.json`: writes the software bill of materials; `--debian` adds the installed Debian packages, as in the container image. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeComponents, dpkgFormat, readDebianPackages } from './sbom/describe-components.mjs'

const { values, positionals } = parseArgs({
  options: { debian: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [target] = positionals
if (target === undefined) {
  console.error('Usage: npm run sbom -- <file> [--debian]')
  process.exit(2)
}

/** @param {string} name of a file of the repository */
const readJson = name => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

function installedPackages() {
  const [, version = ''] = /^VERSION_ID="?([\w.]+)"?$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? []
  const listed = execFileSync('dpkg-query', ['-W', `-f=${dpkgFormat}`], { encoding: 'utf8' })
  return readDebianPackages(listed, `debian-${version}`)
}

const { name, version } = readJson('package.json')
const document = describeComponents({
  name,
  version,
  lockfile: readJson('package-lock.json'),
  debianPackages: values.debian ? installedPackages() : [],
})
writeFileSync(target, `${JSON.stringify(document, null, 2)}\n`)
console.log(`${document.components.length} components in ${target}`)
