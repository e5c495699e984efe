import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rootFolder } from './root-folder.mjs'

/** Prints its process id, then every signal it receives; exits after the first. */
const server = `
  const idle = setInterval(() => {}, 2 ** 30)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => { console.log('got ' + signal); clearInterval(idle) })
  }
  console.log('ready ' + process.pid)`
const failing = `console.log('ready ' + process.pid); setImmediate(() => process.exit(7))`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filesmith-foreground-'))
  writeFileSync(join(folder, 'server.mjs'), server)
  writeFileSync(join(folder, 'failing.mjs'), failing)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(...names: string[]) {
  const programs = names.map(name => ({ args: [join(folder, name)] }))
  const source = `
    import { runInForeground } from ${JSON.stringify(join(rootFolder, 'scripts/run-in-foreground.mjs'))}
    process.exitCode = await runInForeground(${JSON.stringify(programs)})`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface(parent.stdout).on('line', line => lines.push(line))
  return { parent, lines }
}

async function untilReady({ parent, lines }: { parent: ChildProcess; lines: string[] }, count: number) {
  while (lines.filter(line => line.startsWith('ready')).length < count) {
    if (parent.stdout !== null) await once(parent.stdout, 'data')
  }
}

function isAlive(line: string): boolean {
  try {
    return process.kill(Number(line.replace('ready ', '')), 0)
  } catch {
    return false
  }
}

describe('programs in the foreground', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends all programs, reaches each once and leaves no process',
    async signal => {
      const run = start('server.mjs', 'server.mjs')
      await untilReady(run, 2)
      run.parent.kill(signal)
      // Like npm, which forwards the signal that the terminal has already sent.
      run.parent.kill(signal)
      const [code] = await once(run.parent, 'close')
      expect(code).toBe(0)
      expect(run.lines.filter(line => line === `got ${signal}`)).toHaveLength(2)
      expect(run.lines.filter(line => line.startsWith('ready')).filter(isAlive)).toEqual([])
    },
  )

  test('a program that fails ends the others, and its exit code is returned', async () => {
    const run = start('server.mjs', 'failing.mjs')
    const [code] = await once(run.parent, 'close')
    expect(code).toBe(7)
    expect(run.lines.filter(line => line.startsWith('ready')).filter(isAlive)).toEqual([])
  })
})
