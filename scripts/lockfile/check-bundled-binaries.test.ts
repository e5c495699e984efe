import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBundledBinaries } from './check-bundled-binaries.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filesmith-binaries-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function addBinary(path: string, machine: number): void {
  const header = Buffer.alloc(64)
  header.write('\x7fELF', 'latin1')
  header[5] = 1
  header.writeUInt16LE(machine, 18)
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), header)
}

const arm64 = 'node_modules/speech/bin/linux/arm64/binding.node'
const x64 = 'node_modules/speech/bin/linux/x64/binding.node'

test('checkBundledBinaries: passes with both machines, and ignores other platforms', () => {
  addBinary(arm64, 183)
  addBinary(x64, 62)
  addBinary('node_modules/speech/bin/darwin/arm64/binding.node', 0)
  expect(checkBundledBinaries(folder)).toEqual([])
})

test('checkBundledBinaries: reports a missing build and a build for another machine', () => {
  addBinary(arm64, 183)
  addBinary('node_modules/@scope/two/linux/arm64/a.node', 62)
  addBinary('node_modules/@scope/two/linux/x64/a.node', 62)
  expect(checkBundledBinaries(folder)).toEqual([
    'node_modules/@scope/two/linux/arm64/a.node: is not for arm64',
    `${arm64}: has no build for x64`,
  ])
})
