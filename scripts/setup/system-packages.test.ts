import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chosenSet, ensureSystemPackages, isInSet, type Machine, systemPackages } from './system-packages.mjs'

const wanted = [
  { name: 'bubblewrap', isForTestsOnly: false },
  { name: 'no-such-package', isForTestsOnly: false },
]
const advice =
  'Missing Debian packages: no-such-package. Install them with: sudo apt-get install --no-install-recommends no-such-package'

/** A fake machine with bubblewrap installed that logs the commands it is given. */
function machineWith({ rootPrefix, canInstall = true }: { rootPrefix?: string[]; canInstall?: boolean }) {
  const commands: string[] = []
  const machine: Machine = {
    installedAmong: async names => new Set(names.filter(name => name === 'bubblewrap')),
    rootPrefix: async () => rootPrefix,
    run: async command => {
      commands.push(command.join(' '))
      const isOk = canInstall || !command.includes('install')
      return { isOk, output: isOk ? '' : 'E: Unable to locate package\n' }
    },
  }
  return { machine, commands }
}

describe('package sets', () => {
  const names = (chosen: 'none' | 'standard' | 'full') =>
    [
      { name: 'bubblewrap', isForTestsOnly: false },
      { name: 'office', isForTestsOnly: false, set: 'standard' as const },
      { name: 'large', isForTestsOnly: false, set: 'full' as const },
    ]
      .filter(isInSet(chosen))
      .map(({ name }) => name)

  test('isInSet: each set has the packages of the smaller ones', () => {
    expect(names('none')).toEqual(['bubblewrap'])
    expect(names('standard')).toEqual(['bubblewrap', 'office'])
    expect(names('full')).toEqual(['bubblewrap', 'office', 'large'])
  })

  test('chosenSet: standard by default; any other value is an error that names the setting', () => {
    expect(chosenSet({})).toBe('standard')
    expect(chosenSet({ ENGINES: '' })).toBe('standard')
    expect(chosenSet({ ENGINES: 'full' })).toBe('full')
    expect(() => chosenSet({ ENGINES: 'lite' })).toThrow('ENGINES must be standard or full')
  })

  test('systemPackages: the sandbox, media, archives and PDF tools are in every set', () => {
    const always = systemPackages.filter(isInSet('none')).map(({ name }) => name)
    expect(always).toEqual(expect.arrayContaining(['bubblewrap', 'ffmpeg', '7zip', 'qpdf']))
    expect(always).not.toContain('libreoffice-writer-nogui')
  })
})

describe('system packages', () => {
  let printed = ''
  beforeEach(() => {
    printed = ''
    const print = (text: string | Uint8Array) => {
      printed += text
      return true
    }
    vi.spyOn(process.stdout, 'write').mockImplementation(print)
    vi.spyOn(process.stderr, 'write').mockImplementation(print)
  })
  afterEach(() => vi.restoreAllMocks())

  test('does nothing when everything is installed', async () => {
    const { machine, commands } = machineWith({ rootPrefix: [] })
    await ensureSystemPackages(wanted.slice(0, 1), { isRequired: true, machine })
    expect(commands).toEqual([])
    expect(printed).toBe('')
  })

  test('as root: installs only what is missing, non-interactively and waiting for the dpkg lock', async () => {
    const { machine, commands } = machineWith({ rootPrefix: [] })
    await ensureSystemPackages(wanted, { isRequired: true, machine })
    const aptGet = 'env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300'
    expect(commands).toEqual([
      `${aptGet} update`,
      `${aptGet} install -y --no-install-recommends no-such-package`,
    ])
  })

  test('as another user: installs through sudo', async () => {
    const { machine, commands } = machineWith({ rootPrefix: ['sudo', '-n'] })
    await ensureSystemPackages(wanted, { isRequired: true, machine })
    expect(commands).toHaveLength(2)
    expect(commands.every(command => command.startsWith('sudo -n env DEBIAN_FRONTEND'))).toBe(true)
  })

  test('without root: prints the command and continues if not required', async () => {
    const { machine, commands } = machineWith({})
    await ensureSystemPackages(wanted, { isRequired: false, machine })
    expect(commands).toEqual([])
    expect(printed).toBe(`${advice}\n`)
  })

  test('without root: fails with the command if required', async () => {
    const { machine } = machineWith({})
    await expect(ensureSystemPackages(wanted, { isRequired: true, machine })).rejects.toThrow(advice)
  })

  test('a failed installation shows the output of apt-get', async () => {
    const { machine } = machineWith({ rootPrefix: [], canInstall: false })
    await expect(ensureSystemPackages(wanted, { isRequired: true, machine })).rejects.toThrow(advice)
    expect(printed).toContain('E: Unable to locate package')
  })
})

test('the real machine: dpkg and sudo commands work', async () => {
  // dpkg is essential on Debian; the other does not exist.
  const packages = [{ name: 'dpkg', isForTestsOnly: false }]
  await expect(ensureSystemPackages(packages, { isRequired: true })).resolves.toBeUndefined()
})
