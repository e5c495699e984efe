/** filesmith watch on local files: existing, new and growing files, and restarts. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandLineFolder, makeCommandLineFolder } from '../support/command-line.ts'
import { drawPng } from '../support/images.ts'
import { waitUntil } from '../support/wait-until.ts'

let folder: CommandLineFolder
let child: ChildProcess
let output = ''
beforeEach(async () => {
  folder = await makeCommandLineFolder()
  await mkdir(at('in'))
})
afterEach(async () => {
  child.kill('SIGKILL')
  await folder.remove()
})

const at = (name: string) => join(folder.path, name)
const results = async () => (await readdir(at('out'))).filter(name => !name.startsWith('.')).toSorted()

function watch(...flags: readonly string[]): void {
  output = ''
  child = folder.start(['watch', 'in', '--to', 'webp', '--out', 'out', ...flags])
  child.stderr?.on('data', bytes => (output += bytes))
}

async function stop(): Promise<number | null> {
  child.kill('SIGINT')
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

test('API-35 filesmith watch: converts existing and new files, and waits for growing ones', async () => {
  const image = await drawPng(400, 300)
  await writeFile(at('in/there.png'), image)
  watch('--settle', '2')
  await waitUntil('the result of there.png', () => output.includes('✓ there.png'))

  // Written in chunks at intervals below the two seconds of --settle.
  const chunks = 6
  const step = Math.ceil(image.length / chunks)
  for (let chunk = 0; chunk < chunks; chunk++) {
    await appendFile(at('in/slow.png'), image.subarray(chunk * step, (chunk + 1) * step))
    const checkAt = Date.now() + 500
    await waitUntil('half a second', () => Date.now() > checkAt)
    expect(output).not.toContain('slow.png')
  }
  await waitUntil('the result of slow.png', () => output.includes('✓ slow.png'))
  expect(await sharp(at('out/slow.webp')).metadata()).toMatchObject({ width: 400, height: 300 })

  // Downloads are written under a temporary name first.
  await writeFile(at('in/later.png.part'), image)
  await rename(at('in/later.png.part'), at('in/later.png'))
  await writeFile(at('in/words.txt'), 'these are words')
  await waitUntil(
    'the results of later.png and words.txt',
    () => output.includes('✓ later.png') && output.includes('✗ words.txt'),
  )
  expect(await stop()).toBe(130)
  expect(await results()).toEqual(['later.webp', 'slow.webp', 'there.webp'])
  expect(folder.leftovers()).toEqual([])
}, 180_000)

test('filesmith watch: after a restart converts only new and changed files', async () => {
  await writeFile(at('in/same.png'), await drawPng(40, 30))
  await writeFile(at('in/changes.png'), await drawPng(40, 30))
  watch('--once')
  expect(await once(child, 'exit')).toEqual([0, null])
  await rm(at('out/same.webp'))
  await writeFile(at('in/changes.png'), await drawPng(80, 60))
  await writeFile(at('in/new.png'), await drawPng(20, 20))
  watch('--once')
  expect(await once(child, 'exit')).toEqual([0, null])
  // A deleted result is not created again.
  expect(await results()).toEqual(['changes.webp', 'new.webp'])
  expect(await sharp(at('out/changes.webp')).metadata()).toMatchObject({ width: 80 })
  expect(output).not.toContain('same.png')
}, 180_000)
