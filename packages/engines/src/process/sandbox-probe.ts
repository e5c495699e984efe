/** Self-test of the sandbox: runs a program in it, as engines are run, that tries what must not be possible. */
import { mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isSandboxArchitecture, type SandboxArchitecture } from './bpf-program.ts'
import { createTail } from './exit-cause.ts'
import { killGroup } from './kill-group.ts'
import {
  explainLandlockRefusal,
  explainRefusal,
  missingProgram,
  noAnswer,
  notIsolated,
  readHostFacts,
  type SandboxRefusal,
  unsupportedArchitecture,
} from './sandbox-refusal.ts'
import type { SandboxedCommand, SandboxedProgram } from './sandboxed-program.ts'
import { deniedSyscalls, type SyscallName, syscallNumber } from './seccomp-filter.ts'

export interface SandboxProbe {
  readonly refusal: SandboxRefusal | null
  /** Whether the kernel enforces the process limit; without a cgroup it does not for the system's root. */
  readonly hasProcessLimit: boolean
}

const namespaces = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'user', 'uts']
/** Paths of any host system that engines must not see. */
const outsidePaths = ['/etc/passwd', '/sys', '/run', '/home', '/root', '/var/lib']
const processLimit = 16
const memoryFolderBytes = 256 * 1024

/**
 * Perl, because Node cannot make system calls and perl-base is part of every Debian. Prints a line for everything
 * that was possible. A call counts as denied only by the error of the filter or of a missing privilege: any other
 * error means that the kernel has validated its arguments, which are zero.
 */
const program = String.raw`
use strict; $| = 1; $SIG{XFSZ} = 'IGNORE';
my %number = map { split /=/ } split / /, shift;
my %outer = map { split /=/ } split / /, shift;
# Without namespaces, paths outside exist but cannot be opened.
my $is_landlock = shift eq 'landlock';
my ($canary, @paths) = @ARGV;

sub try_call {
  my ($label, $name, @arguments) = @_;
  return unless exists $number{$name};
  my $result = syscall(0 + $number{$name}, map { 0 + $_ } @arguments);
  my $error = 0 + $!;
  exit 0 if $result == 0 && $name eq 'clone';
  print "$label\n" unless $result == -1 && ($error == 1 || $error == 38 || $error == 97);
}
my %special = map { $_ => 1 } qw(clone socket socketpair ioctl personality);
try_call("call $_", $_, (0) x 6) for grep { !$special{$_} } sort keys %number;
try_call('new namespace', 'clone', 0x10000000 | 17, (0) x 5);
try_call("socket of family $_", 'socket', $_, 1, 0) for 2, 10, 16, 17, 38, 40;
try_call('pair of internet sockets', 'socketpair', 2, 1, 0, 0);
try_call('typing into a terminal', 'ioctl', 0, 0x5412, 0);
try_call('another personality', 'personality', 0x0040000);

for ($is_landlock ? () : sort keys %outer) { print "$_ namespace\n" if (readlink("/proc/self/ns/$_") // '') eq $outer{$_} }
for ($canary, @paths) {
  my $is_readable = $is_landlock ? (-d $_ ? opendir(my $d, $_) : open(my $f, '<', $_)) : -e $_;
  print "reading $_\n" if $is_readable;
}
if ($is_landlock) {
  # All of the worker's user, so that only the sandbox can refuse them.
  my ($folder) = $canary =~ m{(.*)/};
  print "creating a file\n" if open my $file, '>', "$folder/created";
  print "changing a file\n" if open my $file, '+<', $canary;
  print "truncating a file\n" if truncate $canary, 0;
  print "creating a folder\n" if mkdir "$folder/folder";
  print "moving a file\n" if rename $canary, "$folder/moved";
  print "linking a file\n" if link $canary, "$ENV{TMPDIR}/linked";
  chmod 0, $canary;
  print "changing the mode of a file\n" if ((stat $canary)[2] & 0777) == 0;
  print "deleting a file\n" if unlink $canary;
  print "signaling the parent\n" if kill 0, getppid;
  print "leaving the process group\n" if setpgrp 0, 0;
  print "Unix socket\n" if socket my $s, 1, 1, 0;
  print "pair of datagram sockets\n" if socketpair my $a, my $b, 1, 2, 0;
}
for ('/usr', '/', '/dev', '/proc', $is_landlock ? ('/tmp', '/dev/shm') : ()) {
  my $path = "$_/filesmith-probe";
  if (open my $file, '>', $path) { print "writing to $_\n"; close $file; unlink $path }
}
for ('/proc/sys/kernel/core_pattern', '/proc/sys/vm/overcommit_memory', '/proc/sysrq-trigger') {
  if (open my $file, '+<', $_) { print "writing to $_\n"; close $file }
}
my @names = grep { !/^(PATH|HOME|LANG|PWD|TMPDIR)$/ } keys %ENV;
print "environment variables\n" if @names;
if (open my $file, '<', '/proc/1/environ') {
  local $/;
  print "environment of the parent\n" if grep { !/^(PATH|PWD)=/ } split /\0/, (<$file> // '');
}
opendir my $folder, '/proc';
print "other processes\n" if (grep { /^\d+$/ } $is_landlock && !$folder ? () : readdir $folder) > 3;
for ($is_landlock ? $ENV{TMPDIR} : ('/tmp', '/dev/shm')) {
  open my $file, '>', "$_/full" or next;
  my $fits = print $file 'x' x ${2 * memoryFolderBytes};
  print "filling $_\n" if close($file) && $fits;
  unlink "$_/full";
}
my $children = 0;
for (1 .. ($is_landlock ? 0 : ${2 * processLimit})) {
  my $child = fork;
  last unless defined $child;
  exit 0 if $child == 0;
  $children++;
}
print "limited\n" if $children < ${processLimit};
print "end\n";
`

export interface ProbeOptions {
  readonly kind: 'bubblewrap' | 'landlock'
  readonly searchPath: string
  readonly timeoutMs: number
}

/** `prepare` of the sandbox under test. */
export async function probeSandbox(
  prepare: (command: SandboxedCommand) => SandboxedProgram,
  { kind, searchPath, timeoutMs }: ProbeOptions,
): Promise<SandboxProbe> {
  const refused = (refusal: SandboxRefusal): SandboxProbe => ({ refusal, hasProcessLimit: false })
  const missing = missingProgram(searchPath, kind)
  if (missing) return refused(missing)
  if (!isSandboxArchitecture(process.arch)) return refused(unsupportedArchitecture)
  const folder = mkdtempSync(join(tmpdir(), 'filesmith-probe-'))
  try {
    const canary = join(folder, 'canary')
    writeFileSync(canary, 'canary')
    const prepared = prepare({
      command: '/usr/bin/perl',
      args: ['-e', program, callNumbers(process.arch), ownNamespaces(), kind, canary, ...outsidePaths],
      mounts: [],
      system: 'programs',
      tmpBytes: memoryFolderBytes,
      sharedMemoryBytes: memoryFolderBytes,
      limits: { processes: processLimit },
    })
    const { code, stdout, stderr } = await run(prepared, timeoutMs)
    if (code === undefined) return refused(noAnswer)
    const lines = stdout.split('\n').filter(Boolean)
    const possible = lines.filter(line => line !== 'limited' && line !== 'end')
    if (possible.length > 0) return refused(notIsolated(possible))
    if (lines.at(-1) !== 'end' || code !== 0)
      return refused(
        kind === 'landlock' ? explainLandlockRefusal(stderr) : explainRefusal(readHostFacts(stderr)),
      )
    return { refusal: null, hasProcessLimit: lines.includes('limited') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function callNumbers(architecture: SandboxArchitecture): string {
  const checked: SyscallName[] = ['clone', 'clone3', 'socket', 'socketpair', 'ioctl', 'personality']
  return [...deniedSyscalls, ...checked]
    .flatMap(name => {
      const number = syscallNumber(name, architecture)
      return number === undefined ? [] : [`${name}=${number}`]
    })
    .join(' ')
}

function ownNamespaces(): string {
  return namespaces.map(name => `${name}=${readlinkSync(`/proc/self/ns/${name}`)}`).join(' ')
}

interface ProbeExit {
  /** Undefined after a timeout. */
  readonly code: number | null | undefined
  readonly stdout: string
  readonly stderr: string
}

function run(prepared: SandboxedProgram, timeoutMs: number): Promise<ProbeExit> {
  return new Promise(resolve => {
    const { child } = prepared.start()
    const [stdout, stderr] = [createTail(), createTail()]
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      killGroup(child)
    }, timeoutMs)
    child.stdin.on('error', () => {}).end()
    child.stdout.on('data', bytes => stdout.push(bytes))
    child.stderr.on('data', bytes => stderr.push(bytes))
    child.once('error', error => stderr.push(Buffer.from(error.message)))
    child.once('close', code => {
      clearTimeout(timer)
      resolve({ code: isLate ? undefined : code, stdout: stdout.text(), stderr: stderr.text() })
    })
  })
}
