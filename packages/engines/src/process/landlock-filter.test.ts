import { describe, expect, test } from 'vitest'
import type { SandboxArchitecture } from './bpf-program.ts'
import { allowed, evaluateFilter, refused } from './evaluate-filter.fixture.ts'
import { landlockFilter, noConnectFilter, ownProcessGroup, ownProcessId } from './landlock-filter.ts'

/** Of the headers of Linux (asm/unistd_64.h and asm-generic/unistd.h), not of the filter. */
const numbers = {
  x64: {
    ...{ read: 0, execve: 59, open: 2, openat: 257, openat2: 437, truncate: 76, chmod: 90, fchmodat: 268 },
    ...{
      socket: 41,
      socketpair: 53,
      connect: 42,
      bind: 49,
      setsid: 112,
      setpgid: 109,
      kill: 62,
      tgkill: 234,
    },
    ...{
      prlimit64: 302,
      setpriority: 141,
      clone: 56,
      fcntl: 72,
      shmat: 30,
      inotify_init1: 294,
      setxattr: 188,
    },
    ...{ pidfd_send_signal: 424, sched_setaffinity: 203, faccessat: 269, utimensat: 280 },
  },
  arm64: {
    ...{ read: 63, execve: 221, open: undefined, openat: 56, openat2: 437, truncate: 45, chmod: undefined },
    ...{ fchmodat: 53, socket: 198, socketpair: 199, connect: 203, bind: 200, setsid: 157, setpgid: 154 },
    ...{ kill: 129, tgkill: 131, prlimit64: 261, setpriority: 140, clone: 220, fcntl: 25, shmat: 196 },
    ...{ inotify_init1: 26, setxattr: 5, pidfd_send_signal: 424, sched_setaffinity: 122, faccessat: 48 },
    utimensat: 88,
  },
}

describe.each(['x64', 'arm64'] as const)('landlockFilter: %s', architecture => {
  const judge =
    (program: Buffer) =>
    (name: keyof (typeof numbers)['x64'], ...args: number[]) => {
      const number = numbers[architecture][name]
      return number === undefined ? undefined : evaluateFilter(program, architecture, { number, args })
    }
  const filter = (options: Partial<Parameters<typeof landlockFilter>[1]> = {}) =>
    judge(landlockFilter(architecture, { abi: 7, hasUnixSockets: false, ...options }))

  test('refuses what namespaces would hide, and allows ordinary calls', () => {
    const call = filter()
    for (const name of ['setsid', 'setpgid', 'shmat', 'inotify_init1'] as const)
      expect([name, call(name)]).toEqual([name, refused(1)])
    for (const name of ['read', 'execve', 'openat', 'kill', 'tgkill', 'openat2'] as const)
      expect([name, call(name, 1)]).toEqual([name, allowed])
  })

  test('changes of modes and times succeed without effect, attributes are not supported', () => {
    const call = filter()
    for (const name of ['fchmodat', 'utimensat', 'sched_setaffinity'] as const)
      expect(call(name)).toBe(refused(0))
    expect([undefined, refused(0)]).toContain(call('chmod'))
    expect(call('setxattr')).toBe(refused(95))
  })

  test('limits and priorities only of the process itself; no child of the parent; no signal by a file', () => {
    const call = filter()
    expect([call('prlimit64', 0), call('prlimit64', 77)]).toEqual([allowed, refused(1)])
    expect([call('setpriority', 0, 0), call('setpriority', 0, 77)]).toEqual([allowed, refused(1)])
    expect([call('clone', 17), call('clone', 0x8000 + 17)]).toEqual([allowed, refused(1)])
    expect([call('fcntl', 0, 1), call('fcntl', 0, 8), call('fcntl', 0, 15)]).toEqual([
      allowed,
      refused(1),
      refused(1),
    ])
  })

  test('no sockets but connected pairs, unless the command asks for them', () => {
    const [without, having] = [filter(), filter({ hasUnixSockets: true })]
    const stream = 1 | 0o2000000
    expect([without('socket', 1, stream), having('socket', 1, stream)]).toEqual([refused(97), allowed])
    expect([without('connect'), having('connect')]).toEqual([refused(1), allowed])
    expect([without('bind'), having('bind')]).toEqual([refused(1), allowed])
    for (const call of [without, having]) {
      expect([call('socketpair', 1, stream), call('socketpair', 1, 2)]).toEqual([allowed, refused(97)])
    }
    // LibreOffice would otherwise choose /tmp for its sockets.
    expect([having('faccessat', 0, 0, 2), having('faccessat', 0, 0, 0)]).toEqual([refused(13), allowed])
    expect(having('socket', 1, 2)).toBe(refused(97))
    const accepting = judge(noConnectFilter(architecture))
    expect([accepting('connect'), accepting('bind')]).toEqual([refused(111), allowed])
  })

  test('before ABI 3: no truncation, not even of a file opened for reading', () => {
    const [truncating, call, newer] = [0o1000, filter({ abi: 2 }), filter({ abi: 3 })]
    expect([call('truncate'), newer('truncate')]).toEqual([refused(1), allowed])
    expect([call('openat', 0, 0, truncating), newer('openat', 0, 0, truncating)]).toEqual([
      refused(1),
      allowed,
    ])
    expect([call('openat', 0, 0, truncating | 1), call('openat', 0, 0, 0)]).toEqual([allowed, allowed])
    expect([undefined, refused(1)]).toContain(call('open', 0, truncating))
    expect(call('openat2')).toBe(refused(38))
  })

  test('before ABI 6: signals only to the process itself and its group', () => {
    const call = filter({ abi: 5 })
    expect([0, ownProcessId, ownProcessGroup].map(pid => call('kill', pid))).toEqual([
      allowed,
      allowed,
      allowed,
    ])
    expect([call('kill', 1), call('kill', 0xffffffff)]).toEqual([refused(1), refused(1)])
    expect([call('tgkill', ownProcessId), call('tgkill', 1)]).toEqual([allowed, refused(1)])
    expect(call('pidfd_send_signal')).toBe(refused(1))
  })
})

test('landlockFilter: a filter fits into what the kernel accepts', () => {
  for (const architecture of ['x64', 'arm64'] satisfies SandboxArchitecture[])
    expect(landlockFilter(architecture, { abi: 1, hasUnixSockets: true }).length / 8).toBeLessThan(4096)
})
