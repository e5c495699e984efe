import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesBelow, hashFiles, hashWords } from './hash-files.mjs'

describe('hashFiles', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'filesmith-hash-'))
    for (const name of ['src', 'dist', 'node_modules']) mkdirSync(join(folder, name))
    for (const name of ['src/a.ts', 'src/b.ts', 'dist/a.js', 'node_modules/x.js']) {
      writeFileSync(join(folder, name), name)
    }
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const fingerprint = () => hashFiles(folder, filesBelow(folder))

  test('ignores build output and installed packages', () => {
    const before = fingerprint()
    writeFileSync(join(folder, 'dist/a.js'), 'rebuilt')
    writeFileSync(join(folder, 'node_modules/y.js'), 'installed')
    expect(fingerprint()).toBe(before)
  })

  test('does not depend on the location of the checkout', () => {
    const before = fingerprint()
    const elsewhere = `${folder}-moved`
    renameSync(folder, elsewhere)
    folder = elsewhere
    expect(fingerprint()).toBe(before)
  })

  test.each([
    ['a byte', () => writeFileSync(join(folder, 'src/a.ts'), 'src/A.ts')],
    ['a name', () => renameSync(join(folder, 'src/a.ts'), join(folder, 'src/c.ts'))],
    ['a new file', () => writeFileSync(join(folder, 'src/c.ts'), '')],
    ['a lost file', () => rmSync(join(folder, 'src/a.ts'))],
  ])('changes with %s', (_what, change) => {
    const before = fingerprint()
    change()
    expect(fingerprint()).not.toBe(before)
  })

  test('separates its inputs', () => {
    expect(hashWords(['ab', 'c'])).not.toBe(hashWords(['a', 'bc']))
  })
})
