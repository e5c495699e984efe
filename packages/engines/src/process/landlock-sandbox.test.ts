import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isSandboxArchitecture } from './bpf-program.ts'
import { landlockAbi } from './landlock-sandbox.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'
import type { SandboxedCommand } from './sandboxed-program.ts'
import { deniedSyscalls, syscallNumber } from './seccomp-filter.ts'

vi.setConfig({ testTimeout: 60_000 })

let outside: string
beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'landlock-test-'))
})
afterAll(() => rmSync(outside, { recursive: true }))

const offered = landlockAbi()
const newest = typeof offered === 'number' ? offered : 0

function create(abi = newest): Promise<Sandbox> {
  return createSandbox('landlock', () => {}, { landlockAbi: () => abi })
}

function python(program: string, changes: Partial<SandboxedCommand> = {}): SandboxedCommand {
  const args = ['-c', program, ...(changes.args ?? [])]
  return { command: '/usr/bin/python3', mounts: [], system: 'programs', limits: {}, ...changes, args }
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

function run(sandbox: Sandbox, command: SandboxedCommand): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const { child } = sandbox.prepare(command).start()
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', bytes => {
      stdout += bytes
    })
    child.stderr.on('data', bytes => {
      stderr += bytes
    })
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}

/** Tries everything that must not be possible, on a folder of the same user, and prints what succeeded. */
const attacks = `
import ctypes, os, signal, socket, sys
outside, sock = sys.argv[1:3]
secret = os.path.join(outside, 'secret')
libc = ctypes.CDLL(None, use_errno=True)
def attempt(name, action):
    try:
        if action() is not False: print(name)
    except OSError: pass
def tcp(family):
    with socket.socket(family, socket.SOCK_STREAM): pass
def unix():
    with socket.socket(socket.AF_UNIX) as s: s.connect(sock)
attempt('read', lambda: open(secret).read())
attempt('list', lambda: os.listdir(outside))
attempt('write', lambda: open(secret, 'a').close())
attempt('truncate', lambda: os.truncate(secret, 0))
attempt('truncate by open', lambda: os.close(os.open(secret, os.O_RDONLY | os.O_TRUNC)))
attempt('create', lambda: open(os.path.join(outside, 'created'), 'w').close())
attempt('folder', lambda: os.mkdir(os.path.join(outside, 'made')))
attempt('delete', lambda: os.unlink(secret))
attempt('rename', lambda: os.rename(secret, secret + '2'))
attempt('link', lambda: os.link(secret, os.path.join(os.environ['TMPDIR'], 'linked')))
attempt('symlink out', lambda: os.symlink('x', os.path.join(outside, 'symlink')))
attempt('fifo', lambda: os.mkfifo(os.path.join(outside, 'fifo')))
attempt('attribute', lambda: os.setxattr(secret, 'user.x', b'y'))
attempt('watch', lambda: libc.inotify_init1(0) != -1)
attempt('tcp', lambda: tcp(socket.AF_INET))
attempt('tcp6', lambda: tcp(socket.AF_INET6))
attempt('udp', lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close())
attempt('netlink', lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close())
attempt('unix', unix)
attempt('abstract unix', lambda: socket.socket(socket.AF_UNIX).connect(b'\\0filesmith-test'))
attempt('datagram pair', lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
attempt('ptrace', lambda: libc.ptrace(16, os.getppid(), 0, 0) != -1)
attempt('mount', lambda: libc.mount(b'none', os.environ['TMPDIR'].encode(), b'tmpfs', 0, 0) != -1)
attempt('unshare', lambda: libc.unshare(0x10000000) != -1)
attempt('kill the parent', lambda: os.kill(os.getppid(), 0))
attempt('kill by pidfd', lambda: signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 0))
attempt('kill a thread', lambda: libc.tgkill(os.getppid(), os.getppid(), 0) != -1)
attempt('limit the parent', lambda: __import__('resource').prlimit(os.getppid(), 7, (1000, 1000)))
attempt('priority of the parent', lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19))
# Values that the kernel refuses with other errors, so that nothing changes: only the filter answers EPERM.
attempt('priority of the user', lambda: libc.setpriority(2, 0, -20) != -1 or ctypes.get_errno() != 1)
attempt('priority of the group', lambda: os.setpriority(os.PRIO_PGRP, 0, os.getpriority(os.PRIO_PGRP, 0)))
attempt('disk priority of the user', lambda: libc.syscall({'x86_64': 251, 'aarch64': 30}[os.uname().machine], 3, 0, 7 << 13) != -1 or ctypes.get_errno() != 1)
attempt('session', os.setsid)
attempt('group', lambda: os.setpgid(0, 0))
attempt('environment of the parent', lambda: open('/proc/%d/environ' % os.getppid()).read())
attempt('command line of the parent', lambda: open('/proc/%d/cmdline' % os.getppid()).read())
for name in ('net/tcp', 'net/unix', 'net/arp', 'net/route', 'net/fib_trie', 'task/%d/net/tcp' % os.getpid(), 'mountinfo', 'cwd/..', 'root/etc/passwd'):
    attempt('own ' + name, lambda: os.listdir('/proc/self/' + name) if name == 'cwd/..' else open('/proc/self/' + name).read())
attempt('addresses', lambda: open('/proc/net/tcp').read())
attempt('addresses of the parent', lambda: open('/proc/%d/net/tcp' % os.getppid()).read())
attempt('memory of the parent', lambda: open('/proc/%d/maps' % os.getppid()).read())
attempt('files of the parent', lambda: os.listdir('/proc/%d/fd' % os.getppid()))
attempt('folder of the parent', lambda: os.listdir('/proc/%d/cwd' % os.getppid()))
attempt('processes', lambda: os.listdir('/proc'))
attempt('passwords', lambda: open('/etc/passwd').read())
attempt('shared memory', lambda: os.listdir('/dev/shm'))
attempt('set-user-ID', lambda: os.setuid(0) is None and os.getresuid()[0] == 0 and os.geteuid() == 0 and open('/proc/self/status').read().count('CapEff:\\t0000000000000000') == 0)
os.chmod(secret, 0o777)
os.utime(secret, (0, 0))
os.sched_setaffinity(os.getppid(), {0})
print('end')
`

/** The oldest, those from which on truncation and signals are checked, and the newest. */
const abis = [...new Set([1, 2, 3, 5, newest])].filter(abi => abi <= newest)

describe.each(abis)('Landlock sandbox, ABI %i', abi => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await create(abi)
    expect(sandbox).toMatchObject({ kind: 'landlock', isIsolated: true, refusal: null })
  })

  test.each([false, true])('a program reaches nothing outside (Unix sockets: %s)', async usesUnixSockets => {
    const secret = join(outside, 'secret')
    const path = join(outside, 's')
    writeFileSync(secret, 'secret', { mode: 0o600 })
    const { mtimeMs } = statSync(secret)
    const connections: unknown[] = []
    const server = createServer(socket => connections.push(socket.destroy()))
    await new Promise<void>(resolve => server.listen(path, resolve))
    const names = readdirSync(outside)
    try {
      const { stdout, stderr } = await run(
        sandbox,
        python(attacks, { args: [outside, path], usesUnixSockets }),
      )
      // Only a part of a program may connect: see withoutConnectArgv.
      const possible = usesUnixSockets ? 'unix\n' : ''
      expect(stdout, stderr).toBe(`${possible}end\n`)
      expect(connections).toHaveLength(usesUnixSockets ? 1 : 0)
    } finally {
      await new Promise(resolve => server.close(resolve))
    }
    expect(readdirSync(outside)).toEqual(names.filter(name => name !== 's'))
    expect(statSync(secret)).toMatchObject({ size: 6, mtimeMs, mode: 0o100600 })
  })

  test('a program is able to use its own files, children, threads and signals', async () => {
    const program = `
import os, signal, subprocess, sys, threading
with open(os.path.join(os.environ['TMPDIR'], 'a'), 'w') as file: file.write('hello')
os.rename(os.path.join(os.environ['TMPDIR'], 'a'), os.path.join(os.environ['HOME'], 'b'))
out = subprocess.run(['cat', os.path.join(os.environ['TMPDIR'], 'b')], capture_output=True, text=True).stdout
thread = threading.Thread(target=lambda: print(out, end='', flush=True)); thread.start(); thread.join()
os.kill(os.getpid(), signal.SIGTERM)`
    const { stdout, signal } = await run(sandbox, python(program))
    expect(stdout).toBe('hello')
    expect(signal).toBe('SIGTERM')
  })
})

describe('Landlock sandbox', () => {
  test.each(['programs', 'libraries'] as const)(
    'every denied system call is refused with EPERM (system: %s)',
    async system => {
      const { arch } = process
      if (!isSandboxArchitecture(arch)) throw new Error(`No filter for ${arch}`)
      const numbers = deniedSyscalls.flatMap(name => syscallNumber(name, arch) ?? [])
      const script = `print join(' ', map { my $r = syscall($_, (0) x 6); $r == -1 ? 0 + $! : 'done' } (${numbers}))`
      const perl = '/usr/bin/perl'
      const { stdout } = await run(await create(), {
        command: perl,
        args: ['-e', script],
        mounts: [{ source: perl, target: perl }],
        system,
        limits: {},
      })
      expect(stdout.split(' ')).toEqual(numbers.map(() => '1'))
    },
  )

  test('only writable mounts are writable, and nothing in them is executable', async () => {
    const [readable, writable] = [join(outside, 'r'), join(outside, 'w')]
    for (const folder of [readable, writable]) mkdirSync(folder)
    const script =
      'echo x > "$2/made"; printf "#!/bin/sh\\necho run" > "$2/p"; chmod +x "$2/p"; "$2/p"; cat "$1/a"; echo y > "$1/made"; true'
    writeFileSync(join(readable, 'a'), 'readable')
    const { stdout } = await run(await create(), {
      command: '/bin/sh',
      args: ['-c', script, 'sh', readable, writable],
      mounts: [
        { source: readable, target: readable },
        { source: writable, target: writable, isWritable: true },
      ],
      system: 'programs',
      limits: {},
    })
    expect(stdout).toBe('readable')
    expect([readdirSync(readable), readdirSync(writable)]).toEqual([['a'], ['made', 'p']])
  })

  test('processes that a program leaves are killed with it, and its folder is removed', async () => {
    const program = `
import os, sys
sys.stdout.write(os.environ['TMPDIR']); sys.stdout.flush()
if os.fork() == 0:
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        os.execv('/bin/sleep', ['sleep', '7321'])
    os._exit(0)
os.wait()`
    const { stdout } = await run(await create(), python(program))
    await expect.poll(() => existsSync(stdout)).toBe(false)
    await expect.poll(() => runningWith('7321')).toEqual([])
  })

  test('a fork bomb is ended, also one of orphans', async () => {
    const program = `
import os, time
while True:
    if os.fork() == 0:
        if os.fork() == 0: time.sleep(600)
        os._exit(0)
    os.wait()`
    const { signal } = await run(await create(), python(program, { limits: { processes: 64 } }))
    expect(signal).toBe('SIGKILL')
  })

  test('a program dies with the worker', async () => {
    const worker = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { createSandbox } from ${JSON.stringify(new URL('sandbox.ts', import.meta.url).href)}
         const sandbox = await createSandbox('landlock', () => {})
         sandbox.prepare({ command: '/bin/sleep', args: ['7322'], mounts: [], system: 'programs', limits: {} }).start()
         setInterval(() => {}, 1000)`,
      ],
      { stdio: 'ignore' },
    )
    await expect.poll(() => runningWith('7322')).not.toEqual([])
    worker.kill('SIGKILL')
    await expect.poll(() => runningWith('7322')).toEqual([])
  })

  test('a folder that a killed worker has left is removed at the next start', async () => {
    const left = join(tmpdir(), `filesmith-sandbox-${2 ** 22 + 1}-x`)
    mkdirSync(left)
    await create()
    expect(existsSync(left)).toBe(false)
  })

  test('a kernel without Landlock is a refusal with a remedy', async () => {
    const { refusal } = await createSandbox('landlock', () => {}, {
      landlockAbi: () => ({ stderr: 'landlock: create_ruleset: Operation not supported' }),
    })
    expect(refusal).toMatchObject({ cause: 'no-landlock', remedy: expect.stringContaining('Linux 5.13') })
  })
})

/** Ids of processes whose last argument is this, which nothing else uses. */
function runningWith(argument: string): string[] {
  return readdirSync('/proc').filter(id => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').at(-2) === argument
    } catch {
      return false
    }
  })
}
