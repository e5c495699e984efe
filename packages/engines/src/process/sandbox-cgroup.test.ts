import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCgroup } from './sandbox-cgroup.ts'

/** Uses a plain folder instead of a cgroup: tests which files are written, not what the kernel does. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filesmith-cgroup-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const groups = () => readdirSync(folder).filter(name => name.startsWith('filesmith-sandbox-'))
const read = (name: string) => readFileSync(join(folder, groups()[0] ?? '', name), 'utf8')

test('openCgroup: a sandbox gets limits on memory, swap and processes, and its program joins before it runs', () => {
  const cgroup = openCgroup(folder).create({ processes: 64, memoryBytes: 1000 })
  expect(readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids')
  expect([read('pids.max'), read('memory.max'), read('memory.swap.max')]).toEqual(['64', '1000', '0'])
  expect(read('memory.oom.group')).toBe('1')
  const [command = '', ...args] = cgroup.argv
  const joined = execFileSync(command, [...args, '/bin/cat', join(folder, groups()[0] ?? '', 'cgroup.procs')])
  expect(joined.toString()).toBe('0\n')
})

test('openCgroup: a group that cannot be joined runs nothing', () => {
  const [command = '', ...args] = openCgroup(folder).create({ processes: 1 }).argv
  rmSync(join(folder, groups()[0] ?? ''), { recursive: true })
  expect(() => execFileSync(command, [...args, '/bin/true'], { stdio: 'ignore' })).toThrowError()
})

test('openCgroup: groups are removed, those of a killed worker at the next start', () => {
  mkdirSync(join(folder, 'filesmith-sandbox-1-0'))
  const busy = join(folder, 'filesmith-sandbox-1-1')
  mkdirSync(busy)
  // A folder that is not empty cannot be removed, like a group that has processes.
  writeFileSync(join(busy, 'process'), '')
  mkdirSync(join(folder, 'other'))
  openCgroup(folder)
  expect(readdirSync(folder).sort()).toEqual(['cgroup.subtree_control', 'filesmith-sandbox-1-1', 'other'])
  expect(existsSync(busy)).toBe(true)
})

test('openCgroup: reports that the kernel killed a process for the memory limit', () => {
  const cgroup = openCgroup(folder).create({ processes: 1, memoryBytes: 1 })
  const events = join(folder, groups()[0] ?? '', 'memory.events')
  writeFileSync(events, 'low 0\nhigh 0\nmax 3\noom 1\noom_kill 0\n')
  expect(cgroup.hasHitMemoryLimit()).toBe(false)
  writeFileSync(events, 'low 0\nhigh 0\nmax 3\noom 1\noom_kill 2\n')
  expect(cgroup.hasHitMemoryLimit()).toBe(true)
})
