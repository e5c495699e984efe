/**
 * What the second sandbox refuses in addition to seccomp-filter.ts. It has no namespaces, so other processes, sockets
 * and IPC objects of the same user are in sight, and Landlock does not check every call that takes a path.
 */
import {
  allow,
  encodeProgram,
  errnos,
  forCall,
  type Instruction,
  jump,
  load,
  numberOn,
  offsets,
  opcodes,
  refuse,
  type SandboxArchitecture,
  type SyscallNumbers,
} from './bpf-program.ts'

const refusedCalls = {
  // A process that leaves the process group would survive its job.
  setsid: [112, 157],
  setpgid: [109, 154],
  // IPC objects of the worker and of PostgreSQL
  mq_open: [240, 180],
  mq_unlink: [241, 181],
  shmat: [30, 196],
  shmctl: [31, 195],
  semop: [65, 193],
  semctl: [66, 191],
  semtimedop: [220, 192],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  msgctl: [71, 187],
  // Shows which files other processes open.
  inotify_init: [253, null],
  inotify_init1: [294, 26],
  inotify_add_watch: [254, 27],
} as const satisfies Record<string, SyscallNumbers>

/**
 * Landlock does not check changes of modes, owners and times, so a program could change those of every file of its
 * user. They succeed without effect: no engine depends on them, but some give up on an error.
 */
const ignoredCalls = {
  chmod: [90, null],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  chown: [92, null],
  fchown: [93, 55],
  lchown: [94, null],
  fchownat: [260, 54],
  utime: [132, null],
  utimes: [235, null],
  futimesat: [261, null],
  utimensat: [280, 88],
  // Of any process of the user. Libraries set it for their threads, only to be faster.
  sched_setaffinity: [203, 122],
} as const satisfies Record<string, SyscallNumbers>

/** Fail as on a file system without extended attributes. */
const attributeCalls = {
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
} as const satisfies Record<string, SyscallNumbers>

/** Allowed for the calling process only, which is 0 in this argument; seccomp-filter.ts refuses groups and users. */
const selfCalls = {
  prlimit64: { numbers: [302, 261], argument: 0 },
  sched_setscheduler: { numbers: [144, 119], argument: 0 },
  sched_setparam: { numbers: [142, 118], argument: 0 },
  sched_setattr: { numbers: [314, 274], argument: 0 },
  setpriority: { numbers: [141, 140], argument: 1 },
  ioprio_set: { numbers: [251, 30], argument: 1 },
} as const satisfies Record<string, { numbers: SyscallNumbers; argument: number }>

const connectCall: SyscallNumbers = [42, 203]
const serverCalls = {
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
} as const satisfies Record<string, SyscallNumbers>

const [socketCall, socketpairCall, cloneCall, fcntlCall]: readonly SyscallNumbers[] = [
  [41, 198],
  [53, 199],
  [56, 220],
  [72, 25],
]
/** Makes a sibling, which is a child of the worker. */
const cloneParent = 0x8000
/** F_SETOWN, F_SETSIG and F_SETOWN_EX: the kernel sends any signal to any process of the user. */
const signalCommands = [8, 10, 15]
/** A datagram socket sends to any address, also one of a pair. */
const connectionTypes = [1, 5]
const typeOnly = (type: number) => [type, type | 0o4000, type | 0o2000000, type | 0o2004000]

const writeAccess = 2
const accessCalls = {
  access: { numbers: [21, null], argument: 1 },
  faccessat: { numbers: [269, 48], argument: 2 },
} as const satisfies Record<string, { numbers: SyscallNumbers; argument: number }>

/** Replaced by the launcher, which has the process id of the program, and its negative for the process group. */
export const ownProcessId = 0xf11e0001
export const ownProcessGroup = 0xf11e0002

export interface LandlockFilterOptions {
  /** Version of Landlock: older ones check fewer calls. */
  readonly abi: number
  readonly hasUnixSockets: boolean
}

export function landlockFilter(
  architecture: SandboxArchitecture,
  { abi, hasUnixSockets }: LandlockFilterOptions,
): Buffer {
  const on = (numbers: SyscallNumbers | undefined) => numbers && numberOn(architecture, numbers)
  const each = (calls: Readonly<Record<string, SyscallNumbers>>, ...body: Instruction[]) =>
    Object.values(calls).flatMap(numbers => forCall(on(numbers), ...body))
  const onlyIf = (argument: number, values: readonly number[], errno: number) => [
    load(offsets.argument(argument)),
    ...values.flatMap(value => forCall(value, allow)),
    refuse(errno),
  ]
  const onlyTypes = onlyIf(1, connectionTypes.flatMap(typeOnly), errnos.EAFNOSUPPORT)
  return encodeProgram([
    load(offsets.number),
    ...each(refusedCalls, refuse(errnos.EPERM)),
    ...each(ignoredCalls, refuse(0)),
    ...each(attributeCalls, refuse(errnos.EOPNOTSUPP)),
    ...Object.values(selfCalls).flatMap(({ numbers, argument }) =>
      forCall(on(numbers), ...onlyIf(argument, [0], errnos.EPERM)),
    ),
    ...forCall(
      on(cloneCall),
      load(offsets.argument(0)),
      jump(opcodes.jumpIfAnySet, cloneParent, 0, 1),
      refuse(errnos.EPERM),
      allow,
    ),
    ...forCall(
      on(fcntlCall),
      load(offsets.argument(1)),
      ...signalCommands.flatMap(command => forCall(command, refuse(errnos.EPERM))),
      allow,
    ),
    ...forCall(on(socketpairCall), ...onlyTypes),
    // Landlock does not check to which socket a program connects by its path.
    ...(hasUnixSockets
      ? [
          ...forCall(on(socketCall), ...onlyTypes),
          // Landlock does not check access(2): LibreOffice would take /tmp for writable and create its sockets there.
          ...Object.values(accessCalls).flatMap(({ numbers, argument }) =>
            forCall(
              on(numbers),
              load(offsets.argument(argument)),
              ...forCall(writeAccess, refuse(errnos.EACCES)),
              allow,
            ),
          ),
        ]
      : [
          ...forCall(on(socketCall), refuse(errnos.EAFNOSUPPORT)),
          ...each({ connectCall, ...serverCalls }, refuse(errnos.EPERM)),
        ]),
    ...(abi < 3 ? truncateFilter(architecture) : []),
    ...(abi < 6 ? signalFilter(architecture) : []),
    allow,
  ])
}

/** Refuses to connect sockets, for the part of a program that only has to accept a connection. */
export function noConnectFilter(architecture: SandboxArchitecture): Buffer {
  return encodeProgram([
    load(offsets.number),
    ...forCall(numberOn(architecture, connectCall), refuse(errnos.ECONNREFUSED)),
    allow,
  ])
}

const truncateFlag = 0o1000
const writeModes = 0o3

/** Landlock before ABI 3 does not check truncation, which O_TRUNC does even to a file opened for reading. */
function truncateFilter(architecture: SandboxArchitecture): Instruction[] {
  const on = (numbers: SyscallNumbers) => numberOn(architecture, numbers)
  const noTruncatingReads = (argument: number) => [
    load(offsets.argument(argument)),
    jump(opcodes.jumpIfAnySet, truncateFlag, 1, 0),
    allow,
    jump(opcodes.jumpIfAnySet, writeModes, 0, 1),
    allow,
    refuse(errnos.EPERM),
  ]
  return [
    ...forCall(on([76, 45]), refuse(errnos.EPERM)), // truncate
    ...forCall(on([2, null]), ...noTruncatingReads(1)), // open
    ...forCall(on([257, 56]), ...noTruncatingReads(2)), // openat
    ...forCall(on([437, 437]), refuse(errnos.ENOSYS)), // openat2, whose flags are in memory
  ]
}

/** Landlock before ABI 6 does not check signals: only the process itself and its group may get them. */
function signalFilter(architecture: SandboxArchitecture): Instruction[] {
  const on = (numbers: SyscallNumbers) => numberOn(architecture, numbers)
  const targets = (...values: number[]) => [
    load(offsets.argument(0)),
    ...values.flatMap(value => forCall(value, allow)),
    refuse(errnos.EPERM),
  ]
  return [
    ...forCall(on([62, 129]), ...targets(0, ownProcessId, ownProcessGroup)), // kill
    ...forCall(on([234, 131]), ...targets(ownProcessId)), // tgkill
    ...forCall(on([200, 130]), refuse(errnos.EPERM)), // tkill
    ...forCall(on([129, 138]), refuse(errnos.EPERM)), // rt_sigqueueinfo
    ...forCall(on([297, 240]), refuse(errnos.EPERM)), // rt_tgsigqueueinfo
    ...forCall(on([424, 424]), refuse(errnos.EPERM)), // pidfd_send_signal
  ]
}
