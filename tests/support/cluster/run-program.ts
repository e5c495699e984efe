/** Runs a program on a host of the cluster and returns its stdout. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { HostName } from './addresses.ts'
import { onHost } from './make-network.ts'

export async function runProgram(
  host: HostName,
  command: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const [program = '', ...args] = [...onHost(host), ...command]
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  process.stderr.write(stderr)
  return stdout
}
