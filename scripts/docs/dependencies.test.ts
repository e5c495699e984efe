import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readManifest, treeOnDisk } from '../import-rules/source-tree.ts'
import { rootFolder } from '../root-folder.mjs'
import { imagePackages, systemPackages } from '../setup/system-packages.mjs'
import { unpackedPackages } from '../setup/unpacked-packages.mjs'

const read = (path: string) => readFileSync(join(rootFolder, path), 'utf8')

function listedLicenses(): Map<string, string> {
  const rows = read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|$/gm)
  return new Map([...rows].map(([, name = '', license = '']) => [name, license]))
}

function declaredPackages(): string[] {
  const tree = treeOnDisk(rootFolder)
  const folders = ['', ...(readManifest(tree, '').workspaces ?? [])]
  const names = folders.flatMap(folder => {
    const { dependencies, optionalDependencies, devDependencies } = readManifest(tree, folder)
    return Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
  })
  return [...new Set(names)].filter(name => !name.startsWith('@filesmith/'))
}

test('docs/dependencies.md lists every direct dependency and nothing else', () => {
  const debianPackages = [...systemPackages, ...imagePackages].map(({ name }) => name)
  const expected = [...declaredPackages(), ...debianPackages, ...unpackedPackages]
  expect([...listedLicenses().keys()].toSorted()).toEqual(expected.toSorted())
})

test('docs/dependencies.md names the license each npm package declares', () => {
  const { packages } = JSON.parse(read('package-lock.json'))
  const listed = listedLicenses()
  for (const name of declaredPackages()) {
    expect.soft(listed.get(name), name).toBe(packages[`node_modules/${name}`]?.license)
  }
})
