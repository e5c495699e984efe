/**
 * Checks native modules inside packages for several platforms, which the lockfile does not list: each for Linux exists for
 * arm64 and x64, and its ELF header names the machine that its path does.
 */
import { closeSync, existsSync, globSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** e_machine of the ELF header. */
const elfMachines = { arm64: 183, x64: 62 } as const
type Machine = keyof typeof elfMachines

/** @param folder contains node_modules */
export function checkBundledBinaries(folder: string): string[] {
  return globSync('node_modules/{*,@*/*}/**/linux/{arm64,x64}/*.node', { cwd: folder })
    .toSorted()
    .flatMap(path => checkBinary(folder, path))
}

function checkBinary(folder: string, path: string): string[] {
  const machine: Machine = path.includes('/linux/x64/') ? 'x64' : 'arm64'
  const other = machine === 'x64' ? 'arm64' : 'x64'
  const otherPath = path.replace(`/linux/${machine}/`, `/linux/${other}/`)
  return [
    ...(machineOf(join(folder, path)) === elfMachines[machine] ? [] : [`${path}: is not for ${machine}`]),
    ...(existsSync(join(folder, otherPath)) ? [] : [`${path}: has no build for ${other}`]),
  ]
}

/** Undefined for a file that is not a little-endian ELF file. */
function machineOf(path: string): number | undefined {
  const header = Buffer.alloc(20)
  const file = openSync(path, 'r')
  try {
    readSync(file, header)
  } finally {
    closeSync(file)
  }
  const isElf = header.subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1')) && header[5] === 1
  return isElf ? header.readUInt16LE(18) : undefined
}
