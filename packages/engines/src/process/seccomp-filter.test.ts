import { describe, expect, test } from 'vitest'
import type { SandboxArchitecture } from './bpf-program.ts'
import { allowed, evaluateFilter, type FilteredCall, killed, refused } from './evaluate-filter.fixture.ts'
import { deniedSyscalls, seccompFilter, syscallNumber } from './seccomp-filter.ts'

const evaluate = (architecture: SandboxArchitecture, call: FilteredCall) =>
  evaluateFilter(seccompFilter(architecture), architecture, call)

/** Calls that engines need: read, mmap, openat, execve, futex, exit_group, wait4, prlimit64. */
const ordinary = { x64: [0, 9, 257, 59, 202, 231, 61, 302], arm64: [63, 222, 56, 221, 98, 94, 260, 261] }

describe.each(['x64', 'arm64'] as const)('seccompFilter: %s', architecture => {
  const judge = (name: Parameters<typeof syscallNumber>[0], ...args: number[]) => {
    const number = syscallNumber(name, architecture)
    if (number === undefined) throw new Error(`${name} has no number`)
    return evaluate(architecture, { number, args })
  }

  test('refuses every denied call and allows ordinary ones', () => {
    for (const name of deniedSyscalls) {
      const number = syscallNumber(name, architecture)
      if (number !== undefined) expect([name, evaluate(architecture, { number })]).toEqual([name, refused(1)])
    }
    for (const number of ordinary[architecture]) expect(evaluate(architecture, { number })).toBe(allowed)
  })

  test('kills a process that makes calls of another architecture', () => {
    for (const auditArch of [0x40000003, 0x40000028, 0])
      expect(evaluate(architecture, { number: ordinary[architecture][0] ?? 0, auditArch })).toBe(killed)
  })

  test('refuses calls newer than itself, and those of x32', () => {
    for (const number of [463, 512, 547, 0x40000000, 0x40000000 + 41, 0xffffffff])
      expect(evaluate(architecture, { number })).toBe(refused(38))
  })

  test('clone creates threads and processes but no namespaces', () => {
    expect(judge('clone', 17)).toBe(allowed)
    expect(judge('clone', 0x3d0f00)).toBe(allowed)
    for (const bit of [17, 25, 26, 27, 28, 29, 30]) expect(judge('clone', 2 ** bit + 17)).toBe(refused(1))
    expect(judge('clone3')).toBe(refused(38))
  })

  test('only Unix sockets are allowed', () => {
    for (const name of ['socket', 'socketpair'] as const) {
      expect(judge(name, 1, 1)).toBe(allowed)
      for (const family of [0, 2, 10, 16, 17, 38, 40]) expect(judge(name, family, 1)).toBe(refused(97))
    }
  })

  test('terminal input injection and personality changes are refused', () => {
    expect(judge('ioctl', 0, 0x5401)).toBe(allowed)
    expect(judge('ioctl', 0, 0x5412)).toBe(refused(1))
    expect(judge('ioctl', 0, 0x541c)).toBe(refused(1))
    expect(judge('personality', 0)).toBe(allowed)
    expect(judge('personality', 0xffffffff)).toBe(allowed)
    expect(judge('personality', 0x40000)).toBe(refused(1))
  })

  test('priorities of groups and of all processes of the user are refused', () => {
    for (const [name, process, others] of [
      ['setpriority', 0, [1, 2, 3]],
      ['ioprio_set', 1, [0, 2, 3]],
    ] as const) {
      expect([name, judge(name, process, 0)]).toEqual([name, allowed])
      for (const target of others)
        expect([name, target, judge(name, target, 0)]).toEqual([name, target, refused(1)])
    }
  })
})
