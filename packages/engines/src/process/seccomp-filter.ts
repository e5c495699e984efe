/**
 * The system calls a sandboxed program may not make, as a classic BPF program for seccomp (see seccomp(2)).
 * Independent of how the rest of the sandbox is built: bubblewrap reads it from a file descriptor.
 */
import {
  actions,
  allow,
  architectures,
  encodeProgram,
  end,
  errnos,
  forCall,
  jump,
  load,
  numberOn,
  offsets,
  opcodes,
  refuse,
  type SandboxArchitecture,
  type SyscallNumbers,
} from './bpf-program.ts'

/**
 * A deny list: ffmpeg, Node.js, LibreOffice, Tesseract and their libraries use several hundred calls between them,
 * which differ by version and architecture. Calls newer than `newestKnown` are refused as well, so that a kernel
 * upgrade does not add to what is allowed.
 */
const deniedCalls = {
  // Mounts
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  statmount: [457, 457],
  listmount: [458, 458],
  // Namespaces; clone is checked by its flags below
  unshare: [272, 97],
  setns: [308, 268],
  // Other processes
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  // Kernel interfaces with a history of privilege escalation
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  modify_ldt: [154, null],
  // Memory that neither the memory limit nor the size of a tmpfs covers
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  semget: [64, 190],
  msgget: [68, 186],
  // Files by handle, past the mounts of the sandbox
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  // Administration of the machine
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  set_mempolicy_home_node: [450, 450],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  iopl: [172, null],
  ioperm: [173, null],
  uselib: [134, null],
  create_module: [174, null],
  get_kernel_syms: [177, null],
  query_module: [178, null],
  sysfs: [139, null],
  _sysctl: [156, null],
  vserver: [236, null],
} as const satisfies Record<string, SyscallNumbers>

/** Allowed or refused depending on their arguments. */
const checkedCalls = {
  clone: [56, 220],
  clone3: [435, 435],
  socket: [41, 198],
  socketpair: [53, 199],
  ioctl: [16, 29],
  personality: [135, 92],
  setpriority: [141, 140],
  ioprio_set: [251, 30],
} as const satisfies Record<string, SyscallNumbers>

const syscalls = { ...deniedCalls, ...checkedCalls }
export type SyscallName = keyof typeof syscalls

/** mseal, of Linux 6.10. Also refuses the x32 calls, which have bit 30 set. */
const newestKnown = 462

/** Undefined if the architecture does not have the call. */
export function syscallNumber(name: SyscallName, architecture: SandboxArchitecture): number | undefined {
  return numberOn(architecture, syscalls[name])
}

export const deniedSyscalls = Object.keys(deniedCalls).filter(
  (name): name is keyof typeof deniedCalls => name in deniedCalls,
)

const familyUnix = 1
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const namespaceFlags = 0x7e020000
/** Both inject input into a terminal that the parent reads. */
const terminalInputRequests = { TIOCSTI: 0x5412, TIOCLINUX: 0x541c }
/** Of a process: PRIO_PROCESS and IOPRIO_WHO_PROCESS. Others are of a group, or of all processes of the user. */
const priorityTargets = { setpriority: 0, ioprio_set: 1 } as const
/** PER_LINUX, and the value that only queries the current personality. */
const allowedPersonalities = [0, 0xffffffff]

export function seccompFilter(architecture: SandboxArchitecture): Buffer {
  const { auditArch } = architectures[architecture]
  const numberOf = (name: SyscallName) => syscallNumber(name, architecture)
  const onlyUnixSockets = [
    load(offsets.argument(0)),
    jump(opcodes.jumpIfEqual, familyUnix, 0, 1),
    allow,
    refuse(errnos.EAFNOSUPPORT),
  ]
  return encodeProgram([
    load(offsets.architecture),
    // 32-bit calls on a 64-bit kernel have other numbers.
    jump(opcodes.jumpIfEqual, auditArch, 1, 0),
    end(actions.killProcess),
    load(offsets.number),
    jump(opcodes.jumpIfGreater, newestKnown, 0, 1),
    refuse(errnos.ENOSYS),
    ...deniedSyscalls.flatMap(name => forCall(numberOf(name), refuse(errnos.EPERM))),
    // The flags are in memory, which a filter cannot read. libc falls back to clone.
    ...forCall(numberOf('clone3'), refuse(errnos.ENOSYS)),
    ...forCall(
      numberOf('clone'),
      load(offsets.argument(0)),
      jump(opcodes.jumpIfAnySet, namespaceFlags, 0, 1),
      refuse(errnos.EPERM),
      allow,
    ),
    ...forCall(numberOf('socket'), ...onlyUnixSockets),
    ...forCall(numberOf('socketpair'), ...onlyUnixSockets),
    ...forCall(
      numberOf('ioctl'),
      load(offsets.argument(1)),
      ...Object.values(terminalInputRequests).flatMap(request => forCall(request, refuse(errnos.EPERM))),
      allow,
    ),
    ...forCall(
      numberOf('setpriority'),
      load(offsets.argument(0)),
      ...forCall(priorityTargets.setpriority, allow),
      refuse(errnos.EPERM),
    ),
    ...forCall(
      numberOf('ioprio_set'),
      load(offsets.argument(0)),
      ...forCall(priorityTargets.ioprio_set, allow),
      refuse(errnos.EPERM),
    ),
    ...forCall(
      numberOf('personality'),
      load(offsets.argument(0)),
      ...allowedPersonalities.flatMap(value => forCall(value, allow)),
      refuse(errnos.EPERM),
    ),
    allow,
  ])
}
