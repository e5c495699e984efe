import { expect, test } from 'vitest'
import { explainRefusal, type HostFacts } from './sandbox-refusal.ts'

interface Host extends Partial<Omit<HostFacts, 'sysctl'>> {
  readonly sysctls?: Readonly<Record<string, string>>
}

const explain = ({ sysctls = {}, ...facts }: Host) =>
  explainRefusal({
    stderr: '',
    isContainer: false,
    isFiltered: false,
    sysctl: name => sysctls[name],
    ...facts,
  })

const noPermission =
  "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces. On e.g. debian this can be enabled with 'sysctl kernel.unprivileged_userns_clone=1'."

test.each<[string, Host, string, RegExp]>([
  [
    'kernel.unprivileged_userns_clone=0',
    { stderr: noPermission, sysctls: { 'kernel/unprivileged_userns_clone': '0' } },
    'namespaces-unprivileged',
    /^sudo sysctl -w kernel\.unprivileged_userns_clone=1$/,
  ],
  [
    'AppArmor of Ubuntu 24.04',
    {
      stderr: 'bwrap: setting up uid map: Permission denied',
      sysctls: {
        'kernel/apparmor_restrict_unprivileged_userns': '1',
        'kernel/unprivileged_userns_clone': '1',
      },
    },
    'namespaces-apparmor',
    /^sudo sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0$/,
  ],
  [
    'user.max_user_namespaces=0',
    {
      stderr:
        'bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)',
      sysctls: { 'user/max_user_namespaces': '0' },
    },
    'namespaces-disabled',
    /^sudo sysctl -w user\.max_user_namespaces=\d+$/,
  ],
  [
    'the filter of Docker',
    { stderr: noPermission, isContainer: true, isFiltered: true },
    'container-seccomp',
    /seccomp=deploy\/docker\/seccomp\.json/,
  ],
  [
    'a hidden /proc',
    { stderr: "bwrap: Can't mount proc on /newroot/proc: Operation not permitted", isContainer: true },
    'container-proc',
    /systempaths=unconfined.*procMount: Unmasked/,
  ],
  [
    'a /proc/sys that cannot be written, which --disable-userns needs',
    {
      stderr: 'bwrap: cannot open /proc/sys/user/max_user_namespaces: Read-only file system',
      isContainer: true,
    },
    'container-proc',
    /systempaths=unconfined/,
  ],
  [
    'AppArmor of a container',
    { stderr: 'bwrap: Failed to make / slave: Permission denied', isContainer: true },
    'container-apparmor',
    /apparmor=unconfined/,
  ],
  ['an old bubblewrap', { stderr: 'bwrap: Unknown option --disable-userns' }, 'program-too-old', /0\.8/],
  [
    'a setuid bubblewrap',
    { stderr: 'bwrap: The --size option is not permitted in setuid mode' },
    'program-setuid',
    /^sudo chmod u-s /,
  ],
  [
    'a kernel without filters',
    {
      stderr:
        'bwrap: Unable to set up system call filtering as requested: prctl(PR_SET_SECCOMP) reported EINVAL.',
    },
    'no-seccomp',
    /CONFIG_SECCOMP_FILTER/,
  ],
  ['anything else', { stderr: 'bwrap: something else' }, 'unknown', /docs\/deployment\.md/],
])('explainRefusal: %s', (_, host, cause, remedy) => {
  const refusal = explain(host)
  expect(refusal).toMatchObject({ cause, remedy: expect.stringMatching(remedy) })
  expect(refusal.problem).toContain(host.stderr?.slice(0, 40))
})
