import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isSandboxArchitecture } from './bpf-program.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'
import type { SandboxedCommand } from './sandboxed-program.ts'
import { deniedSyscalls, syscallNumber } from './seccomp-filter.ts'

vi.setConfig({ testTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filesmith-sandbox-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
/** A search path on which bwrap is this Perl script, with the arguments in @ARGV; the real one is in /usr/bin. */
function withBwrap(script: string): Partial<SandboxOptions> {
  const bin = join(folder, `bin-${count++}`)
  mkdirSync(bin)
  writeFileSync(join(bin, 'bwrap'), `#!/usr/bin/perl\n${script};\n`, { mode: 0o755 })
  return { searchPath: `${bin}:/usr/bin:/bin` }
}

const realBwrap = `exec '/usr/bin/bwrap', @ARGV`

/** The real bwrap without an option and its arguments. */
function without(option: string, argumentCount = 0): Partial<SandboxOptions> {
  return withBwrap(`
    my @kept;
    while (@ARGV) {
      my $argument = shift;
      if ($argument eq '${option}') { shift for 1..${argumentCount}; next }
      push @kept, $argument;
    }
    $ENV{CANARY} = 1 if '${option}' eq '--clearenv';
    exec '/usr/bin/bwrap', @kept`)
}

const refusingBwrap = () =>
  withBwrap(`print STDERR "bwrap: Creating new namespace failed: Operation not permitted\\n"; exit 1`)

/** A search path on which everything but bwrap is found. */
function withoutBwrap(): string {
  const bin = join(folder, `bin-${count++}`)
  mkdirSync(bin)
  for (const program of ['prlimit', 'perl', 'nice']) symlinkSync(`/usr/bin/${program}`, join(bin, program))
  return bin
}

/** As an unprivileged user if the tests run as root. */
const asOrdinaryUser = () =>
  isRoot
    ? withBwrap(`exec 'setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '/usr/bin/bwrap', @ARGV`)
    : { searchPath: '/usr/bin:/bin' }

async function create(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await createSandbox('bubblewrap', () => {}, options)
  expect(sandbox.refusal).toBeNull()
  return sandbox
}

function perl(script: string, changes: Partial<SandboxedCommand> = {}): SandboxedCommand {
  const [command, mounts] = ['/usr/bin/perl', [{ source: '/usr/bin/perl', target: '/usr/bin/perl' }]]
  const system = changes.system ?? 'programs'
  return {
    command,
    args: ['-e', script],
    mounts: system === 'libraries' ? mounts : [],
    limits: {},
    ...changes,
    system,
  }
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
}

function run(sandbox: Sandbox, command: SandboxedCommand): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const { child } = sandbox.prepare(command).start()
    let stdout = ''
    child.stdout.on('data', bytes => {
      stdout += bytes
    })
    child.stderr.resume()
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, stdout }))
  })
}

describe('createSandbox: modes', () => {
  test('bubblewrap: arguments are not interpreted by a shell', async () => {
    const sandbox = await create()
    expect(sandbox).toMatchObject({ kind: 'bubblewrap', isIsolated: true })
    const echo = { command: '/usr/bin/printf', args: ['%s|', 'a b', '$(x)', ';'] }
    const { stdout } = await run(sandbox, { ...echo, mounts: [], system: 'programs', limits: {} })
    expect(stdout).toBe('a b|$(x)|;|')
  })

  test('required: takes bubblewrap first', async () => {
    const warnings: string[] = []
    const sandbox = await createSandbox('required', message => warnings.push(message))
    expect(sandbox).toMatchObject({ kind: 'bubblewrap', hasOwnPaths: true })
    expect(warnings).toEqual([])
  })

  test('required: takes Landlock where bubblewrap does not work, and the warning says why', async () => {
    const warnings: string[] = []
    const sandbox = await createSandbox('required', message => warnings.push(message), {
      searchPath: withoutBwrap(),
    })
    expect(sandbox).toMatchObject({ kind: 'landlock', isIsolated: true, hasOwnPaths: false, refusal: null })
    expect(warnings).toEqual([
      expect.stringMatching(/^engines run in the second sandbox .*The program bwrap is missing/),
    ])
  })

  test('required: without both no program starts, and the reason names both', async () => {
    const sandbox = await createSandbox('required', () => {}, {
      ...refusingBwrap(),
      landlockAbi: () => ({ stderr: 'landlock: create_ruleset: Function not implemented\n' }),
    })
    expect(sandbox).toMatchObject({ kind: 'none', isIsolated: false })
    expect(sandbox.refusal?.problem).toMatch(
      /Operation not permitted.*does not offer Landlock \(.*Function not implemented\)/,
    )
    expect(() => sandbox.prepare(perl('print 1'))).toThrowError()
  })

  test('off: warns at every start and runs with limits only', async () => {
    const warnings: string[] = []
    const sandbox = await createSandbox('off', message => warnings.push(message))
    expect(sandbox).toMatchObject({ kind: 'none', isIsolated: false, refusal: null })
    expect(warnings).toEqual([expect.stringMatching(/^SANDBOX=off: engines run without a sandbox/)])
    const script = 'open my $f, "<", "/proc/self/limits"; print map { /^Max open files +(\\d+)/ } <$f>'
    expect((await run(sandbox, perl(script))).stdout).toBe('256')
  })

  test('bubblewrap: without it no program starts, and the warning names the package', async () => {
    const warnings: string[] = []
    const sandbox = await createSandbox('bubblewrap', message => warnings.push(message), {
      searchPath: '/nowhere',
    })
    expect(sandbox).toMatchObject({
      kind: 'none',
      refusal: {
        cause: 'program-missing',
        problem: 'The program bwrap is missing; install the package "bubblewrap".',
        remedy: 'sudo apt-get install --no-install-recommends bubblewrap',
      },
    })
    expect(warnings).toEqual([expect.stringContaining('install the package "bubblewrap"')])
    expect(() => sandbox.prepare(perl('print 1'))).toThrowError(
      expect.objectContaining({ code: 'engine-missing' }),
    )
  })

  test('bubblewrap: no program starts if the kernel denies namespaces', async () => {
    const sandbox = await createSandbox('bubblewrap', () => {}, refusingBwrap())
    expect(sandbox.refusal?.problem).toContain('Operation not permitted')
    expect(() => sandbox.prepare(perl('print 1'))).toThrowError()
  })

  test('bubblewrap: a probe that times out is a refusal', async () => {
    const slow = { ...withBwrap('sleep 60'), probeTimeoutMs: 100 }
    expect((await createSandbox('bubblewrap', () => {}, slow)).refusal?.cause).toBe('no-answer')
  })

  test('bubblewrap: another program in place of bwrap is a refusal', async () => {
    const { refusal } = await createSandbox('bubblewrap', () => {}, withBwrap('exit 0'))
    expect(refusal).not.toBeNull()
  })
})

describe('createSandbox: the probe refuses a weakened sandbox', () => {
  test.each([
    ['--seccomp', 1, 'call mount'],
    ['--seccomp', 1, 'socket of family 2'],
    ['--seccomp', 1, 'typing into a terminal'],
    ['--clearenv', 0, 'environment variables'],
    ['--remount-ro', 1, 'writing to /'],
  ])('without %s (%i): %s', async (option, argumentCount, possible) => {
    const { refusal } = await createSandbox('bubblewrap', () => {}, without(option, argumentCount))
    expect(refusal).toMatchObject({ cause: 'not-isolated', problem: expect.stringContaining(possible) })
  })

  test.each(['net', 'ipc', 'uts', 'pid'])('sharing the %s namespace of the worker', async name => {
    const others = ['ipc', 'pid', 'net', 'uts', 'cgroup'].filter(other => other !== name)
    const options = others.map(other => `'--unshare-${other}'`).join(', ')
    const sharing = withBwrap(`@ARGV = map { $_ eq '--unshare-all' ? (${options}) : $_ } @ARGV; ${realBwrap}`)
    const { refusal } = await createSandbox('bubblewrap', () => {}, sharing)
    expect(refusal).toMatchObject({
      cause: 'not-isolated',
      problem: expect.stringContaining(`${name} namespace`),
    })
  })

  test('with a folder of the host', async () => {
    const options = withBwrap(`unshift @ARGV, '--ro-bind', '/etc', '/etc'; ${realBwrap}`)
    const { refusal } = await createSandbox('bubblewrap', () => {}, options)
    expect(refusal).toMatchObject({
      cause: 'not-isolated',
      problem: expect.stringContaining('reading /etc/passwd'),
    })
  })

  test('with a /tmp of unlimited size', async () => {
    const options = without('--size', 1)
    const { refusal } = await createSandbox('bubblewrap', () => {}, options)
    expect(refusal?.problem).toMatch(/filling \/tmp.*filling \/dev\/shm/)
  })
})

test('createSandbox: user namespaces are disabled inside, not only filtered', async () => {
  // bwrap itself fails if they are not.
  const asserting = withBwrap(`unshift @ARGV, '--assert-userns-disabled'; ${realBwrap}`)
  await create(asserting)
  const enabled = withBwrap(
    `@ARGV = ('--assert-userns-disabled', grep { $_ ne '--disable-userns' } @ARGV); ${realBwrap}`,
  )
  expect((await createSandbox('bubblewrap', () => {}, enabled)).refusal).not.toBeNull()
})

describe.each([
  ['the user of the tests', () => ({})],
  ['an ordinary user', asOrdinaryUser],
])('sandbox as %s', (_, options) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await create(options())
  })

  describe.each(['programs', 'libraries'] as const)('system: %s', system => {
    test('every denied system call is refused with EPERM', async () => {
      const { arch } = process
      if (!isSandboxArchitecture(arch)) throw new Error(`No filter for ${arch}`)
      const numbers = deniedSyscalls.flatMap(name => syscallNumber(name, arch) ?? [])
      const script = `print join(' ', map { my $r = syscall($_, (0) x 6); $r == -1 ? 0 + $! : 'done' } (${numbers}))`
      const { stdout } = await run(sandbox, perl(script, { system }))
      expect(stdout.split(' ')).toEqual(numbers.map(() => '1'))
    })

    test('only Unix sockets can be opened', async () => {
      const script = 'print join " ", map { socket(my $s, $_, 1, 0) ? "yes" : "no" } 1, 2, 10, 16, 17'
      const { stdout } = await run(sandbox, perl(script, { system }))
      expect(stdout).toBe('yes no no no no')
    })

    test('only /tmp and /dev/shm are writable, up to their sizes', async () => {
      const script = `
        for ('/', '/dev', '/proc', '/usr', '/usr/lib', '/etc', '/proc/self') {
          print "$_ " if open my $f, '>', "$_/x";
        }
        for ('/proc/sys/kernel/core_pattern', '/proc/sys/kernel/hostname', '/proc/self/oom_score_adj') {
          print "$_ " if open my $f, '+<', $_;
        }
        for ('/tmp', '/dev/shm') {
          open my $f, '>', "$_/x" or print "no $_ ";
          my $ok = print $f 'x' x 200000;
          print "beyond $_ " if close($f) && $ok;
        }`
      const sizes = { tmpBytes: 100_000, sharedMemoryBytes: 100_000 }
      expect((await run(sandbox, perl(script, { system, ...sizes }))).stdout).toBe('')
    })

    test('the environment contains only what the command names', async () => {
      vi.stubEnv('COOKIE_SECRET', 'canary')
      const script = `print join ' ', sort keys %ENV; for (glob '/proc/[0-9]*/environ') { open my $f, '<', $_ or next; print " LEAK" if <$f> =~ /canary/ }`
      const { stdout } = await run(sandbox, perl(script, { system, env: { NODE_ENV: 'production' } }))
      vi.unstubAllEnvs()
      expect(stdout).toBe('HOME LANG NODE_ENV PATH PWD')
    })

    test('other processes are not visible', async () => {
      const script = 'print join " ", map { m{/proc/(\\d+)}; $1 } glob "/proc/[0-9]*"'
      expect((await run(sandbox, perl(script, { system }))).stdout).toBe('1 2')
    })
  })

  test('programs have a low priority, and so has their session where the kernel groups processes by it', async () => {
    const script = `
      print getpriority(0, 0);
      exit unless -e '/proc/self/autogroup';
      for (1..200) {
        open my $f, '<', '/proc/self/autogroup';
        my $line = <$f>;
        if ($line =~ /nice (\\d+)/ && $1 == 10) { print ' session'; exit }
        select undef, undef, undef, 0.05;
      }`
    const { stdout } = await run(sandbox, perl(script))
    expect(stdout).toBe(existsSync('/proc/self/autogroup') ? '10 session' : '10')
  })

  test('a fork bomb is contained', async () => {
    const forks = 2000
    const script = `$| = 1; my $n = 0; for (1..${forks}) { my $p = fork; last unless defined $p; if (!$p) { sleep 600; exit } $n++ } print $n; sleep 600 if $n == ${forks}`
    const { stdout, signal } = await run(sandbox, perl(script, { limits: { processes: 64 } }))
    // Either the kernel refuses more or, for the system's root, the worker kills all of them.
    if (signal === null) expect(Number(stdout)).toBeLessThan(64)
    else expect(signal).toBe('SIGKILL')
  })
})

test.runIf(isRoot)('sandbox as an ordinary user: the kernel limits processes', async () => {
  const sandbox = await create(asOrdinaryUser())
  const script =
    'my $n = 0; for (1..200) { my $p = fork; last unless defined $p; if (!$p) { sleep 600; exit } $n++ } print $n'
  const { stdout, code } = await run(sandbox, perl(script, { limits: { processes: 64 } }))
  expect(code).toBe(0)
  expect(Number(stdout)).toBeGreaterThan(40)
  expect(Number(stdout)).toBeLessThan(64)
})
